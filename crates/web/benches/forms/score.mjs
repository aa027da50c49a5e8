// How well fields and forms of saved pages are read, against labels that people gave them. Prints a line of tab-separated
// cells for each figure: what, measured, goal, met.
//
//   node score.mjs LEMMASCOPE DATA CHROMIUM [--errors FILE]
//
// DATA has the folders `forms-fields` (each field labelled in the attribute data-manual-scoring, which the program does not
// look at) and `forms-types` (index.json: the types of a page's forms in the order of the page). The program is asked as
// anybody would ask it: `goto`, then `observe --full --hidden --json`. The pages are served without their scripts.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

const [program, data, browser, ...flags] = process.argv.slice(2);
const require = createRequire(path.join(process.cwd(), "package.json"));
const { chromium } = require("playwright-core");
const errors = [];

// A label, and the roles that are right for it. What a label does not tell apart is not held against a role.
const PASSWORDS = ["password", "new_password", "current_password", "confirm_password"];
const RIGHT = {
  username: ["username"],
  emailAddress: ["email"],
  "username OR emailAddress": ["username", "email"],
  password: PASSWORDS,
  "password.new": ["new_password", "confirm_password"],
  "password.current": ["password", "current_password"],
  firstName: ["first_name"],
  middleName: ["middle_name"],
  lastName: ["last_name"],
  fullName: ["full_name"],
  phone: ["phone"],
  cardNumber: ["card_number"],
  cardName: ["card_name"],
  cardSecurityCode: ["card_cvv"],
  expiration: ["card_expiry"],
  expirationMonth: ["card_expiry_month"],
  expirationYear: ["card_expiry_year"],
  addressStreet: ["street"],
  addressStreet2: ["street2"],
  addressCity: ["city"],
  addressProvince: ["state"],
  addressPostalCode: ["postal_code"],
  addressCountryCode: ["country"],
  birthday: ["birthday"],
  birthdayDay: ["birthday_day"],
  birthdayMonth: ["birthday_month"],
  birthdayYear: ["birthday_year"],
};
const IDENTITY = new Set(Object.values(RIGHT).flat());

const TYPES = {
  login: "login_form",
  search: "search_form",
  registration: "registration_form",
  "join mailing list": "subscription_form",
  "contact/comment": "contact_form",
  "password/login recovery": "password_recovery_form",
};
const GOALS = { login: 0.96, search: 0.93, registration: 0.91 };

const row = (what, measured, goal = "", met = "") => console.log([what, measured, goal, met].join("\t"));
const percent = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

