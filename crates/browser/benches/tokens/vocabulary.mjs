// Writes the vocabulary of o200k_base in the program's lookup format. See README.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(dirname(createRequire(import.meta.url).resolve('gpt-tokenizer/package.json')), 'data/o200k_base.tiktoken');
const target = join(here, '../../src/observation/tokens/vocabulary.bin');

const BUCKETS = 1 << 16;

// FNV-1a, folded to sixteen bits.
const bucketOf = (token) => {
  let hash = 0x811c9dc5;
  for (const byte of token) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
};

const lines = readFileSync(source, 'utf8').trim().split('\n');
const buckets = Array.from({ length: BUCKETS }, () => []);
for (const line of lines) {
  const [encoded, rank] = line.split(' ');
  const token = Buffer.from(encoded, 'base64');
  if (token.length > 255) throw new Error(`a token of ${token.length} bytes`);
  const entry = Buffer.alloc(4);
  entry.writeUInt8(token.length, 0);
  entry.writeUIntLE(Number(rank), 1, 3);
  buckets[bucketOf(token)].push(Buffer.concat([entry, token]));
}
const starts = Buffer.alloc(3 * (BUCKETS + 1));
let at = 0;
buckets.forEach((bucket, place) => {
  starts.writeUIntLE(at, 3 * place, 3);
  for (const entry of bucket) at += entry.length;
});
starts.writeUIntLE(at, 3 * BUCKETS, 3);
writeFileSync(target, Buffer.concat([starts, ...buckets.flat()]));
console.log(lines.length, 'tokens,', starts.length + at, 'bytes');
