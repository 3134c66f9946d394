// Generates clients from the served OpenAPI document with other people's generators, and makes calls with each: see
// test/generators/README.md.
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { otherNode, providePackages } from '../other-node.js';

const FOLDER = resolve('test/generators');
const OUT = join(FOLDER, 'out');
const DOCUMENT = join(OUT, 'store-api.json');
/** Two of the generators need a newer Node than the service does. */
const NODE = otherNode('node-24');
const program = (path) => join(FOLDER, 'node_modules', path);
const into = (name) => join(OUT, name, 'generated');

const GENERATORS = {
  orval: () => [program('orval/dist/bin/orval.mjs')],
  'hey-api': (name) => [
    program('@hey-api/openapi-ts/bin/run.js'),
    ...['-i', DOCUMENT, '-o', into(name), '-c', '@hey-api/client-fetch'],
  ],
  'openapi-typescript': (name) => [
    program('openapi-typescript/bin/cli.js'),
    ...[DOCUMENT, '-o', join(into(name), 'api.ts')],
  ],
  'swagger-typescript-api': (name) => [
    program('swagger-typescript-api/dist/cli.mjs'),
    ...['generate', '-p', DOCUMENT, '-o', into(name), '-n', 'api.ts'],
  ],
};

const dataDir = mkdtempSync(join(tmpdir(), 'wso-generators-'));
const port = randomInt(10_000, 30_000);
const baseUrl = `http://localhost:${port}`;
const service = spawn(process.execPath, ['dist/service/main.js'], {
  env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise((end) => service.once('exit', end));
try {
  providePackages(FOLDER);
  const access = await demoAccess();
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  writeFileSync(DOCUMENT, await (await fetch(`${baseUrl}/docs-json`)).text());
  compileClients(access);
  for (const name of Object.keys(GENERATORS)) expectCalls(name, access);
  await expectPostmanCalls(access);
  runCollection(access);
} finally {
  service.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

/** Waits for the service and its demo. */
async function demoAccess() {
  for (let tries = 0; ; tries += 1) {
    const isReady = await fetch(`${baseUrl}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (tries === 240 || service.exitCode !== null) throw new Error('The service did not start');
    await sleep(250);
  }
  const { clients } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  return { STORE_URL: baseUrl, STORE_TOKEN: clients[0].token, STORE_DOMAIN: clients[0].domain };
}

/** Generates the clients, and compiles them together, because most of a compilation is reading the compiler and its libraries. */
function compileClients(access) {
  for (const [name, generator] of Object.entries(GENERATORS)) {
    mkdirSync(into(name), { recursive: true });
    runNode(generator(name), access);
    for (const file of ['access', name]) {
      cpSync(join(FOLDER, 'programs', `${file}.mts`), join(OUT, name, `${file}.mts`));
    }
  }
  const compilerOptions = {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    skipLibCheck: true,
    types: [],
    outDir: 'js',
    rootDir: '.',
  };
  const config = { compilerOptions, include: ['.'] };
  writeFileSync(join(OUT, 'tsconfig.json'), JSON.stringify(config));
  execFileSync(NODE, [program('typescript/bin/tsc'), '-p', OUT], { stdio: 'inherit' });
}

function expectCalls(name, access) {
  // Each run is another order.
  for (let run = 0; run < 2; run += 1) {
    const said = runNode([join(OUT, 'js', name, `${name}.mjs`)], access);
    expectEqual(name, said, '47 products, awaiting_payment');
  }
}

function runNode(args, access) {
  const env = { PATH: process.env.PATH, ...access };
  const stdio = ['ignore', 'pipe', 'inherit'];
  return execFileSync(NODE, args, { cwd: FOLDER, env, encoding: 'utf8', stdio }).trim();
}

/** Sends the first request of Postman's import and, twice, its order. Only the values of both headers are replaced. */
async function expectPostmanCalls({ STORE_TOKEN: token, STORE_DOMAIN: domain }) {
  const converter = createRequire(join(FOLDER, 'package.json'))('openapi-to-postmanv2');
  const data = readFileSync(DOCUMENT, 'utf8');
  const collection = await new Promise((done, fail) => {
    const options = { parametersResolution: 'Example' };
    converter.convertV2({ type: 'string', data }, options, (error, { result, reason, output }) => {
      if (error || !result) fail(new Error(error?.message ?? reason));
      else done(output[0].data);
    });
  });
  const [first, ...others] = requestsOf(collection.item);
  const header = first.header.find(({ key }) => key === 'X-Client-Domain');
  expectEqual('Postman', `${header?.disabled} ${collection.auth?.type}`, 'false bearer');
  const order = others.find(({ method, url }) => `${method} ${url.path}` === 'POST api,orders');
  const statuses = [];
  for (const { method, url, header: sent, body } of [first, order, order]) {
    const headers = sent.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
    const response = await fetch(`${baseUrl}/${url.path.join('/')}`, {
      method,
      headers: {
        ...Object.fromEntries(headers),
        'X-Client-Domain': domain,
        Authorization: `Bearer ${token}`,
      },
      body: body?.raw,
    });
    statuses.push(response.status);
  }
  expectEqual('Postman', statuses.join(), '200,201,201');
}

/** Runs the collection of the downloads with Postman's runner, which fails if an assertion does. */
function runCollection({ STORE_TOKEN: token, STORE_DOMAIN: domain }) {
  const variables = [`base_url=${baseUrl}`, `token=${token}`, `domain=${domain}`];
  execFileSync(
    NODE,
    [
      ...[program('newman/bin/newman.js'), 'run', '--reporters', 'progress'],
      ...[`${baseUrl}/docs/downloads/store-api.postman_collection.json`],
      ...variables.flatMap((variable) => ['--env-var', variable]),
    ],
    { cwd: FOLDER, stdio: 'inherit' },
  );
  process.stdout.write('newman: no assertion failed\n');
}

function requestsOf(items) {
  return items.flatMap(({ item, request }) => (item === undefined ? [request] : requestsOf(item)));
}

function expectEqual(name, received, expected) {
  if (received !== expected) throw new Error(`${name}: ${received}, expected ${expected}`);
  process.stdout.write(`${name}: ${received}\n`);
}
