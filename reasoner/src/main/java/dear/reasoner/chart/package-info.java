// SPDX-License-Identifier: Apache-2.0
/** Curves and dots as SVG, for pages that people look at: one way of drawing for all of them. */
@NullMarked
package dear.reasoner.chart;

import org.jspecify.annotations.NullMarked;
