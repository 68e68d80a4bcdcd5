// SPDX-License-Identifier: Apache-2.0
/** Trained models: their files, and answering questions with them. */
@NullMarked
package dear.reasoner.model;

import org.jspecify.annotations.NullMarked;
