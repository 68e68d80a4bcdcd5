// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.spark;

import org.jspecify.annotations.NullMarked;
