import { readdir } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'supertest';
import type { EntityManager } from 'typeorm';
import { StockService } from '../../src/stock/stock.service.js';
import { ADMIN_TOKEN } from '../support/app.js';
import { waitingSessions } from '../support/database/locks.js';
import { eventually } from '../support/eventually.js';
import { everything, file, reportOf, send } from '../support/shop/catalog-file.js';
import { givenProduct, givenShirt } from '../support/shop/given.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';

const NEW = 'sku,name,base_price,delivery_charge';
const { app, admin } = await givenSuite();
const product = (sku: string) => admin.products.get(sku);
/** Sends a file that must wait for the locks of a transaction. Returns the answer after the transaction is stored. */
const sendAgainst = async (
  hold: (manager: EntityManager) => Promise<unknown>,
  content: string,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Response> => {
  const { answer } = await app.dataSource.transaction(async (manager) => {
    await hold(manager);
    const sent = send(app, content).then((response) => response);
    // By the session that holds it, which is cut off if it is idle for seconds.
    const holder = { query: async (sql: string) => ({ rows: await manager.query<unknown>(sql) }) };
    await eventually(async () => (await waitingSessions(holder)) > 0);
    await meanwhile();
    return { answer: sent };
  });
  return answer;
};

describe('an upload alongside other requests', () => {
  it('does not delay stores and operators while a file arrives slowly', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app);
    const { port } = app.server.address() as AddressInfo;
    const content = file('sku,name,stock', `${sku},Slow,50`);
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST /admin/products/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
        `Content-Type: text/csv\r\nContent-Length: ${content.length}\r\nConnection: close\r\n\r\n`,
    );
    socket.write(content.slice(0, -5));
    await sleep(200);
    await shop.orders.place({ sku, quantity: 1 });
    await admin.products.change(sku, { name: 'Quick' });
    socket.write(content.slice(-5));
    await ended;
    expect(answer).toContain('"updated":1');
    expect(await product(sku)).toMatchObject({ name: 'Slow', stock_qty: 49 });
  });

  it.each([
    ['clients', 'application/json', '{ "name": "Late", "email": "late@x.example" }'],
    ['products/import', 'text/csv', 'sku,active'],
  ])(
    'is refused, as any body to %s, if its sender was signed out before it arrived',
    async (path, type, text) => {
      const { cookie } = await TestBrowser.ofOperator(app);
      async function* body(): AsyncGenerator<Buffer, void> {
        yield Buffer.from(text.slice(0, 3));
        await sleep(1_100);
        await app.admin('delete', 'sessions');
        yield Buffer.from(text.slice(3));
      }
      const { port } = app.server.address() as AddressInfo;
      const headers = { ...SAME_ORIGIN, Cookie: cookie!, 'Content-Type': type };
      const sent = { method: 'POST', headers, body: body(), duplex: 'half' } as const;
      const { status } = await fetch(`http://localhost:${port}/admin/${path}`, sent);
      expect(status).toBe(401);
    },
  );

  it('leaves nothing behind when the sender goes away', async () => {
    const uploads = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('wso-upload-'));
    const { port } = app.server.address() as AddressInfo;
    const before = await everything(app);
    const earlier = await uploads();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /admin/products/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
        `Content-Type: text/csv\r\nContent-Length: 1000\r\n\r\n${NEW}\r\nGONE-1,Cup,1,1\r\n`,
    );
    const isThere = async () => (await uploads()).some((name) => !earlier.includes(name));
    await eventually(isThere);
    socket.destroy();
    await eventually(async () => !(await isThere()));
    expect(await everything(app)).toEqual(before);
  });

  it('is limited to one at a time', async () => {
    const { sku } = await givenProduct(app);
    const first = await sendAgainst(
      (manager) => manager.query('SELECT FROM products WHERE sku = $1 FOR UPDATE', [sku]),
      file('sku,name', `${sku},First`),
      async () => {
        const second = await send(app, file('sku,name', `${sku},Second`)).expect(409);
        expect(second.body).toMatchObject({ code: 'import_running' });
      },
    );
    expect(reportOf(first)).toMatchObject({ updated: 1 });
    expect(await product(sku)).toMatchObject({ name: 'First' });
  });
});

