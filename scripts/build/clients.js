// Writes the clients that are generated from the OpenAPI documents: one in the TypeScript client for stores, two in the dashboard's pages.
import { execFile } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { QUIET_ENV, REDOCLY } from './redocly.js';

const run = promisify(execFile);
const STORE = 'clients/typescript/src/generated';
const PAGES = 'web/src/api/generated';
const SHARED_OPTIONS = [
  // Pages call the service that they came from; stores name theirs.
  ...['--server-url', '/'],
  ...['--runtime', 'module'],
  ...['--args-style', 'grouped'],
  ...['--output-mode', 'split'],
];
/** The dashboard's pages ask for data through TanStack Query, which expects failures to be thrown. */
const PAGES_OPTIONS = [
  ...['--error-mode', 'throw'],
  ...['--generator', 'typescript'],
  ...['--generator', 'tanstack-query'],
];

for (const folder of [STORE, PAGES]) rmSync(folder, { recursive: true, force: true });
await Promise.all([
  generate('store', STORE, ['--error-mode', 'result']),
  generate('dashboard', join(PAGES, 'dashboard'), PAGES_OPTIONS),
  generate('admin', join(PAGES, 'admin'), PAGES_OPTIONS),
]);
shareRuntime('dashboard', 'admin');

async function generate(api, folder, options) {
  const output = ['--output', join(folder, `${api}-api.ts`)];
  const document = `dist/openapi/${api}-api.json`;
  const args = [REDOCLY, 'generate-client', document, ...output, ...SHARED_OPTIONS, ...options];
  await run(process.execPath, args, { env: QUIET_ENV });
}

/** Replaces the identical runtimes of the pages' clients with one. */
function shareRuntime(...apis) {
  for (const api of apis) {
    const client = join(PAGES, api, `${api}-api.ts`);
    writeFileSync(client, readFileSync(client, 'utf8').replaceAll("'./runtime/", "'../runtime/"));
    rmSync(join(PAGES, 'runtime'), { recursive: true, force: true });
    renameSync(join(PAGES, api, 'runtime'), join(PAGES, 'runtime'));
  }
}
