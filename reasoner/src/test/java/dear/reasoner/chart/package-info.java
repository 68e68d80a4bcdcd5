@NullMarked
package dear.reasoner.chart;

import org.jspecify.annotations.NullMarked;
