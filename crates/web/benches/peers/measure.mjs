// Compares Lemmascope's scanning and clicking with two peers, on the same pages and in one run; the contestants take turns, so
// that other load on the machine affects all of them equally. Prints a line of tab-separated cells for each metric: name,
// measured value, goal, whether it is met.
//
//   node measure.mjs LEMMASCOPE SITES CHROMIUM [--quick]
//
// LEMMASCOPE is the program, SITES the URL of the documentation site, which generates pages of a given size. scripts/bench-web
// sets the environment (the engine's home folder, the browser arguments of the peers).

import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";

const [program, sites, browser, ...flags] = process.argv.slice(2);
const rounds = flags.includes("--quick") ? 3 : 9;
const sizes = [50, 1500, 20000];
const curve = [1000, 2000, 5000, 10000, 20000, 40000];

// The packages are installed in the working directory, not next to this file.
const require = createRequire(path.join(process.cwd(), "package.json"));
const { chromium } = require("playwright-core");
const { encode } = require("gpt-tokenizer/encoding/o200k_base");
const agentBrowser = path.join(
  path.dirname(require.resolve("agent-browser/package.json")),
  "bin",
  `agent-browser-linux-${process.arch}`,
);

const page = (nodes) => `${sites}/size?nodes=${nodes}`;
// A page that has not changed since the last scan need not be scanned again; this one always has changed, for
// all contestants.
const ticking = (nodes) => `${page(nodes)}&ticking`;
const quiet = { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] };
const run = (file, ...words) => execFileSync(file, words, quiet);
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const ms = (time) => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
const row = (what, measured, goal = "", met = "") => console.log([what, measured, goal, met].join("\t"));
const yes = (met) => (met ? "yes" : "no");

/// Returns the duration in milliseconds, and the result.
async function time(work) {
  const began = performance.now();
  const made = await work();
  return [performance.now() - began, made];
}

/// Returns the median time and the last result of each contestant; the contestants take turns.
async function compete(contestants, turns = rounds) {
  const times = contestants.map(() => []);
  const made = contestants.map(() => null);
  for (let round = 0; round <= turns; round++) {
    for (const [index, work] of contestants.entries()) {
      // Waits until the page has changed again.
      await new Promise((done) => setTimeout(done, 300));
      const [took, result] = await time(work);
      // The first round warms up.
      if (round > 0) times[index].push(took);
      made[index] = result;
    }
  }
  return contestants.map((_, index) => ({ time: median(times[index]), made: made[index] }));
}

const theirs = await chromium.launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu"] });
const tab = await theirs.newPage();

for (const nodes of sizes) {
  await tab.goto(ticking(nodes));
  run(agentBrowser, "open", ticking(nodes));
  run(program, "goto", ticking(nodes));
  const [ours, agent, playwright] = await compete([
    () => run(program, "observe"),
    () => run(agentBrowser, "snapshot", "-i"),
    () => tab.ariaSnapshot({ mode: "ai" }),
  ]);
  const size = nodes.toLocaleString("en");
  const faster = Math.min(agent.time, playwright.time);
  const share = (faster / ours.time).toFixed(1);
  const bound = nodes > 50;
  row(
    `Scan of ${size} nodes: \`observe\`, whole command`,
    `${ms(ours.time)} (agent-browser ${ms(agent.time)}, Playwright ${ms(playwright.time)}; 1/${share} of the faster)`,
    bound ? "≤ 1/5 of the faster" : "",
    bound ? yes(ours.time <= faster / 5) : "",
  );
  const tokens = [ours, agent, playwright].map((it) => encode(it.made).length);
  const largest = nodes === sizes.at(-1);
  row(
    `Tokens of that scan, ${size} nodes`,
    `${tokens[0]} (agent-browser's interactive list ${tokens[1]}, Playwright ${tokens[2]})`,
    largest ? "≤ 1/3 of agent-browser's" : "",
    largest ? yes(tokens[0] <= tokens[1] / 3) : "",
  );
  if (largest) {
    const full = run(program, "observe", "--budget", "1000000");
    row(`The same without a budget, ${size} nodes`, `${encode(full).length} tokens, ${full.length} bytes`);
  }
}

// A click whose effect is a changed text; Lemmascope's result reports the change. Playwright runs in a
// process that is already connected to its browser, so Lemmascope is measured in such a process as well, and
// in addition as a separate command.
await tab.goto(page(1500));
run(program, "goto", page(1500));
const client = spawn(program, ["run", "-", "--json", "--keep-going"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
const [click, command, theirClick] = await compete(
  [
    async () => {
      client.stdin.write("click css(#toggle)\n");
      const { value: answer } = await answers.next();
      if (JSON.parse(answer).verdict !== "changed") throw new Error(`the click had no effect: ${answer}`);
    },
    () => run(program, "click", "css(#toggle)"),
    () => tab.click("#toggle"),
  ],
  rounds * 3,
);
client.stdin.end();
row(
  "A click and its verdict, 1,500 nodes, through a connection that stands",
  `${ms(click.time)} (Playwright's click, no verdict, ${ms(theirClick.time)})`,
  "≤ Playwright's",
  yes(click.time <= theirClick.time),
);
row("The same as a command by itself, from `exec` to exit", ms(command.time));

const { pid } = JSON.parse(run(program, "--json", "status")).result;
const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
row("The engine after these scans and clicks, without the browser", `${resident.toFixed(0)} MB resident`, "< 60 MB", yes(resident < 60));

for (const nodes of curve) {
  run(program, "goto", ticking(nodes));
  const [{ time: took }] = await compete([() => run(program, "observe", "--full", "--budget", "1000")]);
  row(`The curve: ${nodes.toLocaleString("en")} nodes`, `${ms(took)}, ${((took * 1000) / nodes).toFixed(1)} µs a node`);
}

run(agentBrowser, "close");
await theirs.close();
