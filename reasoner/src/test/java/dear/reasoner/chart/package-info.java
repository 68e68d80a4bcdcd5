// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.chart;

import org.jspecify.annotations.NullMarked;
