import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  createStoreClient,
  type StoreClient,
  type StoreClientOptions,
} from '../../../clients/typescript/src/index.js';
import { TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import {
  givenClient,
  givenProduct,
  orderBody,
  type GivenClient,
} from '../../support/shop/given.js';
import { codeBlocks, programOfDocs } from '../../support/documents/markdown.js';
import { run, scratchFolder } from '../../support/processes/run.js';

const app = await TestApp.start();
const client = await givenClient(app);
const { sku } = await givenProduct(app, { sku: 'TW-GLS-06' });
await givenProduct(app);
const proxy = await FlakyProxy.before(app.baseUrl);
const clientWith = (
  options: Partial<StoreClientOptions> = {},
  { token, domain }: GivenClient = client,
) => createStoreClient({ baseUrl: proxy.baseUrl, token, domain, ...options });
const store = clientWith();
beforeEach(() => proxy.next());
afterAll(() => app.expectInvariants());

const orderOf = (ordered: string) =>
  orderBody({ sku: ordered, quantity: 1 }) as unknown as Parameters<StoreClient['placeOrder']>[0];

describe('the TypeScript client, apart from what all clients do', () => {
  it('says how often it tried, and why', async () => {
    const hasty = clientWith({ retry: { tries: 2, tryTimeoutMs: 500 } });
    proxy.next('lost', 'silent');
    await expect(hasty.listProducts()).rejects.toThrow(/tried 2 times, .*TimeoutError/);
    const closed = await FlakyProxy.before(proxy.baseUrl);
    const nowhere = clientWith({ baseUrl: closed.baseUrl, retry: { tries: 1 } });
    closed.stop();
    await expect(nowhere.placeOrder(orderOf(sku))).rejects.toThrow('ECONNREFUSED');
    expect(() => clientWith({ token: `${client.token}\n` })).toThrow(
      /^token must be printable ASCII/,
    );
  });

  it('reads lists in whole pages unless it is asked for smaller ones', async () => {
    expect(store.pollSeconds('listChanges')).toBeNull();
    const sizes: number[] = [];
    for await (const { data } of store.productPages()) sizes.push(data.length);
    expect(sizes).toEqual([2]);
  });

  it('stops on the given abort signal, also while it waits', async () => {
    proxy.next({ status: 503, retryAfter: 20 });
    const caller = new AbortController();
    const reason = new Error('the customer has left');
    const left = expect(store.listProducts({}, { signal: caller.signal })).rejects.toBe(reason);
    await eventually(() => proxy.seen.length === 1);
    setTimeout(() => caller.abort(reason), 300);
    await left;
    expect(proxy.seen).toHaveLength(1);
  });
});

it('the package of the TypeScript client installs from its package into an empty folder and does what its README shows', async () => {
  const readme = await readFile('clients/typescript/README.md', 'utf8');
  const blocks = (language: string): string[] =>
    [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
      ([, code = '']) => code,
    );
  const folder = await scratchFolder();
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const [pack = '', install = '', ...others] = blocks('sh');
  expect(others).toEqual([]);
  // The registry is not needed, and the tests run after `npm ci`.
  const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' };
  const shell = (script: string, cwd: string) =>
    run('sh', ['-ec', script.replaceAll('/tmp', folder)], { cwd, env });
  expect(pack).toMatch(/^npm ci && /);
  await shell(pack.replace('npm ci && ', ''), '.');
  await shell(install, folder);

  const { token, domain } = client;
  const access = { baseUrl: proxy.baseUrl, token, domain, orderId: 'SHOP-1001' };
  const ofPage = await programOfDocs('updates', 'ts', access);
  const programs = [...blocks('ts'), ofPage, ofPage];
  await mkdir(join(folder, 'src'));
  for (const [index, code] of programs.entries()) {
    await writeFile(join(folder, `src/${index}.ts`), code);
  }
  const mirrorPage = await (await fetch(`${app.baseUrl}/docs/mirror.md`)).text();
  const [hook] = codeBlocks(mirrorPage).filter(({ language }) => language === 'ts');
  await writeFile(join(folder, 'src/hook.ts'), hook!.text);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    rootDir: 'src',
    outDir: 'out',
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
  const outputs: string[] = [];
  for (const index of programs.keys()) {
    if (index === 4) await store.correctOrder('SHOP-1001', { notes: 'Ring' });
    const { stdout } = await run(process.execPath, [join(folder, `out/${index}.js`)], {
      env: { STORE_URL: proxy.baseUrl, STORE_TOKEN: token, STORE_DOMAIN: domain },
    });
    outputs.push(stdout);
  }
  expect(outputs).toEqual([
    expect.stringMatching(/^2 products, the first at 100\n\d+ units available\nWO-\w+ is awaiting/),
    expect.stringMatching(/^token_invalid 401 [\da-f-]{36}\n\[\] null\n$/),
    'one order\n',
    expect.stringMatching(
      /^2 products; again in 60 s\nWO-\w+: 110 to pay\n[\s\S]*SHOP-1001 awaiting_payment\nagain in 300 s\n$/,
    ),
    expect.stringMatching(/\nWO-\w+ is awaiting_payment\n/),
  ]);
  expect((await store.getOrder('SHOP-1001')).data.notes).toBeNull();
  // npm and tsc, several times, on a busy machine.
});
