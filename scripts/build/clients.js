// Writes the clients that are generated from the OpenAPI documents: one in the TypeScript client for stores, two in the dashboard's pages.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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

for (const folder of [STORE, PAGES]) rmSync(folder, { recursive: true, force: true });
await Promise.all([
  generate('store', STORE, ['--error-mode', 'result']),
  generate('dashboard', join(PAGES, 'dashboard')),
  generate('admin', join(PAGES, 'admin')),
]);
writeOperations('dashboard');
writeOperations('admin');

async function generate(api, folder, options = []) {
  const output = ['--output', join(folder, `${api}-api.ts`)];
  const document = `dist/openapi/${api}-api.json`;
  const args = [REDOCLY, 'generate-client', document, ...output, ...SHARED_OPTIONS, ...options];
  await run(process.execPath, args, { env: QUIET_ENV });
}

/**
 * Writes the operations of an API for TanStack Query: one line each, for web/src/api/operations.ts. The pages use only the
 * types of Redocly's client, whose runtime is larger than all operations together. Files are downloaded by links.
 */
function writeOperations(api) {
  const client = join(PAGES, api, `${api}-api.ts`);
  const types = new Set(readFileSync(client, 'utf8').match(/(?<=^export type )\w+/gm));
  const { paths } = JSON.parse(readFileSync(`dist/openapi/${api}-api.json`, 'utf8'));
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => isJson(responses))
      .map(([method, { operationId }]) => lineOf(types, operationId, method.toUpperCase(), path)),
  );
  const imports = [
    `import type * as Api from './${api}-api';`,
    "import { changing, reading } from '../../operations';",
  ];
  writeFileSync(join(PAGES, api, `${api}-api.tanstack.ts`), [...imports, ...lines, ''].join('\n'));
}

function isJson(responses) {
  const { content = {} } = responses[200] ?? responses[201];
  return Object.keys(content).join() === 'application/json';
}

function lineOf(types, operation, method, path) {
  const name = operation[0].toUpperCase() + operation.slice(1);
  // Redocly appends a number where a name is that of an export of its own.
  const type = types.has(`${name}Result`) ? name : `${name}_2`;
  const variables = types.has(`${type}Variables`) ? `Api.${type}Variables` : 'void';
  const call = `<${variables}, Api.${type}Result>`;
  return method === 'GET'
    ? `export const ${operation}Options = /* @__PURE__ */ reading${call}('${operation}', '${path}');`
    : `export const ${operation}Mutation = /* @__PURE__ */ changing${call}('${method}', '${path}');`;
}
