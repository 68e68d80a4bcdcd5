// SPDX-License-Identifier: Apache-2.0
/** The data model of CLRS-30: graphs, features, inputs, executions and instances. */
@NullMarked
package dear.clrs.data;

import org.jspecify.annotations.NullMarked;
