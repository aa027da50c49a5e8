// Compares signing in and filling a form with a hand-written Playwright script that knows all selectors, on the same pages; the
// contestants take turns. Prints a line of tab-separated cells for each metric: name, measured value, goal, whether it is met.
//
//   node forms.mjs LEMMASCOPE ACCOUNT OFFICE CHROMIUM [--quick]
//
// LEMMASCOPE is the program, ACCOUNT and OFFICE the URLs of those sites. scripts/bench-web sets the environment.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";

const [program, account, office, browser, ...flags] = process.argv.slice(2);
const rounds = flags.includes("--quick") ? 5 : 25;

// The packages are installed in the working directory, not next to this file.
const require = createRequire(path.join(process.cwd(), "package.json"));
const { chromium } = require("playwright-core");

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const ms = (time) => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
const row = (what, measured, goal = "", met = "") => console.log([what, measured, goal, met].join("\t"));

const theirs = await chromium.launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu"] });
const tab = await theirs.newPage();
const client = spawn(program, ["run", "-", "--json", "--keep-going"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: client.stdout })[Symbol.asyncIterator]();

/// Runs a command on the open connection; it must succeed.
async function ours(line) {
  client.stdin.write(`${line}\n`);
  const { value } = await answers.next();
  const answer = JSON.parse(value);
  if (answer.status !== "ok") throw new Error(`${line}: ${value}`);
  return answer;
}

/// Returns the median time of each of two contestants, which take turns. The preparation of the page is not
/// timed.
async function compete(contestants) {
  const times = contestants.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { ready, work }] of contestants.entries()) {
      await ready();
      const began = performance.now();
      await work();
      // The first round warms up.
      if (round > 0) times[index].push(performance.now() - began);
    }
  }
  return times.map(median);
}

function tell(what, [own, other], most) {
  const ratio = own / other;
  row(what, `${ms(own)} (Playwright's script ${ms(other)}; ${ratio.toFixed(2)} times)`, `≤ ${most.toFixed(1)} times`, ratio <= most ? "yes" : "no");
}

const person = {
  first_name: "Ann", last_name: "Lee", email: "ann@example.org", phone: "+351 912 345 678", street: "Rua A 1", city: "Porto",
  postal_code: "4000-001", country: "Portugal", start_date: "2026-12-24", storeys: 3, description: "A small house",
  accept_terms: true,
};
const filled = await compete([
  {
    ready: () => ours(`goto ${office}/permit`),
    work: () => ours(`fill_form ${JSON.stringify(person)}`),
  },
  {
    ready: () => tab.goto(`${office}/permit`),
    work: async () => {
      await tab.fill("[name=first]", person.first_name);
      await tab.fill("[name=last]", person.last_name);
      await tab.fill("main [name=email]", person.email);
      await tab.fill("[name=phone]", person.phone);
      await tab.fill("[name=street]", person.street);
      await tab.fill("[name=city]", person.city);
      await tab.fill("[name=plz]", person.postal_code);
      await tab.selectOption("[name=country]", { label: person.country });
      await tab.fill("[name=start]", person.start_date);
      await tab.fill("[name=storeys]", String(person.storeys));
      await tab.fill("[name=description]", person.description);
      await tab.check("[name=terms]");
    },
  },
]);
tell("`fill_form` with 12 fields, read back, through a connection that stands", filled, 1.0);

const known = { email: "ada@example.com", password: "correct-horse" };
const signedIn = await compete([
  {
    ready: async () => {
      await ours("cookies clear");
      await ours(`goto ${account}/login`);
    },
    work: () => ours(`login ${known.email} ${known.password}`),
  },
  {
    ready: async () => {
      await tab.context().clearCookies();
      await tab.goto(`${account}/login`);
    },
    work: async () => {
      await tab.fill("#email", known.email);
      await tab.fill("#password", known.password);
      await tab.click("button[type=submit]");
      await tab.waitForURL("**/dashboard");
    },
  },
]);
tell("`login`, its outcome verified, through a connection that stands", signedIn, 1.2);

client.stdin.end();
await theirs.close();
