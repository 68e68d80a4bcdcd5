// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceOptions;

/** Where a question is computed: on a thread of a server's pool, or right here. */
@FunctionalInterface
interface Computation {
  /** Lets a model answer. */
  Trace trace(Model model, Question question, TraceOptions options);
}
