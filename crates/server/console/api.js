// Requests to the server. The cookie of the console authenticates them.

/** A request that failed, with the members of its problem details (RFC 9457). */
export class Problem extends Error {
  constructor(members) {
    super(members.detail || members.title || "the request failed");
    this.name = "Problem";
    /** All members, those of a single endpoint too. */
    this.members = members;
    this.status = members.status ?? 0;
    this.code = members.code ?? "";
    this.field = members.field ?? "";
    this.position = members.position;
    this.instead = listOf(members.instead);
    this.context = listOf(members.context);
    this.hints = listOf(members.hint);
  }

  /** Whether the server has no such path: an endpoint that this version of the server lacks. */
  get isUnknownPath() {
    return this.status === 404 && (this.code === "PATH_NOT_FOUND" || this.code === "");
  }
}

/** A value that is a list, one item, or missing, as a list. */
export function listOf(value) {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Fills a path template: `path("/v1/runs/{}/cancel", run)`. */
export function path(template, ...parts) {
  return template.replaceAll("{}", () => encodeURIComponent(parts.shift()));
}

/** Appends the query parameters that have values. */
export function withQuery(address, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`;
}

async function send(method, address, { body, accept = "application/json", isAsync = false, signal } = {}) {
  const headers = { Accept: accept };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (isAsync) headers.Prefer = "respond-async";
  const request = { method, headers, signal, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) request.body = JSON.stringify(body);
  let response;
  try {
    response = await fetch(address, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({
      code: "SERVER_UNREACHABLE",
      detail: "the server does not answer",
      hint: "Check that `lemmascope serve` is running; the console retries by itself.",
    });
  }
  if (response.ok) return response;
  throw await problemOf(response);
}

async function problemOf(response) {
  const members = { status: response.status, title: response.statusText };
  const text = await response.text();
  try {
    const body = JSON.parse(text);
    // Documents and protocols answer with an `error` member instead of problem details.
    const { error } = body;
    const own = error && { ...error, detail: error.message ?? error.reason };
    Object.assign(members, own || body);
  } catch {
    members.detail = text.slice(0, 500) || `the server answered ${response.status}`;
  }
  return new Problem(members);
}

async function json(method, address, options) {
  const response = await send(method, address, options);
  const text = await response.text();
  return text === "" ? {} : JSON.parse(text);
}

export const get = (address, options) => json("GET", address, options);
export const post = (address, body = {}, options = {}) => json("POST", address, { ...options, body });
export const put = (address, body) => json("PUT", address, { body });
export const remove = (address) => json("DELETE", address);

/** Reads a resource as text. */
export async function getText(address, options) {
  const response = await send("GET", address, { accept: "text/plain", ...options });
  return response.text();
}

/**
 * Follows a stream of pictures. Calls `onPicture` with each, and reads the next one when that is done: the server sends no
 * faster than pictures are shown. Returns when the stream ends.
 */
export async function followPictures(address, onPicture, options) {
  const response = await send("GET", address, { accept: "multipart/x-mixed-replace", ...options });
  const reader = response.body.getReader();
  const decoder = new TextDecoder("latin1");
  let bytes = new Uint8Array();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    bytes = joined(bytes, value);
    for (;;) {
      const part = firstPart(bytes, decoder);
      if (!part) break;
      bytes = bytes.subarray(part.end);
      await onPicture(part.picture);
    }
  }
}

/** The first whole part of a multipart stream, and where it ends. */
function firstPart(bytes, decoder) {
  const text = decoder.decode(bytes.subarray(0, 1024));
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const head = text.slice(0, headEnd);
  const begin = headEnd + 4;
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  // A line end follows the picture.
  const end = begin + length + 2;
  if (bytes.length < end) return null;
  const type = /^content-type: *(\S+)/im.exec(head)?.[1] ?? "image/jpeg";
  return { picture: new Blob([bytes.slice(begin, begin + length)], { type }), end };
}

function joined(first, second) {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Reads a picture. */
export async function getPicture(address, options) {
  const response = await send("GET", address, { accept: "image/jpeg, image/*;q=0.5", ...options });
  return response.blob();
}
