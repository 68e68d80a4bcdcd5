// SPDX-License-Identifier: Apache-2.0
/** The settings of a model and its training, as one table of named values. */
@NullMarked
package dear.reasoner.settings;

import org.jspecify.annotations.NullMarked;
