#!/usr/bin/env node
// Scores roles and form patterns on saved pages that somebody else has labelled.
//
//   benches/forms/score.mjs --data FOLDER --program PATH [--errors]
//
// FOLDER holds `forms-fields/*.html`, in which each field has its type in `data-manual-scoring`, and `forms-types/` with
// `html/*.html` and an `index.json` of form types in page order and field types by name. Neither belongs to the project;
// where the folder is absent, this says so and does nothing. The pages are served from this machine, without scripts and
// without a network. The program sees them as any page; only this script reads the labels.
//
// The pages are told apart in two halves by a hash of their names. Only the errors of the first half are ever printed, so
// that the second stays what it is for: to see whether what was learnt from the first holds elsewhere.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const data = option("data");
const program = option("program");
const showErrors = process.argv.includes("--errors");
if (program === undefined) {
  console.error("usage: benches/forms/score.mjs --data FOLDER --program PATH [--errors]");
  process.exit(2);
}
if (data === undefined || !existsSync(join(data, "forms-fields")) || !existsSync(join(data, "forms-types", "index.json"))) {
  console.log("Labelled pages: absent (--data FOLDER names the folder with forms-fields and forms-types); not scored.");
  process.exit(0);
}

// FNV-1a; any hash would do that does not look at what is in the page.
const half = (name) => {
  let hash = 2166136261;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return (hash >>> 13) & 1;
};

const FIELDS = {
  username: ["username"],
  emailAddress: ["email"],
  password: ["password", "new_password", "current_password", "confirm_password"],
  "password.new": ["new_password", "confirm_password"],
  "password.current": ["current_password", "password"],
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
// What must not be claimed of a field that is none of these.
const CLAIMS = new Set(Object.values(FIELDS).flat());
const FORMS = {
  login: "login_form",
  registration: "registration_form",
  search: "search_form",
  "join mailing list": "subscription_form",
  "contact/comment": "contact_form",
  "password/login recovery": "password_recovery_form",
};

const index = JSON.parse(readFileSync(join(data, "forms-types", "index.json"), "utf8"));
const server = createServer((request, response) => {
  const [, set, file] = decodeURIComponent(new URL(request.url, "http://localhost").pathname).split("/");
  const path = set === "fields" ? join(data, "forms-fields", file ?? "") : join(data, "forms-types", "html", file ?? "");
  if (!/^[\w.-]+\.html$/.test(file ?? "") || !existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "content-type": set === "fields" ? "text/html; charset=utf-8" : "text/html",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  });
  response.end(readFileSync(path));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const base = `http://127.0.0.1:${server.address().port}`;

const home = mkdtempSync(join(tmpdir(), "lsforms."));
const environment = { PATH: process.env.PATH, HOME: home, LEMMASCOPE_HOME: home, XDG_RUNTIME_DIR: home };
const ask = async (...line) => {
  const { stdout } = await run(program, line, { env: environment, maxBuffer: 1 << 28 });
  return stdout;
};
const observe = async (set, file) => {
  await ask("goto", `${base}/${set}/${encodeURIComponent(file)}`);
  return JSON.parse(await ask("--json", "observe", "--full", "--hidden"));
};

const tally = { fields: [[0, 0], [0, 0]], unknown: [[0, 0], [0, 0]], missed: 0, forms: new Map() };
const count = (kind, part, at) => {
  const row = tally.forms.get(kind) ?? [0, 1].map(() => ({ right: 0, wrong: 0, missed: 0 }));
  tally.forms.set(kind, row);
  row[at][part]++;
};
const complain = (at, text) => {
  if (showErrors && at === 0) console.log(text);
};

const scoreFields = async (file) => {
  const at = half(file);
  const page = await observe("fields", file);
  for (const element of page.elements) {
    const truth = element.attributes?.["data-manual-scoring"];
    if (truth === undefined) continue;
    const role = element.role ?? "";
    const isUnknown = truth === "unknown";
    const right = isUnknown ? !CLAIMS.has(role) : truth.split(" OR ").some((one) => FIELDS[one]?.includes(role));
    tally.fields[at][right ? 1 : 0]++;
    if (isUnknown) tally.unknown[at][right ? 1 : 0]++;
    if (!right) complain(at, `${file}: ${truth} was taken for ${role || "nothing"} (${element.name})`);
  }
};

// A pattern belongs to the form that has most of its fields, in the order of the page among equals.
const scoreForms = async (file) => {
  const at = half(file);
  const { forms, fields } = index[file];
  const page = await observe("types", file);
  const named = new Map(page.elements.map((element) => [element.id, element.attributes?.name]));
  const found = [];
  for (const [name, patterns] of Object.entries(page.patterns)) {
    for (const pattern of [patterns].flat()) {
      const ids = Object.values(pattern).flat().filter(Number.isInteger);
      found.push({ name, first: Math.min(...ids), names: ids.map((id) => named.get(id)).filter((one) => one !== undefined) });
    }
  }
  found.sort((one, other) => one.first - other.first);
  forms.forEach((truth, place) => {
    if (/^(?:NOT|SKIP)/.test(truth)) return;
    const own = Object.keys(fields[place] ?? {});
    let best;
    for (const pattern of found) {
      const share = pattern.names.filter((name) => own.includes(name)).length;
      if (!pattern.isTaken && share > 0 && (best === undefined || share > best.share)) best = { share, pattern };
    }
    if (best !== undefined) best.pattern.isTaken = true;
    const kind = Object.keys(FORMS).find((one) => FORMS[one] === best?.pattern.name) ?? "other";
    if (kind === truth) count(truth, "right", at);
    else {
      if (truth in FORMS) count(truth, "missed", at);
      if (kind in FORMS) count(kind, "wrong", at);
      complain(at, `${file}, form ${place + 1}: ${truth} was taken for ${best?.pattern.name ?? "nothing"}`);
    }
  });
};

try {
  for (const file of readdirSync(join(data, "forms-fields")).filter((file) => file.endsWith(".html"))) await scoreFields(file);
  for (const file of Object.keys(index)) {
    try {
      await scoreForms(file);
    } catch (error) {
      console.log(`${file}: ${String(error.message).split("\n")[0]}`);
    }
  }
} finally {
  await ask("stop").catch(() => {});
  server.close();
  rmSync(home, { recursive: true, force: true });
}

const percent = ([wrong, right]) => `${right}/${right + wrong} = ${((100 * right) / Math.max(1, right + wrong)).toFixed(1)} %`;
console.log(`field roles: first half ${percent(tally.fields[0])}, second half ${percent(tally.fields[1])}`);
console.log(`of them fields of no known kind left alone: ${percent(tally.unknown[0])}, ${percent(tally.unknown[1])}`);
for (const [kind, rows] of tally.forms) {
  const f1 = rows.map(({ right, wrong, missed }) => ((2 * right) / Math.max(1, 2 * right + wrong + missed)).toFixed(3));
  const whole = rows.reduce((sum, row) => ({ right: sum.right + row.right, wrong: sum.wrong + row.wrong, missed: sum.missed + row.missed }));
  const all = ((2 * whole.right) / Math.max(1, 2 * whole.right + whole.wrong + whole.missed)).toFixed(3);
  console.log(`${kind}: F1 ${all} (halves ${f1.join(", ")}; ${whole.right + whole.missed} forms)`);
}
