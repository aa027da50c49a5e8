// The accuracy of field and form classification on saved pages, against labels that people gave them. Prints a line of
// tab-separated cells for each metric: name, measured value, goal, whether the goal is met.
//
//   node score.mjs LEMMASCOPE DATA CHROMIUM [--errors FILE]
//
// DATA has the folders `forms-fields` (each field labelled in the attribute data-manual-scoring, which the program ignores) and
// `forms-types` (`html/`, and `index.json` with the types of a page's forms, in document order, and of their fields by name).
// The program runs as for any user: `goto`, then `observe --full --hidden --json`. A local server serves the pages without their
// scripts and without a network.
//
// A quarter of the pages, by a hash of their names, is held out: its errors are never written to the file, so that its score
// shows whether lessons from the other pages generalise.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const [program, data, browser, ...flags] = process.argv.slice(2);
const require = createRequire(path.join(process.cwd(), "package.json"));
const { chromium } = require("playwright-core");
const errors = [];

// The labels and the correct roles for each. A role is not wrong for a distinction that the label does not
// make.
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

// The same for the fields of forms-types. A field listed with no role must not get a role that asks for
// personal data.
const NOTHING = [];
const KINDS = {
  username: ["username"],
  "screen name (another nick which is not username)": ["username"],
  OpenID: ["username", "url"],
  email: ["email"],
  "email confirmation": ["email"],
  "username or email": ["username", "email"],
  password: PASSWORDS.filter((role) => role !== "confirm_password"),
  "password confirmation": ["confirm_password"],
  "pin code received by sms/...": ["one_time_code"],
  "first name": ["first_name"],
  "middle name": ["middle_name"],
  "last name": ["last_name"],
  "full name": ["full_name"],
  gender: ["gender"],
  phone: ["phone"],
  "phone part 1": ["phone", "phone_country"],
  "organization name": ["organization"],
  "full birth date": ["birthday"],
  "day of birth": ["birthday_day"],
  "month of birth": ["birthday_month"],
  "year of birth": ["birthday_year"],
  address: ["street"],
  "full street address": ["street"],
  "address line 1": ["street"],
  "address line 2": ["street2"],
  city: ["city"],
  state: ["state"],
  country: ["country"],
  "postal code": ["postal_code"],
  url: ["url"],
  "search query": ["search"],
  "product quantity": ["quantity"],
  "comment text": ["message", "comment"],
  "comment title or subject": ["subject"],
  captcha: ["captcha"],
  "security question": ["security_question"],
  "answer to security question": ["security_question"],
  "remember me checkbox": ["remember"],
  "TOS confirmation": ["terms"],
  "receive emails confirmation": ["newsletter"],
  "submit button": ["submit"],
  "search category / refinement": NOTHING,
  "sorting option": NOTHING,
  "style select": NOTHING,
  "time zone": NOTHING,
  day: NOTHING,
  month: NOTHING,
  year: NOTHING,
  honeypot: NOTHING,
  "other choice": NOTHING,
  "other text": NOTHING,
  "other number": NOTHING,
  "other confirmation": NOTHING,
  "other file upload": NOTHING,
};

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

