import { copyFile, cp, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyDrivers } from './client-program.js';
import { checkOutRelease } from './release-commit.js';
import { run, scratchFolder } from './run.js';

const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';
/** Redocly sends no telemetry and looks for no updates. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
/** The options with which a release generates its client, whose documents are those of the release. */
const GENERATE = [
  ...['generate-client', 'openapi/store-api.released.json', '--server-url', '/'],
  ...['--args-style', 'grouped', '--runtime', 'module', '--output-mode', 'split'],
  ...['--error-mode', 'result', '--output', 'clients/typescript/src/generated/store-api.ts'],
];

/** Makes a folder with the clients of a release of the service, and its `wso` if it has one, as stores have installed them. */
export async function givenEarlierKit(version: string): Promise<string> {
  const folder = await scratchFolder();
  const checkout = await checkOutRelease(folder, version, ['clients', 'openapi', 'tsconfig.json']);
  await run(process.execPath, [resolve(REDOCLY), ...GENERATE], {
    cwd: checkout,
    env: { ...process.env, ...QUIET },
  });
  const client = join(folder, 'node_modules/@wholesale-store-orders/client');
  await mkdir(client, { recursive: true });
  const clients = join(checkout, 'clients');
  await copyFile(join(clients, 'typescript/package.json'), join(client, 'package.json'));
  await bundle(checkout, 'clients/typescript/src/index.ts', join(client, 'dist/esm/index.js'));
  for (const file of ['python/wholesale_store_orders.py', 'php/WholesaleStoreOrders.php']) {
    await copyFile(join(clients, file), join(folder, file.replace(/^\w+\//, '')));
  }
  await copyDrivers(folder);
  if (version !== '1.1.0') {
    await cp(join(clients, 'wso/package.json'), join(folder, 'package/package.json'));
    await bundle(checkout, 'clients/wso/src/main.ts', join(folder, 'package/dist/wso.js'));
  }
  return folder;
}

/** Bundles a program of a release into one file, without its types, which no running program has. */
async function bundle(checkout: string, source: string, file: string): Promise<void> {
  const options = ['--platform', 'node', '--external', 'pg-native,pg-cloudflare'];
  const output = ['--file', file, '--no-codeSplitting'];
  const rolldown = resolve('node_modules/rolldown/bin/cli.mjs');
  await run(process.execPath, [rolldown, source, ...options, ...output], { cwd: checkout });
}
