// Writes the test documents for the token counter, with their exact counts. See README.md.

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

const seen = new Set();
const chosen = process.argv.includes('--all') ? all : all.filter(([kind]) => !kind.endsWith('(plain)') && !seen.has(kind) && seen.add(kind));
const shortened = (text) => (process.argv.includes('--all') ? text : text.slice(0, 500).replace(/[\ud800-\udbff]$/, ''));
const counted = chosen.map(([kind, text]) => [kind, shortened(text), encode(shortened(text)).length]);
writeFileSync(option('--out') ?? join(tables, 'counted.json'), JSON.stringify(counted, null, 0) + '\n');
console.log(counted.length, 'documents');
