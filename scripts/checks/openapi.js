// Checks the built OpenAPI documents and the workflows: `check` fails if Redocly's linter finds a problem, or if a change
// breaks stores that were built for the released document. `release` makes the current document the released one.
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { QUIET_ENV, REDOCLY } from '../build/redocly.js';

const DOCUMENTS = ['store', 'admin', 'dashboard'].map((api) => `dist/openapi/${api}-api.json`);
const [STORE_API] = DOCUMENTS;
const WORKFLOWS = 'examples/store-api.arazzo.yaml';
const RELEASED = 'openapi/store-api.released.json';

const commands = { check, release };
const command = commands[process.argv[2]];
if (command === undefined) {
  process.stderr.write(
    `usage: npm run openapi:${Object.keys(commands).join(' | npm run openapi:')}\n`,
  );
  process.exit(2);
}
command();

function check() {
  const findings = [...lintFindings(), ...breakingChanges()];
  for (const finding of findings) process.stderr.write(`${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}

/** Makes the Store API's current document the released one, in one line: it is compared, not read. */
function release() {
  copyFileSync(STORE_API, RELEASED);
}

function lintFindings() {
  const { status, stdout, stderr } = redocly(
    'lint',
    ...DOCUMENTS,
    WORKFLOWS,
    '--format',
    'stylish',
  );
  return status === 0 ? [] : [stdout.trim() || stderr];
}

function breakingChanges() {
  const { stdout, stderr } = redocly('diff', RELEASED, STORE_API, '--format', 'json');
  if (!stdout.startsWith('{')) return [stderr];
  const broken = JSON.parse(stdout)
    .changes.map((change) => ({ change, reason: breakReason(change) }))
    .filter(({ reason }) => reason !== null)
    .map(
      ({ change, reason }) => `breaking change since the release: ${placeOf(change)}: ${reason}`,
    );
  return broken.length === 0
    ? []
    : [...broken, 'To release a breaking change on purpose, run npm run openapi:release'];
}

/** Writes a JSON pointer in readable form. */
function placeOf({ path }) {
  return path.slice('#/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Says why a change breaks a store, or null. Counts two kinds of loss that Redocly does not count. */
function breakReason({ impact, verdicts, kind, path, property, base, revision }) {
  // The service replaces it by its own address.
  if (path.startsWith('#/servers/')) return null;
  // Stores treat a code that they do not know like its status: the start page says so. A warning refuses nothing.
  const hasNewCodes =
    property === 'enum' &&
    /\/responses\/[45]\d\d\/.*\/code$|\/headers\/X-\w+-Warning\/schema$/.test(path);
  if (impact === 'major' && !hasNewCodes) return verdicts.map(({ message }) => message).join(' ');
  // A store that still sends the field would not notice that it is ignored.
  if (kind === 'removed' && /\/properties\/\w+$/.test(path)) return 'is no longer read.';
  // A store that waits for the value would wait indefinitely.
  const lost =
    property === 'enum' && base.value !== undefined
      ? base.value.filter((value) => !revision.value.includes(value))
      : [];
  return lost.length > 0 ? `no longer has ${lost.join(', ')}.` : null;
}

function redocly(...args) {
  return spawnSync(process.execPath, [REDOCLY, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: QUIET_ENV,
  });
}
