// Makes the tables of the token estimate from the real encoding, and the sample that it is tested on. See README.md.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { documents } from './corpus.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const tables = join(here, '../../src/observation/tokens');
const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const all = documents({ pages: option('--pages'), code: join(here, '../../../intent') });

// The encoding's own way to cut a text.
const PIECES = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+('s|'t|'re|'ve|'m|'ll|'d)?`,
    String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*('s|'t|'re|'ve|'m|'ll|'d)?`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'gu',
);

// Letters are of 27 classes: a to z, and all others.
const SIDE = 27;
const classOf = (letter) => {
  const lower = letter.toLowerCase();
  return lower.length === 1 && lower >= 'a' && lower <= 'z' ? lower.charCodeAt(0) - 97 : 26;
};
// What is added to the cost of a word besides its pairs.
const BARE = SIDE * SIDE; // nothing before it
const SIGN = BARE + 1; // a sign before it
const CAPITALS = BARE + 2; // each capital after the first letter
const CAPITAL = BARE + 3; // a capital first
// A cost is written as one digit to the base of 36, in units of this.
const UNIT = 1 / 20;
// The fit is a mean that leans to the upper side. So much more makes it a bound for nearly every document.
const MARGIN = 1.45;

function fit() {
  const words = new Map();
  for (const [, text] of all) {
    for (const piece of text.match(PIECES) ?? []) {
      const parts = piece.match(/^([^\p{L}]?)(\p{Script=Latin}+)$/u);
      if (!parts) continue;
      const word = words.get(piece) ?? { tokens: encode(piece).length, seen: 0, before: parts[1], letters: [...parts[2]] };
      word.seen += 1;
      words.set(piece, word);
    }
  }
  const rows = [...words.values()].map(({ tokens, seen, before, letters }) => {
    const features = [];
    for (let at = 1; at < letters.length; at++) {
      features.push(classOf(letters[at - 1]) * SIDE + classOf(letters[at]));
      if (letters[at] !== letters[at].toLowerCase()) features.push(CAPITALS);
    }
    if (before === '') features.push(BARE);
    else if (before !== ' ') features.push(SIGN);
    if (letters[0] !== letters[0].toLowerCase()) features.push(CAPITAL);
    return { features, wanted: tokens - 1, weight: Math.sqrt(Math.min(seen, 30)) };
  });
  const cost = new Float64Array(CAPITAL + 1).fill(0.1);
  for (let round = 0; round < 200; round++) {
    const pace = 0.02 / (1 + round / 40);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[(at * 7919) % rows.length];
      const error = row.features.reduce((sum, feature) => sum + cost[feature], 0) - row.wanted;
      // Too little is worse than too much.
      const step = Math.max(-1, Math.min(1, (error < 0 ? 1.75 : 0.5) * error * row.weight));
      for (const feature of row.features) {
        cost[feature] = Math.max(0, cost[feature] - (pace * step) / Math.sqrt(row.features.length));
      }
    }
  }
  const digit = (tokens) => Math.min(35, Math.ceil(tokens / UNIT - 0.5)).toString(36);
  const lines = [];
  for (let first = 0; first < SIDE; first++) {
    lines.push([...cost.slice(first * SIDE, (first + 1) * SIDE)].map((tokens) => digit(tokens * MARGIN)).join(''));
  }
  writeFileSync(join(tables, 'pairs.txt'), lines.join('\n') + '\n');
  const added = { BARE: cost[BARE], SIGN: cost[SIGN], CAPITALS: cost[CAPITALS], CAPITAL: cost[CAPITAL] };
  console.log(words.size, 'words; put these into the code:', added);

  let single = '';
  for (const [first, last] of [[0x4e00, 0x9fff], [0xac00, 0xd7a3]]) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      if (encode(character).length === 1) single += character;
    }
  }
  writeFileSync(join(tables, 'single.txt'), single + '\n');
}

function count() {
  const seen = new Set();
  const chosen = process.argv.includes('--all') ? all : all.filter(([kind]) => !kind.endsWith('(plain)') && !seen.has(kind) && seen.add(kind));
  const shortened = (text) => (process.argv.includes('--all') ? text : text.slice(0, 500).replace(/[\ud800-\udbff]$/, ''));
  const counted = chosen.map(([kind, text]) => [kind, shortened(text), encode(shortened(text)).length]);
  writeFileSync(option('--out') ?? join(tables, 'counted.json'), JSON.stringify(counted, null, 0) + '\n');
  console.log(counted.length, 'documents');
}

({ fit, count })[process.argv[2]]?.() ?? (process.argv[2] || console.log('usage: calibrate.mjs fit | count'));