// Saved pages keep their scripts; they are not run, so that what is read is what was saved.
const policy = "default-src 'self' data: 'unsafe-inline'; script-src 'none'; frame-src 'none'; form-action 'none'";
const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, "http://x").pathname);
  const file = path.join(data, path.normalize(name));
  if (!file.startsWith(path.resolve(data)) || !file.endsWith(".html") || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
  response.end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;

/// What a command prints. The server runs in this process, so that a command must not block it.
function run(...words) {
  return new Promise((resolve) => execFile(program, words, { maxBuffer: 1 << 28 }, (_, out) => resolve(out)));
}

/// What the program sees on a page; nothing when it does not answer in JSON.
async function observe(folder, file) {
  await run("goto", `${address}/${folder}/${encodeURIComponent(file)}`);
  try {
    return JSON.parse(await run("observe", "--full", "--hidden", "--json", "--budget", "10000000"));
  } catch {
    return null;
  }
}

const htmlFiles = (folder) => readdirSync(path.join(data, folder)).filter((name) => name.endsWith(".html")).sort();
const half = (name) => createHash("sha256").update(name).digest()[0] & 1;

async function scoreFields() {
  const folder = "forms-fields";
  const right = [0, 0];
  const all = [0, 0];
  let unknown = 0;
  let overread = 0;
  let submits = 0;
  let submitsFound = 0;
  for (const file of htmlFiles(folder)) {
    const html = readFileSync(path.join(data, folder, file), "utf8");
    const labelled = (html.match(/data-manual-scoring=/g) ?? []).length;
    const seen = (await observe(folder, file))?.elements ?? [];
    const fields = seen.filter((element) => "data-manual-scoring" in (element.attributes ?? {}));
    if (fields.length < labelled) errors.push(`${file}: ${labelled - fields.length} labelled field(s) not listed`);
    // A field that is not listed is a field that is read wrongly.
    const missing = Math.max(0, labelled - fields.length);
    all[half(file)] += missing;
    for (const element of fields) {
      const label = element.attributes["data-manual-scoring"];
      if (label === "unknown") {
        unknown++;
        if (IDENTITY.has(element.role)) {
          overread++;
          errors.push(`${file}: unknown read as ${element.role}: ${JSON.stringify(element.name)} ${element.selector}`);
        }
        all[half(file)]++;
        right[half(file)] += IDENTITY.has(element.role) ? 0 : 1;
        continue;
      }
      all[half(file)]++;
      if (RIGHT[label]?.includes(element.role)) right[half(file)]++;
      else errors.push(`${file}: ${label} read as ${element.role}: ${JSON.stringify(element.name)} ${element.selector}`);
    }
    for (const element of seen.filter((it) => "data-manual-submit" in (it.attributes ?? {}))) {
      submits++;
      if (element.role === "submit") submitsFound++;
      else errors.push(`${file}: submit read as ${element.role}: ${JSON.stringify(element.name)}`);
    }
  }
  const [whole, good] = [all[0] + all[1], right[0] + right[1]];
  row(
    `Roles of ${whole} fields on saved pages`,
    `${percent(good, whole)} right (halves ${percent(right[0], all[0])} and ${percent(right[1], all[1])}; ${overread} of ${unknown} unknown ones read as something)`,
    "> 91 %",
    good / whole > 0.91 ? "yes" : "no",
  );
  row(`Submit buttons on them`, `${percent(submitsFound, submits)} of ${submits} found`);
}

async function scoreForms() {
  const folder = "forms-types";
  const index = JSON.parse(readFileSync(path.join(data, folder, "index.json"), "utf8"));
  const theirs = await chromium.launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu"] });
  const tab = await theirs.newPage();
  const count = Object.fromEntries(Object.keys(TYPES).map((type) => [type, { hit: 0, miss: 0, extra: 0 }]));
  for (const [file, { forms }] of Object.entries(index)) {
    const seen = await observe(folder, file);
    if (!seen) {
      errors.push(`${file}: not observed`);
    }
    await tab.goto(`${address}/${folder}/${encodeURIComponent(file)}`, { waitUntil: "commit" });
    await tab.waitForLoadState("domcontentloaded");
    const selector = new Map((seen?.elements ?? []).map((element) => [element.id, element.selector]));
    const claimed = new Map();
    for (const [name, found] of Object.entries(seen?.patterns ?? {})) {
      for (const pattern of [found].flat()) {
        const ids = Object.values(pattern).flat().filter((id) => typeof id === "number");
        const at = await tab.evaluate((selectors) => {
          const votes = new Map();
          for (const one of selectors) {
            const form = one && document.querySelector(one)?.closest("form");
            if (form) {
              const place = [...document.querySelectorAll("form")].indexOf(form);
              votes.set(place, (votes.get(place) ?? 0) + 1);
            }
          }
          return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? -1;
        }, ids.map((id) => selector.get(id)));
        if (at >= 0) claimed.set(at, (claimed.get(at) ?? new Set()).add(name));
      }
    }
    forms.forEach((truth, place) => {
      if (truth === "NOT ANNOTATED" || truth === "SKIP THIS FORM") return;
      const names = claimed.get(place) ?? new Set();
      for (const [type, pattern] of Object.entries(TYPES)) {
        const said = names.has(pattern);
        if (said && truth === type) count[type].hit++;
        else if (said) {
          count[type].extra++;
          errors.push(`${file} form ${place}: ${truth} read as ${pattern}`);
        } else if (truth === type) {
          count[type].miss++;
          errors.push(`${file} form ${place}: ${truth} not read (${[...names].join(", ") || "nothing"})`);
        }
      }
    });
  }
  await theirs.close();
  for (const [type, { hit, miss, extra }] of Object.entries(count)) {
    const f1 = (2 * hit) / (2 * hit + miss + extra);
    const goal = GOALS[type];
    row(
      `Forms on saved pages: ${type}`,
      `F1 ${f1.toFixed(3)} (${hit} found, ${miss} missed, ${extra} wrongly)`,
      goal ? `> ${goal}` : "",
      goal ? (f1 > goal ? "yes" : "no") : "",
    );
  }
}

await scoreFields();
await scoreForms();
server.close();
const out = flags.indexOf("--errors");
if (out >= 0) writeFileSync(flags[out + 1], `${errors.join("\n")}\n`);
