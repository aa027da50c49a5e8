// The doors beside their peers, in one run: a bare axum server for HTTP, playwright-mcp for the tokens of a task. Prints a line of
// tab-separated cells for each figure: what, measured, goal, met.
//
//   node doors.mjs LEMMASCOPE BARE_AXUM LOGIN CHROMIUM
//
// LOGIN is the address of a page to sign in on. The packages are installed beside the run; the environment (home folders) is
// set by scripts/bench-doors.

import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";

const [program, bareServer, login, browser] = process.argv.slice(2);
const require = createRequire(path.join(process.cwd(), "package.json"));
const { encode } = require("gpt-tokenizer/encoding/o200k_base");

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const row = (what, measured, goal = "", met = "") => console.log([what, measured, goal, met].join("\t"));
const yes = (met) => (met ? "yes" : "no");
const thousands = (rate) => `${(rate / 1000).toFixed(1)}k`;

/// The first line that a process writes.
const firstLine = (child) => new Promise((found) => createInterface({ input: child.stdout }).once("line", found));

const resident = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

// --- HTTP. ---------------------------------------------------------------------------------------

const bare = spawn(bareServer, { stdio: ["pipe", "pipe", "inherit"] });
const bareAddress = `http://${await firstLine(bare)}`;

const began = performance.now();
const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--json"], { stdio: ["ignore", "pipe", "ignore"] });
const { url, token_file } = JSON.parse(await firstLine(server));
await (await fetch(`${url}/health`)).text();
const start = performance.now() - began;
const token = readFileSync(token_file, "utf8").trim();
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const call = JSON.stringify({ parameters: { path: "there.txt" } });

