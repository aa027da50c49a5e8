import { readMessages } from "./messages.js";
import { Problem } from "./problem.js";

/** The address that `lemmascope serve` listens on by default. */
export const DEFAULT_ADDRESS = "http://127.0.0.1:4747";

/** The server, and how to reach it. In Node.js, `local()` of `lemmascope/local` finds address and token by itself. */
export interface ConnectOptions {
  /** The address; `http://127.0.0.1:4747` unless it is given. */
  address?: string;
  /** The token of the person at the machine, or the key of an agent. */
  token?: string;
  /** Attempts after a connection failure; 3 unless it is given. */
  retries?: number;
  /** Another implementation of `fetch`. */
  fetch?: typeof fetch;
}

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call. */
  signal?: AbortSignal;
}

/** Options of calls that change something. */
export interface ChangingOptions extends CallOptions {
  /** The server carries out calls with the same key once. Each call gets a new key unless one is given. */
  idempotencyKey?: string;
}

interface Request {
  method: string;
  path: string;
  options: ChangingOptions;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  changes?: boolean;
  preferAsync?: boolean;
  accept?: string;
}

/** Requests and answers: keys, retries, problems and streams. The methods for endpoints are built on it. */
export class Transport {
  /** The address of the server. */
  readonly address: string;
  readonly #token: string | undefined;
  readonly #retries: number;
  readonly #fetch: typeof fetch;

  constructor(options: ConnectOptions = {}) {
    this.address = (options.address ?? DEFAULT_ADDRESS).replace(/\/+$/, "");
    this.#token = options.token;
    this.#retries = options.retries ?? 3;
    const send = options.fetch ?? fetch;
    this.#fetch = (input, init) => send(input, init);
  }

  protected async json<Answer>(request: Request): Promise<Answer> {
    return (await (await this.#send(request)).json()) as Answer;
  }

  protected async text(request: Request): Promise<string> {
    return (await this.#send({ ...request, accept: "text/plain, */*;q=0.5" })).text();
  }

  protected async bytes(request: Request): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send({ ...request, accept: "*/*" })).arrayBuffer());
  }

  protected async *events<Event>(request: Request): AsyncGenerator<Event> {
    const url = this.#url(request);
    const headers = this.#headers("text/event-stream");
    let failed = 0;
    while (true) {
      let failure: unknown;
      try {
        const response = await this.#fetch(url, { headers, signal: request.options.signal ?? null });
        if (response.status === 204) return;
        if (!response.ok || !response.body) throw await Problem.ofResponse(response);
        for await (const message of readMessages(response.body)) {
          if (message.id !== undefined) headers["last-event-id"] = message.id;
          failed = 0;
          yield JSON.parse(message.data) as Event;
        }
      } catch (error) {
        if (error instanceof Problem || request.options.signal?.aborted) throw error;
        failure = error;
      }
      // A stream that ended is resumed after its last event; the server answers 204 where the run is over.
      failed += 1;
      if (failed > this.#retries + 1) throw Problem.unreachable(this.address, failure ?? new Error("the stream ended"));
      if (failure !== undefined || failed > 1) await pause(backoff(failed), request.options.signal);
    }
  }

  async #send(request: Request): Promise<Response> {
    const headers = this.#headers(request.accept ?? "application/json");
    // The server carries out a request with a key once, so that it can be repeated after a connection failure.
    if (request.changes) headers["idempotency-key"] = request.options.idempotencyKey ?? crypto.randomUUID();
    if (request.preferAsync) headers["prefer"] = "respond-async";
    const init: RequestInit = { method: request.method, headers, signal: request.options.signal ?? null };
    if (request.body !== undefined) {
      headers["content-type"] = "application/json";
      init.body = JSON.stringify(request.body);
    }
    const url = this.#url(request);
    for (let attempt = 0; ; attempt += 1) {
      let response: Response;
      try {
        response = await this.#fetch(url, init);
      } catch (error) {
        if (request.options.signal?.aborted) throw error;
        if (attempt >= this.#retries) throw Problem.unreachable(this.address, error);
        await pause(backoff(attempt), request.options.signal);
        continue;
      }
      if (response.ok) return response;
      const problem = await Problem.ofResponse(response);
      // An attempt whose connection failed is still carried out; its answer comes with the same key.
      if (attempt === 0 || problem.code !== "REQUEST_UNDER_WAY") throw problem;
      await pause(1000 * Number(response.headers.get("retry-after") ?? 1), request.options.signal);
    }
  }

  #url(request: Request): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const text = query.toString();
    return `${this.address}${request.path}${text ? `?${text}` : ""}`;
  }

  #headers(accept: string): Record<string, string> {
    return this.#token ? { accept, authorization: `Bearer ${this.#token}` } : { accept };
  }
}

function backoff(attempt: number): number {
  return Math.min(100 * 2 ** attempt, 2000);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
