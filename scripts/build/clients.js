// Writes the clients that are generated from the OpenAPI documents: one in the TypeScript client for stores, two in the dashboard's pages.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { QUIET_ENV, REDOCLY } from './redocly.js';

const run = promisify(execFile);
const STORE = 'clients/typescript/src/generated';
const PAGES = 'web/src/api/generated';
const STORE_OPTIONS = [
  ...['--runtime', 'module'],
  ...['--output-mode', 'split'],
  ...['--error-mode', 'result'],
];

for (const folder of [STORE, PAGES]) rmSync(folder, { recursive: true, force: true });
await Promise.all([
  generate('store', join(STORE, 'store-api.ts'), STORE_OPTIONS),
  generate('dashboard', join(PAGES, 'dashboard-types.ts')),
  generate('admin', join(PAGES, 'admin-types.ts')),
]);
writeOperations('dashboard');
writeOperations('admin');

async function generate(api, file, options = []) {
  // Pages call the service that they came from; stores name theirs.
  const shared = ['--server-url', '/', '--args-style', 'grouped', '--output', file];
  const document = `dist/openapi/${api}-api.json`;
  const args = [REDOCLY, 'generate-client', document, ...shared, ...options];
  await run(process.execPath, args, { env: QUIET_ENV });
}

/**
 * Writes the operations of an API for TanStack Query, one line each, for web/src/api/operations.ts. The pages only use the
 * types of Redocly's client, whose runtime is larger than all operations together.
 * - files are downloaded by links
 */
function writeOperations(api) {
  const client = readFileSync(join(PAGES, `${api}-types.ts`), 'utf8');
  const types = new Set(client.match(/(?<=^export type )\w+/gm));
  const { paths } = JSON.parse(readFileSync(`dist/openapi/${api}-api.json`, 'utf8'));
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => isJson(responses))
      .map(([method, { operationId }]) => lineOf(types, operationId, method.toUpperCase(), path)),
  );
  const imports = [
    `import type * as Api from './${api}-types';`,
    "import { changing, reading } from '../operations';",
  ];
  writeFileSync(join(PAGES, `${api}.ts`), [...imports, ...lines, ''].join('\n'));
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
