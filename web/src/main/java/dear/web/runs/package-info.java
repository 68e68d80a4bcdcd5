// SPDX-License-Identifier: Apache-2.0
/** Run folders of trainings, read while they are written. */
@NullMarked
package dear.web.runs;

import org.jspecify.annotations.NullMarked;
