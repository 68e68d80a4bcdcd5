// SPDX-License-Identifier: Apache-2.0
/** Datasets in their sparse form, as shards of safetensors, and datasets of either form. */
@NullMarked
package dear.reasoner.dataset;

import org.jspecify.annotations.NullMarked;
