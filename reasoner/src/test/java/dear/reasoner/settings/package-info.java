// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.settings;

import org.jspecify.annotations.NullMarked;
