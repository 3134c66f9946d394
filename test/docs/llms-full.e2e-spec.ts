import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { documentedErrors } from '../../src/start/docs/documented-errors.js';
import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { ERRORS } from '../../src/platform/http/errors.js';
import { codeBlocks } from '../support/documents/markdown.js';
import { FlakyProxy } from '../support/processes/flaky-proxy.js';
import { run, scratchFolder } from '../support/processes/run.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { headersOf, storeEnv } from '../support/shop/given.js';

const KILOBYTE = 1024;
const { app, demo } = await givenDemoSuite();
const folder = await scratchFolder();
const [client] = demo.clients as [DemoAccess['clients'][number]];
const proxy = await FlakyProxy.before(app.baseUrl);
const { text } = await request(app.server).get('/llms-full.txt').expect(200);
const document = (await request(app.server).get('/docs-json')).body as OpenAPIObject;

const blockOf = (language: string): string => {
  const [block] = codeBlocks(text).filter((one) => one.language === language);
  return block?.text ?? '';
};

// Not to wait for its pauses.
const program = blockOf('js').replace('0.1 * 2 ** tries', '0.001 * 2 ** tries');
await writeFile(join(folder, 'store.mjs'), program);

describe('llms-full.txt', () => {
  it('is small enough to be read whole, with every operation and error code', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(46 * KILOBYTE);
    expect(text).not.toMatch(/\{\{\w+\}\}|\bundefined\b/);
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of Object.keys(item)) {
        // PATCH of the order corrects the address, too.
        if (path.endsWith('/shipping')) continue;
        expect(text).toContain(`\n### ${method.toUpperCase()} ${path}\n`);
      }
    }
    for (const { code } of documentedErrors(document)) {
      expect(text).toMatch(new RegExp(`\\n- ${code} \\(${ERRORS[code].status}\\): [A-Z]`));
    }
  });

  it('has types that compile, with every field of the document', async () => {
    const types = blockOf('ts');
    await writeFile(join(folder, 'types.ts'), `${types}\nexport type { ApiError };\n`);
    const compilerOptions = { strict: true, noEmit: true, types: [], lib: ['es2022'] };
    const config = { compilerOptions, files: ['types.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]);
    for (const schema of Object.values(document.components?.schemas ?? {})) {
      const { properties = {} } = schema as { properties?: object };
      for (const name of Object.keys(properties)) {
        expect(types).toMatch(new RegExp(`\\b${name}\\??: `));
      }
    }
  });
});

