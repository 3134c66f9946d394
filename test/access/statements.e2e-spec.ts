import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import pg from 'pg';
import { UNLIMITED } from '../support/app.js';
import { givenCourierAccount } from '../support/couriers/courier-accounts.js';
import { builtDocument, DOCUMENTS } from '../support/native/contract.js';
import { documentedGets, type DocumentedGet } from '../support/access/documented-gets.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';

/** The headers of answers to GETs, by path. */
interface StoreDocument {
  paths: Record<string, { get?: { responses: { 200?: { headers?: { ETag?: object } } } } }>;
}

/** Connections with statements that all waiting requests share. */
const SHARED = /(live_cache|feeds)$/;
/** The GETs take ten seconds, and several times that on a busy machine. */
const DEMO_LIMIT_MS = 5 * 60_000;
/** Uses the least of a few counts. A person's first request after a while is recorded, and other work may run in between. */
const ROUNDS = 4;

const sent = jest.spyOn(pg.Client.prototype, 'query');
const { app, demo } = await givenDemoSuite({ ...UNLIMITED, GATEWAY: 'sandbox' });
await app.stopJobs();

/**
 * Counts the statements that a GET sends for itself, BEGIN and COMMIT included. Returns its status if it is refused.
 *
 * @param kept the count in the file: another one is counted again
 */
async function statementsOf({ path, headers }: DocumentedGet, kept: number): Promise<string> {
  if (path === null) return 'not in the demo';
  let least = Infinity;
  for (let round = 1; round <= ROUNDS && least !== kept; round += 1) {
    sent.mockClear();
    const answer = await fetch(`${app.baseUrl}${path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) return `refused ${answer.status}`;
    least = Math.min(least, countOwn());
  }
  return String(least);
}

/** Counts the statements that were sent, without those that requests share. */
const countOwn = (): number =>
  sent.mock.contexts.filter((client) => !SHARED.test(nameOf(client as pg.Client))).length;

const nameOf = (client: pg.Client): string =>
  (client as unknown as { config: { application_name: string } }).config.application_name;

it(
  'GETs send as many statements as statements.txt says',
  async () => {
    const kept = await readFile(join(import.meta.dirname, 'statements.txt'), 'utf8');
    const keptOf = new Map(kept.split('\n').map((line) => [line.slice(17), parseInt(line, 10)]));
    const gets = await documentedGets(app.baseUrl, demo, (sql) => app.dataSource.query(sql));
    const lines: string[] = [];
    for (const get of gets) {
      const count = await statementsOf(get, keptOf.get(get.template) ?? 0);
      lines.push(`${count.padStart(15)}  ${get.template}`);
      // Integrators poll them.
      if (get.template.startsWith('/api/')) expect(Number(count)).toBeLessThanOrEqual(2);
    }
    expect(`${lines.join('\n')}\n`).toBe(kept);
  },
  DEMO_LIMIT_MS,
);

it('every GET that promises a store an ETag has one, and is 304 with it', async () => {
  const { paths } = builtDocument<StoreDocument>(DOCUMENTS['/docs-json']);
  const gets = await documentedGets(app.baseUrl, demo, (sql) => app.dataSource.query(sql));
  const promised = gets.filter(
    ({ template }) => paths[template]?.get?.responses[200]?.headers?.ETag !== undefined,
  );
  expect(promised.length).toBeGreaterThan(8);
  for (const { path, headers } of promised) {
    const { status, headers: of } = await fetch(`${app.baseUrl}${path}`, { headers });
    const known = { ...headers, 'If-None-Match': of.get('etag') ?? 'none' };
    const again = await fetch(`${app.baseUrl}${path}`, { headers: known });
    expect([path, status, again.status]).toEqual([path, 200, 304]);
  }
});

it('a receipt that pays an order sends 18 statements, and a shipment with its invoice 14', async () => {
  const [admin, shop] = [new TaxAdmin(app), await givenShop(app)];
  await admin.changeClient(shop.client.id, KARNATAKA);
  const { sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800 });
  const least = { receipt: Infinity, shipment: Infinity };
  const count = async (what: keyof typeof least, call: PromiseLike<unknown>): Promise<void> => {
    sent.mockClear();
    await call;
    least[what] = Math.min(least[what], countOwn());
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const order = await shop.orders.place({ sku, quantity: 1 });
    const { total } = await admin.orders.get(order);
    await count('receipt', admin.receipts.record(shop.client.id, total!, { orders: [order] }));
    await count('shipment', admin.orders.ship(order));
    expect(await admin.ofOrder(order)).toHaveLength(1);
  }
  expect(least).toEqual({ receipt: 18, shipment: 14 });
});

it('a push of a courier sends two statements, each a transaction of its own', async () => {
  const { pushKey, pushHeader, pushSecret } = await givenCourierAccount(app, { isDefault: false });
  const url = `${app.baseUrl}/courier-pushes/${pushKey}`;
  const headers = { [pushHeader]: pushSecret, 'Content-Type': 'application/json' };
  let least = Infinity;
  for (let round = 1; round <= ROUNDS; round += 1) {
    sent.mockClear();
    const { status } = await fetch(url, { method: 'POST', headers, body: `{"round":${round}}` });
    expect(status).toBe(200);
    least = Math.min(least, countOwn());
  }
  expect(least).toBe(2);
});
