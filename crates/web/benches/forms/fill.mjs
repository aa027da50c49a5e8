// How often generic keys find the right fields of saved pages: `fill_form` fills each page's largest form with a key for each
// kind of field that people have labelled in it, and the field of each value is compared with the labels. Prints lines of
// tab-separated cells: metric, measured value.
//
//   node fill.mjs LEMMASCOPE DATA [--errors]
//
// DATA has the folder `forms-fields`. A local server serves the pages without their scripts and without a network.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const [program, data, ...flags] = process.argv.slice(2);

// The parameter names of each label, for the first and the second field of its kind, and the value to fill
// in.
const KEYS = {
  username: [["username"], "zz.user"],
  emailAddress: [["email", "confirm_email"], "zz@example.org"],
  "username OR emailAddress": [["username"], "zz.user@example.org"],
  password: [["password", "confirm_password"], "Zz-secret-1"],
  "password.new": [["password", "confirm_password"], "Zz-secret-1"],
  "password.current": [["current_password"], "Zz-secret-0"],
  firstName: [["first_name"], "Zzfirst"],
  middleName: [["middle_name"], "Zzmiddle"],
  lastName: [["last_name"], "Zzlast"],
  fullName: [["full_name"], "Zz Whole"],
  phone: [["phone"], "5550109999"],
  cardNumber: [["card_number"], "4111111111111111"],
  cardName: [["name_on_card"], "Zz Card"],
  cardSecurityCode: [["cvv"], "123"],
  expiration: [["expiry"], "12/29"],
  expirationMonth: [["expiry_month"], "12"],
  expirationYear: [["expiry_year"], "2029"],
  addressStreet: [["street"], "Zz Street 1"],
  addressStreet2: [["address_line_2"], "Zz Flat"],
  addressCity: [["city"], "Zzcity"],
  addressProvince: [["state"], "Zzstate"],
  addressPostalCode: [["zip"], "90210"],
  addressCountryCode: [["country"], "Zzland"],
  birthdayDay: [["birthday_day"], "24"],
  birthdayMonth: [["birthday_month"], "3"],
  birthdayYear: [["birthday_year"], "1990"],
};

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

const home = mkdtempSync(path.join(tmpdir(), "lsfill."));
const env = { PATH: process.env.PATH, HOME: home, LEMMASCOPE_HOME: home, XDG_RUNTIME_DIR: home };
const client = spawn(program, ["run", "-", "--json", "--keep-going"], { env, stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
async function ask(line) {
  client.stdin.write(`${line}\n`);
  return JSON.parse((await answers.next()).value);
}
const script = async (text) => JSON.parse((await ask(`web.execute ${JSON.stringify(text.replace(/\s+/g, " "))}`)).result);

// The labelled fields of the form that has most of them, each with a unique marker attribute.
const LABELLED = `const shown = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && one.getBoundingClientRect().width > 4;
  const all = Array.from(document.querySelectorAll('[data-manual-scoring]')).filter((one) => one.matches('input, select, textarea') && !one.disabled && !one.readOnly && shown(one));
  const forms = new Map(); for (const one of all) { const form = one.form; forms.set(form, [...(forms.get(form) ?? []), one]); }
  const best = Array.from(forms.values()).sort((a, b) => b.length - a.length)[0] ?? [];
  window.zz = best; return JSON.stringify(best.map((one) => ({ label: one.getAttribute('data-manual-scoring'), tag: one.localName, type: one.type,
    options: one.localName === 'select' ? Array.from(one.options).filter((o) => o.value !== '' && !o.disabled).map((o) => o.text.trim()).filter((t) => t !== '') : [] })));`;
const HELD = `return JSON.stringify(window.zz.map((one) => one.localName === 'select' ? (one.selectedOptions[0]?.text.trim() ?? '') : one.value));`;
const ELSEWHERE = `return JSON.stringify(Array.from(document.querySelectorAll('input, textarea')).filter((one) => !window.zz.includes(one) && one.value !== '' && one.value === one.value).map((one) => one.value));`;

let [right, wrong, missed, pages] = [0, 0, 0, 0];
for (const file of readdirSync(path.join(data, "forms-fields")).filter((name) => name.endsWith(".html")).sort()) {
  await ask(`goto ${address}/forms-fields/${encodeURIComponent(file)}`);
  let fields;
  try {
    fields = await script(LABELLED);
  } catch {
    continue;
  }
  const wanted = {};
  const expected = [];
  const counts = {};
  for (const { label, tag, type, options } of fields) {
    const [names, value] = KEYS[label] ?? [[], ""];
    const name = names[counts[label] ?? 0];
    counts[label] = (counts[label] ?? 0) + 1;
    const usable = tag !== "select" || options.length > 1;
    if (name === undefined || !usable || name in wanted) {
      expected.push(null);
      continue;
    }
    wanted[name] = tag === "select" ? options[1] : type === "email" && !value.includes("@") ? `${value}@example.org` : value;
    expected.push(name);
  }
  if (Object.keys(wanted).length === 0) continue;
  pages++;
  const before = await script(HELD);
  const stray = new Set(await script(ELSEWHERE));
  const answer = await ask(`fill_form ${JSON.stringify(wanted)} --partial`);
  const held = await script(HELD);
  const elsewhere = (await script(ELSEWHERE)).filter((value) => !stray.has(value));
  const same = (one, other) => one.replace(/\W/g, "").toLowerCase() === String(other).replace(/\W/g, "").toLowerCase();
  for (const [at, name] of expected.entries()) {
    if (name === null) continue;
    if (same(held[at], wanted[name])) right++;
    else {
      const astray = held.some((value, other) => other !== at && value !== before[other] && same(value, wanted[name]) && expected[other] !== name && !(expected[other] !== null && same(value, wanted[expected[other]])));
      const out = elsewhere.some((value) => same(value, wanted[name]));
      if (astray || out) wrong++;
      else missed++;
      if (flags.includes("--errors")) {
        const why = (answer.sections ?? []).find?.((section) => section.name === "skipped");
        console.error(`${file}: ${name} = ${wanted[name]} ${astray || out ? "WRONG" : "missed"} holds ${JSON.stringify(held[at])} ${answer.status} ${answer.message ?? ""} ${JSON.stringify(answer.skipped ?? why ?? "")}`);
      }
    }
  }
}
const all = right + wrong + missed;
const share = (part) => `${((100 * part) / all).toFixed(1)} %`;
console.log(["Fields of saved pages filled by generic keys", `${share(right)} right, ${share(wrong)} in another field, ${share(missed)} not found, of ${all} on ${pages} pages`].join("\t"));
client.stdin.end();
server.close();
rmSync(home, { recursive: true, force: true });
