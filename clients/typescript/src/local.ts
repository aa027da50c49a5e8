/** The server of this machine, for Node.js: `lemmascope serve` writes its address and token into its home. */

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { Client } from "./client.js";
import { type ConnectOptions, DEFAULT_ADDRESS } from "./transport.js";

/** A client of the server of this machine, or of the one that the options name. */
export async function local(options: ConnectOptions = {}): Promise<Client> {
  const home = process.env["LEMMASCOPE_HOME"] || join(homedir(), ".lemmascope");
  const address = options.address ?? (await read(join(home, "address"))) ?? DEFAULT_ADDRESS;
  // The token of this machine's user is sent to no other machine.
  const token = options.token ?? (isThisMachine(address) ? await read(join(home, "token")) : undefined);
  return new Client({ ...options, address, ...(token === undefined ? {} : { token }) });
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim() || undefined;
  } catch {
    return undefined;
  }
}

function isThisMachine(address: string): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(new URL(address).hostname);
}
