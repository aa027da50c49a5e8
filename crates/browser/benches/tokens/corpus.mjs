// Texts of many kinds in documents of several hundred tokens each: page content in many languages, in the
// form of observations, and content that is hard to count: code, URLs, hashes, emoji.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { allFakers } from '@faker-js/faker';

let seed = 7;
export function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 4294967296) * below);
}

const pick = (list) => list[random(list.length)];
const times = (n, make) => Array.from({ length: n }, (_, at) => make(at));

export function quote(text, longest = 80) {
  const chars = [...text.replace(/\s+/g, ' ').trim()];
  const cut = chars.length > longest ? chars.slice(0, longest).join('') + '…' : chars.join('');
  return '"' + cut.replace(/["\\]/g, '\\$&') + '"';
}

const KINDS = ['link', 'button', 'input/email', 'heading', 'checkbox', 'select', 'text', 'input', 'button/submit', 'tab'];
const STATES = ['', '', '', '', ' {required}', ' {primary}', ' {checked}', ' {required, focused}', ' {collapsed}', ' in f1'];

/** Names as the lines of an observation. */
export function observation(names) {
  let id = 1 + random(900);
  const lines = names.map((name) => `[${id++}] ${pick(KINDS)} ${quote(name)}${pick(STATES)}`);
  return `@ shop.example.com/catalog/items?page=${id} ${quote(names[0] ?? '')}\n\n${lines.join('\n')}\n`;
}

function chunks(list, size) {
  const all = [];
  for (let at = 0; at < list.length; at += size) all.push(list.slice(at, at + size));
  return all;
}

/** What the tables of the Unicode project call languages, countries and currencies, in many languages. */
function names() {
  const locales = ('en pt es fr de it nl sv da nb fi is pl cs sk hu ro bg ru uk sr hr sl el tr az kk uz ky tg ka hy he ar fa '
    + 'ur hi bn ta te ml kn gu pa mr ne si th lo km my vi id ms fil sw am zu af eu ca gl cy ga et lv lt sq mk mt ja ko '
    + 'zh zh-Hant mn bo').split(' ');
  const codes = 'en fr de es pt it ru zh ja ko ar hi bn sw tr vi pl nl sv fi el he th uk ro cs hu da nb id ms fa ur ta te'.split(' ');
  const regions = 'US GB FR DE ES PT BR IT RU CN JP KR SA IN BD KE TR VN PL NL SE FI GR IL TH UA RO CZ HU DK NO ID MY IR PK MX AR CL CO PE NG ZA EG MA AU NZ CA CH AT BE IE'.split(' ');
  const money = 'USD EUR GBP JPY CNY INR BRL RUB KRW MXN CHF SEK NOK DKK PLN TRY ZAR THB'.split(' ');
  return locales.map((locale) => {
    const all = [];
    for (const [type, list] of [['language', codes], ['region', regions], ['currency', money]]) {
      const display = new Intl.DisplayNames(locale, { type });
      all.push(...list.map((code) => display.of(code)));
    }
    for (let month = 0; month < 12; month++) {
      const day = new Date(Date.UTC(2026, month, 3 + month));
      all.push(new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(day));
    }
    return [`names ${locale}`, all];
  });
}

/** What shops, addresses and people are called, in the languages that the package has. */
function shops() {
  const all = [];
  for (const [locale, faker] of Object.entries(allFakers)) {
    if (locale === 'base') continue;
    faker.seed(5);
    const made = [];
    const add = (make) => {
      try {
        made.push(...times(40, make));
      } catch {
        // Some languages lack some of the tables.
      }
    };
    add(() => faker.commerce.productName());
    add(() => faker.commerce.department());
    add(() => faker.person.fullName());
    add(() => faker.location.streetAddress());
    add(() => faker.location.city());
    add(() => faker.lorem.sentence());
    add(() => faker.company.name());
    add(() => faker.word.words(4));
    if (made.length > 40) all.push([`shop ${locale}`, made]);
  }
  return all;
}

/** What is hard to count. */
function hard() {
  const letters = (n, from) => times(n, () => pick([...from])).join('');
  const lower = 'abcdefghijklmnopqrstuvwxyz';
  const hex = '0123456789abcdef';
  const base64 = lower + lower.toUpperCase() + '0123456789+/';
  const emoji = '😀😁😂🤣😃👍🎉🔥💡🛒📦🚀✅❌⭐🌍🇧🇷🇩🇪👩‍💻🏳️‍🌈🧑🏽‍🚒';
  const signs = '!@#$%^&*()_+-=[]{}|;:,.<>/?~`«»—–…•·→←✓✕★€£¥';
  return [
    ['hex', times(120, () => letters(32, hex))],
    ['uuid', times(120, () => [8, 4, 4, 4, 12].map((n) => letters(n, hex)).join('-'))],
    ['base64', times(120, () => letters(44, base64))],
    ['gibberish', times(200, () => times(3, () => letters(3 + random(9), lower)).join(' '))],
    ['GIBBERISH', times(200, () => times(3, () => letters(3 + random(9), lower.toUpperCase())).join(' '))],
    ['syllables', times(200, () => times(4, () => times(1 + random(4), () => pick([...'bcdfghklmnprstvz']) + pick([...'aeiou'])).join('')).join(' '))],
    ['urls', times(120, () => `https://${letters(7, lower)}.example.com/${letters(5, lower)}/${random(100000)}?id=${letters(11, base64)}&utm_source=${letters(6, lower)}`)],
    ['emoji', times(150, () => times(6, () => pick([...emoji])).join(''))],
    ['signs', times(150, () => letters(20, signs))],
    ['prices', times(200, () => `$${random(1000)}.${random(90) + 10} -${random(90)}% ★${random(5)}.${random(9)} (${random(20000)})`)],
    ['dates', times(150, () => `2026-${random(12) + 1}-${random(28) + 1}T${random(24)}:${random(60)}:${random(60)}.${random(999)}Z`)],
    ['classes', times(150, () => `css-${letters(6, hex)} Mui${letters(4, lower)}-root btn--${letters(5, lower)} sc-${letters(6, base64)}`)],
    ['han', times(100, () => times(20, () => String.fromCodePoint(0x4e00 + random(0x5000))).join(''))],
    ['hangul', times(100, () => times(20, () => String.fromCodePoint(0xac00 + random(11000))).join(''))],
    ['rare letters', times(100, () => times(12, () => String.fromCodePoint(pick([0x1200, 0x13a0, 0x1400, 0x0f40, 0x1780, 0x2c00, 0xa000, 0x10400, 0x12000, 0x1d400]) + random(60))).join(''))],
    ['marks', times(60, () => times(8, () => 'zalgo'[random(5)] + times(4, () => String.fromCodePoint(0x300 + random(0x6f))).join('')).join(''))],
    ['escapes', times(100, () => `a\\u{202e}b\\u{${letters(4, hex)}} \\"x\\"`)],
  ];
}

/** Lines of the files under a folder. */
export function files(folder, ending, most = 200) {
  const found = [];
  const walk = (at) => {
    for (const name of readdirSync(at).sort()) {
      if (name === 'node_modules' || name === 'target' || name.startsWith('.')) continue;
      const path = join(at, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (ending.some((end) => name.endsWith(end))) found.push(path);
    }
  };
  walk(folder);
  return found.slice(0, most).map((path) => [path, readFileSync(path, 'utf8')]);
}

/** The texts of a saved page, one a line. */
function texts(html) {
  return html
    .replace(/<(script|style|noscript|svg)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&(nbsp|#160);/g, ' ').replace(/&amp;/g, '&').replace(/&quot;/g, '"').replace(/&lt;/g, '<').replace(/&gt;/g, '>')
    .split('\n').map((line) => line.trim()).filter(Boolean);
}

/** All documents, each with what it is of. `pages` is a folder of saved pages, if there is one. */
export function documents({ pages, code }) {
  const all = [];
  const add = (kind, list) => {
    for (const part of chunks(list, 30)) {
      all.push([kind, observation(part)]);
      all.push([`${kind} (plain)`, part.join('\n')]);
    }
  };
  for (const [kind, list] of [...names(), ...shops(), ...hard()]) add(kind, list);
  if (pages) for (const [, html] of files(pages, ['.html'], 400)) add('page', texts(html).slice(0, 240));
  for (const [, text] of files(code, ['.rs', '.md', '.mjs', '.yaml'], 120)) {
    for (const part of chunks(text.split('\n'), 40).slice(0, 6)) all.push(['code', part.join('\n')]);
  }
  return all.filter(([, text]) => text.trim());
}
