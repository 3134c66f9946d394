// The TypeScript client: `generate` writes its types and calls from the Store API's document, `check` fails when
// they are not what the document says, `pack [folder]` builds it and packs it as a .tgz.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUIET_ENV, REDOCLY } from './redocly.js';

const DOCUMENT = 'openapi/store-api.json';
const CLIENT = 'clients/typescript';
const GENERATED = `${CLIENT}/src/generated`;

const commands = { generate, check, pack };
const command = commands[process.argv[2]];
if (command === undefined) {
  process.stderr.write(`usage: npm run client -- ${Object.keys(commands).join(' | ')}\n`);
  process.exit(2);
}
command(process.argv[3]);

function generate() {
  rmSync(GENERATED, { recursive: true, force: true });
  generateInto(GENERATED);
}

function check() {
  const fresh = mkdtempSync(join(tmpdir(), 'wso-client-'));
  generateInto(fresh);
  if (textOf(fresh) !== textOf(GENERATED)) {
    process.stderr.write(`${GENERATED} is not what ${DOCUMENT} says: npm run client:generate\n`);
    process.exitCode = 1;
  }
  rmSync(fresh, { recursive: true });
}

function pack(destination = CLIENT) {
  // Apart, so that a pack never takes up what another is just building.
  const folder = mkdtempSync(join(tmpdir(), 'wso-client-'));
  for (const file of ['package.json', 'README.md']) cpSync(join(CLIENT, file), join(folder, file));
  run('node_modules/typescript/bin/tsc', '-p', CLIENT, '--outDir', join(folder, 'dist'));
  execFileSync('npm', ['pack', folder, '--pack-destination', destination, '--silent'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  rmSync(folder, { recursive: true });
}

function generateInto(folder) {
  const output = join(folder, 'store-api.ts');
  const options = [
    '--runtime',
    'module',
    '--error-mode',
    'result',
    '--args-style',
    'grouped',
    '--output-mode',
    'split',
  ];
  run(REDOCLY, 'generate-client', DOCUMENT, '--output', output, ...options);
}

/** Every file below a folder, its name with its content. */
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
