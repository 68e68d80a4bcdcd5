// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

/**
 * Why a request is rejected; becomes a problem document (RFC 9457). It is not an error in the
 * program, so it carries no stack trace.
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

  /** Rejects the request as a whole. */
  public static Refusal of(int status, String detail) {
    return new Refusal(status, "", detail);
  }

  /** Rejects the request because of one field of the body, or one query parameter. */
  public static Refusal unprocessable(String field, String detail) {
    return new Refusal(422, field, detail);
  }

  /** The status. */
  public int status() {
    return status;
  }

  /** The path of the invalid field, such as {@code graph.edges[3]}; empty if there is none. */
  public String field() {
    return field;
  }

  /** What is wrong and what to do. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
