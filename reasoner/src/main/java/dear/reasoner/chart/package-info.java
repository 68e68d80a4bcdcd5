// SPDX-License-Identifier: Apache-2.0
/** Line and dot charts as SVG, shared by all pages. */
@NullMarked
package dear.reasoner.chart;

import org.jspecify.annotations.NullMarked;
