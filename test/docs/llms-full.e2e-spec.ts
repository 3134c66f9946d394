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
const SKU = 'TW-GLS-06';
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

  it('places each order once, makes of it what was wanted in the end, and repeats what the service has lost', async () => {
    expect(await store('sync')).toBe(47);
    proxy.nextOrders('lost');
    const placed = await store('place', 'A-1', SKU, '2');
    expect(placed).toMatchObject({ status: 'awaiting_payment', sent: true });
    expect(proxy.seen).toHaveLength(2);
    expect(await store('cancel', 'A-1')).toEqual({ ...placed, status: 'cancelled' });

    // Five tries of each order, whose answers are lost. The customer edits them afterwards.
    const edits: [id: string, edit: string[], expected: object, problem?: object][] = [
      ['B-1', ['2', '41, Lake View Road'], { shipping: { address: '41, Lake View Road' } }],
      ['C-1', ['3'], { status: 'cancelled', items: [{ quantity: 2 }] }],
      ['C-2', ['9000'], { status: 'cancelled', items: [{ quantity: 2 }] }],
      // An invalid edit: the order stays as it was placed.
      ['D-1', ['0'], { items: [{ quantity: 2 }] }, { problem: expect.any(String) as unknown }],
    ];
    proxy.nextOrders(...Array<'lost'>(25).fill('lost'));
    for (const [id] of [...edits, ['F-1']] as const) {
      expect(await store('place', id, SKU, '2')).toMatchObject({ sent: false });
    }
    proxy.next();
    for (const [id, edit, expected, problem = {}] of edits) {
      const edited = await store('edit', id, SKU, ...edit);
      expect(edited).toMatchObject({ sent: true, ...problem });
      const order = { order_number: edited.number, status: 'awaiting_payment', ...expected };
      expect([id, await orderOf(id)]).toMatchObject([id, order]);
      expect(edited.status).toBe(order.status);
    }
    expect(await store('place', 'F-2', SKU, '9000')).toMatchObject({
      sent: true,
      problem: expect.stringContaining('requested 9000'),
    });
    expect(await store('run', 'F-1')).toMatchObject({ sent: true, status: 'awaiting_payment' });

    // As if a backup had neither an order nor a cancellation.
    const file = join(folder, 'store.json');
    const state = JSON.parse(await readFile(file, 'utf8')) as { orders: Record<string, object> };
    state.orders['E-1'] = { ...placed, key: 'of E-1', number: 'WO-0000000000', status: 'pending' };
    Object.assign(state.orders['F-1']!, { status: 'cancelled' });
    await writeFile(file, JSON.stringify(state));
    const page = JSON.stringify({ reset: true, data: [], next_cursor: null, has_more: false });
    proxy.next({ status: 200, page, type: 'application/json' });
    const { number } = await store('run', 'E-1');
    expect(await orderOf('E-1')).toMatchObject({
      order_number: number,
      status: 'awaiting_payment',
    });
    for (const id of ['A-1', 'F-1'])
      expect(await orderOf(id)).toMatchObject({ status: 'cancelled' });
    await app.expectInvariants();
  });
});