describe('the store of llms-full.txt', () => {
  interface StoredOrder {
    number?: string;
    status?: string;
    sent: boolean;
    problem: string | null;
  }

  /** Runs a command of the store. Returns the order or the count that it prints. */
  const store = async (...args: string[]): Promise<StoredOrder> => {
    const env = storeEnv(proxy.baseUrl, client);
    const { stdout } = await run(process.execPath, ['store.mjs', ...args], { cwd: folder, env });
    return JSON.parse(stdout) as StoredOrder;
  };
  const orderOf = async (id: string) => {
    const headers = headersOf(client.token, client.domain);
    const { body } = await app.get(`/api/orders/${id}`, headers).expect(200);
    return (body as { data: { status: string; shipping: object; items: object[] } }).data;
  };
  const loseAnswers = (): void => proxy.nextOrders(...Array<'lost'>(5).fill('lost'));

  afterAll(() => app.expectInvariants());

  it('copies the catalog', async () => {
    expect(await store('sync')).toBe(47);
    expect(await store('sync')).toBe(47);
  });

  it('places an order once if the answer is lost, follows and cancels it', async () => {
    proxy.nextOrders('lost');
    const placed = await store('place', 'A-1', 'TW-GLS-06', '2');
    expect(placed).toMatchObject({ status: 'awaiting_payment', sent: true });
    expect(proxy.seen).toHaveLength(2);
    expect(await store('cancel', 'A-1')).toEqual({ ...placed, status: 'cancelled' });
    await store('run');
    expect(await orderOf('A-1')).toMatchObject({
      order_number: placed.number,
      status: 'cancelled',
    });
  });

  it('corrects the address of an order whose answer was lost before the edit', async () => {
    loseAnswers();
    expect(await store('place', 'B-1', 'TW-GLS-06', '2')).toMatchObject({ sent: false });
    proxy.next();
    const edited = await store('edit', 'B-1', 'TW-GLS-06', '2', '41, Lake View Road');
    expect(edited).toMatchObject({ sent: true, status: 'awaiting_payment' });
    expect(await orderOf('B-1')).toMatchObject({
      order_number: edited.number,
      shipping: { address: '41, Lake View Road' },
    });
  });

  it('cancels an order whose items were edited, and one whose edit is refused', async () => {
    for (const [id, quantity] of [
      ['C-1', '3'],
      ['C-2', '9000'],
    ] as const) {
      loseAnswers();
      await store('place', id, 'TW-GLS-06', '2');
      proxy.next();
      expect(await store('edit', id, 'TW-GLS-06', quantity)).toMatchObject({
        sent: true,
        status: 'cancelled',
      });
      expect(await orderOf(id)).toMatchObject({ status: 'cancelled', items: [{ quantity: 2 }] });
    }
  });

  it('keeps an order as it was placed if the edit is invalid, and says so', async () => {
    loseAnswers();
    await store('place', 'G-1', 'TW-GLS-06', '2');
    proxy.next();
    const edited = await store('edit', 'G-1', 'TW-GLS-06', '0');
    expect(edited).toMatchObject({ sent: true, problem: expect.any(String) });
    expect(await orderOf('G-1')).toMatchObject({
      order_number: edited.number,
      status: 'awaiting_payment',
      items: [{ quantity: 2 }],
    });
  });

  it('repeats what the service has lost: orders, and what was canceled', async () => {
    const file = join(folder, 'store.json');
    const kept = await store('place', 'E-1', 'TW-GLS-06', '1');
    const canceled = await store('place', 'E-2', 'TW-GLS-06', '1');
    const state = JSON.parse(await readFile(file, 'utf8')) as { orders: Record<string, object> };
    // As if a backup had neither the order nor the cancellation.
    state.orders['E-3'] = { ...kept, key: 'of E-3', number: 'WO-0000000000', status: 'pending' };
    Object.assign(state.orders['E-2']!, { status: 'cancelled' });
    await writeFile(file, JSON.stringify(state));

    const page = JSON.stringify({ reset: true, data: [], next_cursor: null, has_more: false });
    proxy.next({ status: 200, page, type: 'application/json' });
    await store('run');
    expect(await orderOf('E-1')).toMatchObject({ order_number: kept.number });
    expect(await orderOf('E-2')).toMatchObject({
      order_number: canceled.number,
      status: 'cancelled',
    });
    const { number } = await store('run', 'E-3');
    expect(await orderOf('E-3')).toMatchObject({
      order_number: number,
      status: 'awaiting_payment',
    });
  });

  it('cancels an order whose answer was lost', async () => {
    loseAnswers();
    await store('place', 'F-1', 'TW-GLS-06', '1');
    proxy.next();
    await store('cancel', 'F-1');
    await store('cancel', 'F-1');
    expect(await orderOf('F-1')).toMatchObject({ status: 'cancelled' });
  });

  it('sends what waits at the next run, and keeps what is refused with its reason', async () => {
    loseAnswers();
    await store('place', 'D-1', 'TW-GLS-06', '1');
    proxy.next();
    const refused = await store('place', 'D-2', 'TW-GLS-06', '9000');
    expect(refused).toMatchObject({
      sent: true,
      problem: expect.stringContaining('requested 9000'),
    });
    expect(refused.number).toBeUndefined();
    await store('run');
    const { status } = await orderOf('D-1');
    expect(await store('run', 'D-1')).toMatchObject({ sent: true, status });
  });
});