describe('an import alongside other requests', () => {
  it('updates a product that was added meanwhile', async () => {
    const response = await sendAgainst(
      (manager) =>
        manager.query(
          `INSERT INTO products (sku, name, delivery_charge_minor) VALUES ('MEANWHILE', 'Theirs', 5)`,
        ),
      file(NEW, 'MEANWHILE,Ours,1,1'),
    );
    expect(reportOf(response)).toMatchObject({ created: 0, updated: 1 });
    expect(await product('MEANWHILE')).toMatchObject({ name: 'Ours' });
  });

  it('may wait longer than a request', async () => {
    const { sku } = await givenProduct(app);
    let holder: EntityManager;
    const response = await sendAgainst(
      (manager) => {
        holder = manager;
        return manager.query('SELECT FROM products WHERE sku = $1 FOR UPDATE', [sku]);
      },
      file('sku,name', `${sku},Late`),
      async () => {
        // Query regularly: a session that is idle in a transaction for so long is cut off.
        for (let second = 0; second < 6; second += 1) {
          await sleep(1_000);
          await holder.query('SELECT');
        }
      },
    );
    expect(reportOf(response)).toMatchObject({ updated: 1 });
  });

  it('starts from the stock at the time when it is applied', async () => {
    const { id, sku } = await givenProduct(app, { stock: 100 });
    const counted = [{ productId: id, variationKey: '', quantity: 130 }];
    const response = await sendAgainst(
      (manager) => app.service(StockService).setOnHand(manager, sku, counted, 'counted'),
      file('sku,stock', `${sku},50`),
    );
    expect(reportOf(response)).toMatchObject({ updated: 1 });
    const movements =
      await app.sql`SELECT delta, reason FROM stock_movements WHERE product_id = ${id} ORDER BY id`;
    expect(movements).toEqual([
      { delta: 100, reason: 'opening stock' },
      { delta: 30, reason: 'counted' },
      { delta: -80, reason: 'import' },
    ]);
  });

  it('keeps the stock correct during orders and counts', async () => {
    const shop = await givenShop(app);
    const keys = ['Size:M|Colour:Red', 'Size:L|Colour:Blue', 'Size:M|Colour:Blue'];
    const enough = Object.fromEntries(keys.map((key) => [key, 100]));
    const shirts = await Promise.all([1, 2, 3].map(() => givenShirt(app, enough)));
    const statuses = new Set<number>();
    /** Repeats a call while it is refused with 503, as stores do. */
    const note = async (call: () => PromiseLike<{ status: number }>): Promise<void> => {
      const { status } = await call();
      if (status === 503) await note(call);
      else statuses.add(status);
    };
    const importTo = async (quantity: number): Promise<void> => {
      const cell = keys.map((key) => `${key}=${quantity}`).join('\n');
      const rows = shirts.toReversed().map(({ sku }) => `${sku},Shirt ${quantity},"${cell}"`);
      await note(() => send(app, file('sku,name,stock', ...rows)));
    };
    const importing = (async () => {
      for (let round = 0; round < 8; round += 1) await importTo(200 + round);
    })();
    const ordering = Array.from({ length: 40 }, async (_, index) => {
      const items = shirts.map(({ sku }, each) => ({
        sku,
        quantity: 1,
        variation: keys[(index + each) % keys.length],
      }));
      await note(() => shop.orders.place(items).response());
    });
    const counting = shirts.map(async ({ sku }) => {
      const stock = { variation_stocks: Object.fromEntries(keys.map((key) => [key, 150])) };
      await note(() => app.admin('put', `products/${sku}/stock`, stock));
    });
    await Promise.all([importing, ...ordering, ...counting]);
    await importTo(300);
    expect([...statuses].sort()).toEqual([200, 201]);
    const products = await Promise.all(shirts.map(({ sku }) => product(sku)));
    const sellable = products
      .flatMap(({ variation_stocks: stocks }) => keys.map((key) => stocks[key] ?? 0))
      .reduce((sum, quantity) => sum + quantity, 0);
    expect(sellable).toBe(3 * keys.length * 300 - 3 * 40);
  });
});
