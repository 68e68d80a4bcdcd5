// SPDX-License-Identifier: Apache-2.0
/** Trained models: files, and questions put to them. */
@NullMarked
package dear.reasoner.model;

import org.jspecify.annotations.NullMarked;
