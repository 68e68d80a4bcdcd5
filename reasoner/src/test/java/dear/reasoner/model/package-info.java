// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.model;

import org.jspecify.annotations.NullMarked;