/// Requests a second at 64 connections, by wrk.
function rate(address, body) {
  const script = path.join(process.cwd(), "request.lua");
  writeFileSync(
    script,
    body === undefined
      ? ""
      : `wrk.method = "POST"\nwrk.body = '${body}'\n` +
          Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"\n`).join(""),
  );
  const said = execFileSync("wrk", ["-t1", "-c64", "-d4s", "-s", script, address], { encoding: "utf8" });
  if (/Non-2xx/.test(said)) throw new Error(`requests to ${address} were refused:\n${said}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(said)[1]);
}

/// Both rates, taking turns.
function beside(ours, theirs, body) {
  const rates = [1, 2, 3].map(() => [rate(ours, body), rate(theirs, body)]);
  return [median(rates.map(([our]) => our)), median(rates.map(([, their]) => their))];
}

for (const [what, ours, theirs, body] of [
  ["`/health` at 64 connections", `${url}/health`, `${bareAddress}/health`, undefined],
  ["An intent that only looks, at 64 connections", `${url}/v1/intents/files.exists`, `${bareAddress}/call`, call],
]) {
  const [our, their] = beside(ours, theirs, body);
  const ratio = our / their;
  row(what, `${thousands(our)} requests/s (bare axum ${thousands(their)}; ${ratio.toFixed(2)} of it)`, "≥ 0.5 of bare axum", yes(ratio >= 0.5));
}
row("Server: start to first answer", `${start.toFixed(0)} ms`, "< 150 ms", yes(start < 150));

const settled = resident(server.pid);
for (let session = 0; session < 200; session++) {
  const body = JSON.stringify({ parameters: { path: "there.txt" }, session: `idle-${session}` });
  const answer = await fetch(`${url}/v1/intents/files.exists`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}
const grown = resident(server.pid) - settled;
row("200 idle sessions", `${grown.toFixed(1)} MB in the engine (${settled.toFixed(0)} MB before)`, "< 100 MB", yes(grown < 100));

// --- The Model Context Protocol. -----------------------------------------------------------------

/// A client on the standard streams of a process, which counts the tokens that an agent reads and writes.
class Client {
  constructor(command, words) {
    this.child = spawn(command, words, { stdio: ["pipe", "pipe", "ignore"] });
    this.waiting = new Map();
    this.next = 0;
    this.tokens = 0;
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      this.waiting.get(message.id)?.(message);
    });
  }

  send(message) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  request(method, params) {
    const id = ++this.next;
    this.send({ id, method, params });
    return new Promise((done) => this.waiting.set(id, done));
  }

  async open() {
    const clientInfo = { name: "bench", version: "0" };
    await this.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    this.send({ method: "notifications/initialized" });
    const { result } = await this.request("tools/list", {});
    this.count(JSON.stringify(result.tools));
    return this.tokens;
  }

  count(text) {
    this.tokens += encode(text).length;
  }

  /// The text of a tool's answer.
  async call(name, given) {
    this.count(JSON.stringify({ name, arguments: given }));
    const { result, error } = await this.request("tools/call", { name, arguments: given });
    if (error || result.isError) throw new Error(`${name}: ${JSON.stringify(error ?? result.content)}`);
    const text = result.content.map((part) => part.text ?? "").join("\n");
    this.count(text);
    return text;
  }
}

const opening = performance.now();
const ours = new Client(program, ["mcp"]);
const listed = await ours.open();
const opened = performance.now() - opening;
row("`mcp`: start to the list of tools", `${opened.toFixed(0)} ms`, "< 150 ms", yes(opened < 150));
row("The list of tools", `${listed} tokens`, "< 3,000", yes(listed < 3000));

const trips = [];
for (let round = 0; round < 300; round++) {
  const from = performance.now();
  await ours.request("tools/call", { name: "run_intent", arguments: { name: "files.exists", parameters: { path: "there.txt" } } });
  trips.push(performance.now() - from);
}
const direct = [];
for (let round = 0; round < 300; round++) {
  const from = performance.now();
  await (await fetch(`${url}/health`)).text();
  direct.push(performance.now() - from);
}
const trip = median(trips.slice(50));
row(
  "A tool call, from the client and back",
  `${trip.toFixed(2)} ms with the intent itself (a bare request of the same client: ${median(direct.slice(50)).toFixed(2)} ms)`,
  "< 1 ms",
  yes(trip < 1),
);

// The same five steps: open, type, type, click, look.
const id = (page, name) => new RegExp(`\\[(\\d+)\\][^\\n]*"${name}"[^\\n]*\\{required`).exec(page)[1];
ours.tokens = listed;
let page = await ours.call("act", { commands: `goto ${login}\nobserve` });
await ours.call("act", { commands: `type ${id(page, "E-mail address")} "ann@harborline.example"` });
await ours.call("act", { commands: `type ${id(page, "Password")} "a wrong one"` });
await ours.call("act", { commands: `click ${/\[(\d+)\] button\/submit "Sign in"/.exec(page)[1]}` });
await ours.call("observe", {});

const theirs = new Client(path.join(path.dirname(require.resolve("@playwright/mcp/package.json")), "cli.js"), [
  "--headless", "--isolated", "--no-sandbox", "--executable-path", browser,
]);
const theirList = await theirs.open();
const ref = (shown, role, name) => new RegExp(`${role} "${name}"[^\\n]*\\[ref=(\\w+)\\]`).exec(shown)[1];
page = await theirs.call("browser_navigate", { url: login });
if (!page.includes("[ref=")) page = await theirs.call("browser_snapshot", {});
const at = (role, name) => ({ element: name, ref: ref(page, role, name), target: ref(page, role, name) });
await theirs.call("browser_type", { ...at("textbox", "E-mail address"), text: "ann@harborline.example" });
await theirs.call("browser_type", { ...at("textbox", "Password"), text: "a wrong one" });
await theirs.call("browser_click", at("button", "Sign in"));
await theirs.call("browser_snapshot", {});
row(
  "Tokens of a task of five steps, with the list of tools",
  `${ours.tokens} (playwright-mcp ${theirs.tokens}, of which its list ${theirList})`,
  "≤ half of playwright-mcp's",
  yes(ours.tokens * 2 <= theirs.tokens),
);

for (const child of [ours.child, theirs.child, bare]) child.stdin.end();
server.kill("SIGTERM");
