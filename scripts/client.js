// The generated clients of the APIs: `generate` writes their types and calls from the OpenAPI documents, `check` fails
// if they do not match the documents, and `pack [folder]` builds the TypeScript client as a .tgz.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packClient } from './pack-client.js';
import { QUIET_ENV, REDOCLY } from './redocly.js';

const CLIENT = 'clients/typescript';
const SHARED_OPTIONS = [
  ...['--runtime', 'module'],
  ...['--args-style', 'grouped'],
  ...['--output-mode', 'split'],
];
/** The dashboard's pages ask for data through TanStack Query, which wants failures thrown. */
const PAGES_OPTIONS = [
  ...['--error-mode', 'throw'],
  ...['--generator', 'typescript'],
  ...['--generator', 'tanstack-query'],
];
const GENERATED = [
  {
    document: 'openapi/store-api.json',
    folder: `${CLIENT}/src/generated`,
    file: 'store-api.ts',
    options: ['--error-mode', 'result'],
  },
  {
    document: 'openapi/dashboard-api.json',
    folder: 'web/src/api/generated/dashboard',
    file: 'dashboard-api.ts',
    options: PAGES_OPTIONS,
  },
  {
    document: 'openapi/admin-api.json',
    folder: 'web/src/api/generated/admin',
    file: 'admin-api.ts',
    options: PAGES_OPTIONS,
  },
];

const commands = { generate, check, pack };
const command = commands[process.argv[2]];
if (command === undefined) {
  process.stderr.write(`usage: npm run client -- ${Object.keys(commands).join(' | ')}\n`);
  process.exit(2);
}
command(process.argv[3]);

function generate() {
  for (const client of GENERATED) {
    rmSync(client.folder, { recursive: true, force: true });
    generateInto(client.folder, client);
  }
}

function check() {
  for (const client of GENERATED) {
    const fresh = mkdtempSync(join(tmpdir(), 'wso-client-'));
    generateInto(fresh, client);
    if (textOf(fresh) !== textOf(client.folder)) {
      const { folder, document } = client;
      process.stderr.write(`${folder} does not match ${document}: run npm run client:generate\n`);
      process.exitCode = 1;
    }
    rmSync(fresh, { recursive: true });
  }
}

function pack(destination = CLIENT) {
  process.stdout.write(`${packClient(destination)}\n`);
}

function generateInto(folder, { document, file, options }) {
  const output = ['--output', join(folder, file)];
  run(REDOCLY, 'generate-client', document, ...output, ...SHARED_OPTIONS, ...options);
}

/** Returns the names and contents of all files below a folder, as one text. */
function textOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path.slice(folder.length)}\n${readFileSync(path, 'utf8')}`)
    .sort()
    .join('\n');
}

function run(program, ...args) {
  try {
    execFileSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: QUIET_ENV,
    });
  } catch ({ stdout, stderr }) {
    process.stderr.write(`${stdout}${stderr}\n`);
    process.exit(1);
  }
}
