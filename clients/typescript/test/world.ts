// A real server with a home of its own, and the sites of the project.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const programs = process.env["TESTED_PROGRAMS"] ?? "";
const examples = fileURLToPath(new URL("../examples/", import.meta.url));

export class World {
  private constructor(
    private readonly folder: string,
    private readonly server: ChildProcess,
    private readonly sitesProcess: ChildProcess,
    readonly address: string,
    readonly token: string,
    readonly sites: Record<string, string>,
  ) {}

  static async start(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), "lemmascope-"));
    for (const name of ["home", "work"]) await mkdir(join(folder, name));
    const server = spawn(join(programs, "lemmascope"), ["serve", "--listen", "127.0.0.1:0", "--json"], {
      cwd: join(folder, "work"),
      env: environment(folder),
      stdio: ["ignore", "pipe", "ignore"],
    });
    // The sites are served until their standard input ends.
    const sites = spawn(join(programs, "lemmascope-sites"), { stdio: ["pipe", "pipe", "ignore"] });
    const { url } = await firstLine(server);
    const token = (await readFile(join(folder, "home/token"), "utf8")).trim();
    return new World(folder, server, sites, url ?? "", token, await firstLine(sites));
  }

  get work(): string {
    return join(this.folder, "work");
  }

  /** The lines that an example prints; it finds the server by itself. */
  async example(name: string, ...args: string[]): Promise<string[]> {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [join(examples, name), ...args], { env: environment(this.folder) });
    return stdout.trimEnd().split("\n");
  }

  async close(): Promise<void> {
    const ended = once(this.server, "exit");
    this.server.kill();
    this.sitesProcess.stdin?.end();
    await ended;
    await rm(this.folder, { recursive: true });
  }
}

function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: join(folder, "work"), LEMMASCOPE_HOME: join(folder, "home") };
}

async function firstLine(child: ChildProcess): Promise<Record<string, string>> {
  if (!child.stdout) throw new Error("no output");
  for await (const line of createInterface(child.stdout)) return JSON.parse(line);
  throw new Error("the program ended");
}