// Blocks the scripts in saved pages, so that the program reads the page as it was saved.
const policy = "default-src 'self' data: 'unsafe-inline'; script-src 'none'; frame-src 'none'; form-action 'none'";
const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, "http://x").pathname);
  const file = path.join(data, path.normalize(name));
  if (!file.startsWith(path.resolve(data)) || !file.endsWith(".html") || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  // The pages of the second folder declare their own encoding.
  const type = name.startsWith("/forms-fields/") ? "text/html; charset=utf-8" : "text/html";
  response.writeHead(200, { "content-type": type, "content-security-policy": policy });
  response.end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;

// A separate engine, so that no other session is affected.
const home = mkdtempSync(path.join(tmpdir(), "lsforms."));
const env = { PATH: process.env.PATH, HOME: home, LEMMASCOPE_HOME: home, XDG_RUNTIME_DIR: home };

/// Returns the output of a command. The server runs in this process, so a command must not block it.
function run(...words) {
  return new Promise((resolve) => execFile(program, words, { env, maxBuffer: 1 << 28 }, (_, out) => resolve(out)));
}

/// Returns the observation of a page; null if the output is not JSON.
async function observe(folder, file) {
  await run("goto", `${address}/${folder}/${encodeURIComponent(file)}`);
  try {
    return JSON.parse(await run("observe", "--full", "--hidden", "--json", "--budget", "10000000"));
  } catch {
    return null;
  }
}

const htmlFiles = (folder) => readdirSync(path.join(data, folder)).filter((name) => name.endsWith(".html")).sort();
const isKeptAside = (name) => createHash("sha256").update(name).digest()[0] % 4 === 3;

/// Counts of correct results, separate for the visible pages and for the held-out ones.
class Tally {
  constructor() {
    this.right = [0, 0];
    this.all = [0, 0];
  }
  count(file, isRight, complaint) {
    const part = isKeptAside(file) ? 1 : 0;
    this.all[part]++;
    if (isRight) this.right[part]++;
    else if (part === 0) errors.push(`${file}: ${complaint()}`);
  }
  get whole() {
    return this.all[0] + this.all[1];
  }
  get share() {
    return (this.right[0] + this.right[1]) / this.whole;
  }
  toString() {
    const [seen, aside] = [0, 1].map((part) => percent(this.right[part], this.all[part]));
    return `${percent(this.right[0] + this.right[1], this.whole)} right (${seen} of ${this.all[0]} on pages looked at, ${aside} of ${this.all[1]} on pages kept aside)`;
  }
}

const about = (element) => `${JSON.stringify(element.name)} ${element.selector}`;

async function scoreFields() {
  const folder = "forms-fields";
  const [fields, unknown, submits] = [new Tally(), new Tally(), new Tally()];
  for (const file of htmlFiles(folder)) {
    const html = readFileSync(path.join(data, folder, file), "utf8");
    const labelled = (html.match(/data-manual-scoring=/g) ?? []).length;
    const seen = (await observe(folder, file))?.elements ?? [];
    const listed = seen.filter((element) => "data-manual-scoring" in (element.attributes ?? {}));
    // A labelled field that is not listed counts as wrong.
    for (let missing = listed.length; missing < labelled; missing++) {
      fields.count(file, false, () => "a labelled field is not listed");
    }
    for (const element of listed) {
      const label = element.attributes["data-manual-scoring"];
      const isUnknown = label === "unknown";
      const isRight = isUnknown ? !IDENTITY.has(element.role) : Boolean(RIGHT[label]?.includes(element.role));
      fields.count(file, isRight, () => `${label} read as ${element.role}: ${about(element)}`);
      if (isUnknown) unknown.count(file, isRight, () => "");
    }
    for (const element of seen.filter((it) => "data-manual-submit" in (it.attributes ?? {}))) {
      submits.count(file, element.role === "submit", () => `submit read as ${element.role}: ${about(element)}`);
    }
  }
  row(`Roles of ${fields.whole} fields on saved pages`, `${fields}`, "> 91 %", fields.share > 0.91 ? "yes" : "no");
  row(`Of them ${unknown.whole} of no kind, left alone`, `${unknown}`);
  row(`Submit buttons on them`, `${submits}`);
}

/// Returns the index of the form that contains each selector's match; -1 for none.
const placesOf = (tab, selectors) =>
  tab.evaluate((all) => {
    const forms = [...document.querySelectorAll("form")];
    return all.map((one) => {
      const element = one ? document.querySelector(one) : null;
      return forms.indexOf(element?.form ?? element?.closest("form"));
    });
  }, selectors);

async function scoreForms() {
  const folder = "forms-types";
  const index = JSON.parse(readFileSync(path.join(data, folder, "index.json"), "utf8"));
  const theirs = await chromium.launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu"] });
  const tab = await theirs.newPage();
  const none = () => [0, 1].map(() => ({ hit: 0, miss: 0, extra: 0 }));
  const count = Object.fromEntries(Object.keys(TYPES).map((type) => [type, none()]));
  const kinds = new Tally();
  for (const [file, { forms, fields }] of Object.entries(index)) {
    const part = isKeptAside(file) ? 1 : 0;
    const seen = await observe(`${folder}/html`, file);
    if (!seen) errors.push(`${file}: not observed`);
    await tab.goto(`${address}/${folder}/html/${encodeURIComponent(file)}`, { waitUntil: "commit" });
    await tab.waitForLoadState("domcontentloaded");
    const elements = seen?.elements ?? [];
    const places = await placesOf(tab, elements.map((element) => element.selector));
    const place = new Map(elements.map((element, at) => [element.id, places[at]]));
    // A pattern belongs to the form that contains most of its elements.
    const claimed = new Map();
    for (const [name, found] of Object.entries(seen?.patterns ?? {})) {
      for (const pattern of [found].flat()) {
        const votes = new Map();
        for (const id of Object.values(pattern).flat().filter(Number.isInteger)) {
          const at = place.get(id) ?? -1;
          if (at >= 0) votes.set(at, (votes.get(at) ?? 0) + 1);
        }
        const [most] = [...votes].sort((one, other) => other[1] - one[1]);
        if (most) claimed.set(most[0], (claimed.get(most[0]) ?? new Set()).add(name));
      }
    }
    forms.forEach((truth, at) => {
      if (truth === "NOT ANNOTATED" || truth === "SKIP THIS FORM") return;
      for (const [name, kind] of Object.entries(fields[at] ?? {})) {
        const roles = KINDS[kind];
        if (roles === undefined) continue;
        const element = elements.find((it) => place.get(it.id) === at && it.attributes?.name === name);
        const isRight = roles === NOTHING ? !IDENTITY.has(element?.role) : roles.includes(element?.role);
        kinds.count(file, isRight, () =>
          `form ${at}: ${kind} ${name} read as ${element ? `${element.role}: ${about(element)}` : "nothing: not listed"}`);
      }
      const names = claimed.get(at) ?? new Set();
      for (const [type, pattern] of Object.entries(TYPES)) {
        const said = names.has(pattern);
        const own = count[type][part];
        if (said && truth === type) own.hit++;
        else if (said) {
          own.extra++;
          if (part === 0) errors.push(`${file} form ${at}: ${truth} read as ${pattern}`);
        } else if (truth === type) {
          own.miss++;
          if (part === 0) errors.push(`${file} form ${at}: ${truth} not read (${[...names].join(", ") || "nothing"})`);
        }
      }
    });
  }
  await theirs.close();
  const f1 = ({ hit, miss, extra }) => (2 * hit) / Math.max(1, 2 * hit + miss + extra);
  for (const [type, [known, aside]] of Object.entries(count)) {
    const whole = { hit: known.hit + aside.hit, miss: known.miss + aside.miss, extra: known.extra + aside.extra };
    const goal = GOALS[type];
    row(
      `Forms on saved pages: ${type}`,
      `F1 ${f1(whole).toFixed(3)} (${whole.hit} found, ${whole.miss} missed, ${whole.extra} wrongly; ${f1(known).toFixed(3)} on pages looked at, ${f1(aside).toFixed(3)} on pages kept aside)`,
      goal ? `> ${goal}` : "",
      goal ? (f1(whole) > goal ? "yes" : "no") : "",
    );
  }
  row(`Types of ${kinds.whole} fields in them`, `${kinds}`, "> 84.5 %", kinds.share > 0.845 ? "yes" : "no");
}

try {
  await scoreFields();
  await scoreForms();
} finally {
  await run("stop");
  server.close();
  rmSync(home, { recursive: true, force: true });
}
const out = flags.indexOf("--errors");
if (out >= 0) writeFileSync(flags[out + 1], `${errors.join("\n")}\n`);
