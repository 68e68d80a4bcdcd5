// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

/**
 * A request that is not answered, and why: becomes a problem document (RFC 9457). It is no error of
 * the program, so it carries no stack trace.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String field;

  private Refusal(int status, String field, String detail) {
    super(detail, null, false, false);
    this.status = status;
    this.field = field;
  }

  /** A refusal of the request as a whole. */
  public static Refusal of(int status, String detail) {
    return new Refusal(status, "", detail);
  }

  /** A refusal because of one field of the body, or one parameter of the query. */
  public static Refusal unprocessable(String field, String detail) {
    return new Refusal(422, field, detail);
  }

  /** The status. */
  public int status() {
    return status;
  }

  /** The way to the field at fault, such as {@code graph.edges[3]}; empty if it is none. */
  public String field() {
    return field;
  }

  /** What is wrong and what to do. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
