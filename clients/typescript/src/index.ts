/** A client for Lemmascope servers, which `lemmascope serve` starts. `Client` has a method for every endpoint. */

export { Client } from "./client.js";
export { Problem } from "./problem.js";
export type { CallOptions, ChangingOptions, ConnectOptions } from "./transport.js";
export type * from "./types.js";
