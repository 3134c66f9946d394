// The OpenAPI documents and the Postman collection as files. `write` generates them from the code. `check` fails if they
// do not match the code, if the linter finds a problem, or if a change breaks stores that were built for the
// released document. `release` makes the current document the released one.
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import prettier from 'prettier';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../dist/ormconfig.js';
import { AppModule } from '../dist/src/app.module.js';
import { readSettings } from '../dist/src/platform/config/settings.js';
import {
  adminApiDocument,
  dashboardApiDocument,
  storeApiDocument,
  withDomainParameter,
} from '../dist/src/docs/docs.js';
import { openLog } from '../dist/src/platform/observability/logger.js';
import { postmanCollection } from './postman-collection.js';
import { QUIET_ENV, REDOCLY } from './redocly.js';

const STORE_API = 'openapi/store-api.json';
const ADMIN_API = 'openapi/admin-api.json';
const DASHBOARD_API = 'openapi/dashboard-api.json';
const COLLECTION = 'openapi/store-api.postman_collection.json';
const RELEASED = 'openapi/store-api.released.json';

const commands = { write, check, release };
const command = commands[process.argv[2]];
if (command === undefined) {
  process.stderr.write(`usage: npm run openapi -- ${Object.keys(commands).join(' | ')}\n`);
  process.exit(2);
}
const findings = (await command()) ?? [];
for (const finding of findings) process.stderr.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;

async function write() {
  await mkdir('openapi', { recursive: true });
  for (const [path, text] of await filesOfTheCode()) await writeFile(path, text);
}

async function release() {
  await write();
  await copyFile(STORE_API, RELEASED);
}

async function check() {
  const stale = [];
  for (const [path, text] of await filesOfTheCode()) {
    const kept = await readFile(path, 'utf8').catch(() => null);
    if (kept !== text) stale.push(`${path} does not match the code: run npm run openapi:write`);
  }
  // Lint and comparison read the files, so the files must match the code first.
  return stale.length > 0 ? stale : [...lintFindings(), ...breakingChanges()];
}

async function filesOfTheCode() {
  const { store, admin, dashboard } = await documents();
  const files = [
    [STORE_API, withDomainParameter(store)],
    [ADMIN_API, admin],
    [DASHBOARD_API, dashboard],
    [COLLECTION, await postmanCollection(store)],
  ];
  return Promise.all(
    files.map(async ([path, content]) => [
      path,
      await prettier.format(JSON.stringify(content), { parser: 'json', printWidth: 100 }),
    ]),
  );
}

/** In preview mode Nest reads the modules without creating services, so nothing connects to a database. */
async function documents() {
  const app = await NestFactory.create(
    AppModule.of({
      settings: readSettings({}),
      dataSource: new DataSource(dataSourceOptions({ url: 'postgres://nowhere' })),
      log: openLog('silent'),
    }),
    { preview: true, logger: false, abortOnError: false },
  );
  return {
    store: storeApiDocument(app),
    admin: adminApiDocument(app),
    dashboard: dashboardApiDocument(app),
  };
}

function lintFindings() {
  const documents = [STORE_API, ADMIN_API, DASHBOARD_API];
  const { status, stdout, stderr } = redocly('lint', ...documents, '--format', 'stylish');
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

/** Returns a JSON pointer in readable form. */
function placeOf({ path }) {
  return path.slice('#/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Why a change breaks a store, or null. Two kinds of loss count here that Redocly does not count. */
function breakReason({ impact, verdicts, kind, path, property, base, revision }) {
  if (impact === 'major') return verdicts.map(({ message }) => message).join(' ');
  // A store that still sends the field would not notice that it is ignored.
  if (kind === 'removed' && /\/properties\/\w+$/.test(path)) return 'is no longer read.';
  // A store that waits for the value would wait indefinitely.
  const lost =
    property === 'enum' ? base.value.filter((value) => !revision.value.includes(value)) : [];
  return lost.length > 0 ? `no longer has ${lost.join(', ')}.` : null;
}

function redocly(...args) {
  return spawnSync(process.execPath, [REDOCLY, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: QUIET_ENV,
  });
}
