import type { Problem as ProblemDetails } from "./types.js";

/**
 * A request that led to nothing: refused, not understood, or not answered. A run that failed is no problem but a report with the
 * status "error".
 */
export class Problem extends Error {
  /** The code, which stays the same while messages may change. */
  readonly code: string;
  /** The description of the fault. */
  readonly detail: string;
  /** How to go on; empty where no remedy is known. */
  readonly remedy: string;

  constructor(
    /** The HTTP status; 0 where the server did not answer. */
    readonly status: number,
    /** Every member of the problem details. */
    readonly members: Partial<ProblemDetails>,
    options?: ErrorOptions,
  ) {
    const code = members.code ?? `HTTP_${status}`;
    const detail = members.detail ?? "";
    const remedy = (members.hint ?? []).join(" ");
    super([`${code}: ${detail}`, remedy].filter(Boolean).join(" "), options);
    this.name = "Problem";
    this.code = code;
    this.detail = detail;
    this.remedy = remedy;
  }

  /** The problem in a response. */
  static async ofResponse(response: Response): Promise<Problem> {
    const text = await response.text();
    let members: Partial<ProblemDetails> | undefined;
    try {
      members = JSON.parse(text);
    } catch {
      members = undefined;
    }
    if (typeof members === "object" && members !== null) {
      // Intent documents are refused by documents of a form of their own.
      const error = members["error"] as { code: string; message: string } | undefined;
      const named = error ? { code: error.code, detail: error.message } : {};
      return new Problem(response.status, { ...named, ...members });
    }
    // Another program answered, a proxy for example.
    return new Problem(response.status, { detail: text.slice(0, 1000) || response.statusText });
  }

  /** The problem of a server that does not answer. */
  static unreachable(address: string, cause: unknown): Problem {
    const hint = "Start it with `lemmascope serve`, or give its address.";
    const detail = `the server at ${address} cannot be reached: ${reason(cause)}`;
    return new Problem(0, { code: "SERVER_UNREACHABLE", detail, hint: [hint] }, { cause });
  }
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
