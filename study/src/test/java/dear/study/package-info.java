// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.study;

import org.jspecify.annotations.NullMarked;
