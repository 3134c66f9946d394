import { jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  createStoreClient,
  type StoreClientOptions,
} from '../../../clients/typescript/src/index.js';
import { diagnose } from '../../../clients/wso/src/doctor.js';
import type { Position } from '../../../clients/wso/src/listen.js';
import { trigger } from '../../../clients/wso/src/trigger.js';
import { RETURN_STATUSES } from '../../../src/fulfillment/returns/return-status.js';
import { ORDER_STATUSES } from '../../../src/orders/lifecycle/order-lifecycle.js';
import { eventually } from '../../support/eventually.js';
import { EventReceiver } from '../../support/wso/event-receiver.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { freePort, scratchFolder } from '../../support/processes/run.js';
import { expectSigned, WsoProgram } from '../../support/wso/wso-program.js';
import { givenProduct, storeEnv } from '../../support/shop/given.js';
import { givenShop, givenSuite, givenTestShop, type Shop } from '../../support/shop/shop.js';
import { TestOrders } from '../../support/shop/test-orders.js';

const ISO_LENGTH = '2026-01-16T09:30:00.000Z '.length;
const { app, shop } = await givenSuite();
const folder = await scratchFolder();
const { port } = app.server.address() as AddressInfo;
const proxy = await FlakyProxy.before(`http://127.0.0.1:${port}`);
const wso = await WsoProgram.download(folder, storeEnv(proxy.baseUrl, shop.client));
beforeEach(() => proxy.next());

/** Waits until a shop has an order; returns its number. */
async function firstOrderOf(placed: Shop): Promise<string> {
  let number: string | undefined;
  await eventually(async () => {
    number = (await placed.orders.list()).data[0]?.order_number;
    return number !== undefined;
  });
  return number!;
}

const SECRETS = ['the-old-secret-of-a-shop', 'the-new-secret-of-a-shop'];

describe('wso listen', () => {
  it('forwards every change in order and signed, across refusals, kills and its own absence', async () => {
    const { sku } = await givenProduct(app);
    const receiver = await EventReceiver.start();
    const signing = wso.with({ WSO_LISTEN_SECRET: SECRETS.join(' ') });
    const to = ['--forward-to', receiver.url, '--header', 'X-Shop: 7', '--header', 'Via: wso'];
    const listen = () => signing.spawn('listen', ...to);
    let child = listen();
    const positionFile = join(folder, 'wso-listen.json');
    await eventually(() => existsSync(positionFile));
    const stored = async () => JSON.parse(await readFile(positionFile, 'utf8')) as Position;
    // A read without a change is a read.
    const { readAt } = await stored();
    await eventually(async () => (await stored()).readAt?.orders !== readAt?.orders);
    const { products: first } = await stored();
    receiver.answers.push(404, 301);
    await app.admin('patch', `products/${sku}`, { base_price: 50 }).expect(200);
    await eventually(() => receiver.events.length === 1);
    expect(receiver.events).toMatchObject([
      { type: 'product.changed', data: { sku, pricing: { wholesale_price: 50 } } },
    ]);
    await eventually(async () => (await stored()).products !== first);
    await WsoProgram.kill(child);

    // It is killed in the middle of a page, of which the receiver has accepted a part.
    const number = await shop.orders.place({ sku, quantity: 1 });
    await app.admin('post', `orders/${number}/payments`, { method: 'cash' }).expect(201);
    const next = await givenProduct(app);
    receiver.answers.push(204, 204, 204, 'none');
    child = listen();
    await eventually(() => receiver.answers.length === 0);
    await WsoProgram.kill(child);
    await app.admin('patch', `products/${next.sku}`, { active: false }).expect(200);
    // A cursor of another database.
    const position = await readFile(positionFile, 'utf8');
    await writeFile(positionFile, position.replace(/(?<="orders":")\w+/, 'MDEyMzQ1Njc4OWFiLjEuNw'));
    child = listen();
    await eventually(() => receiver.names.length === 8);
    await WsoProgram.kill(child);
    receiver.stop();
    // The feed says that only the stock changed where it knows, which it may not under load.
    const sale: unknown = expect.stringMatching(new RegExp(`^product\\.(stock_)?changed ${sku}$`));
    expect(receiver.names).toEqual([
      `product.changed ${sku}`,
      `order.awaiting_payment ${number}`,
      `order.pending ${number}`,
      sale,
      'orders.reset ',
      `order.updated ${number}`,
      // The page again, as it is now.
      `product.removed ${next.sku}`,
      sale,
    ]);
    expect(receiver.events[4]?.data).toEqual({ lost_after: null });
    expect(receiver.events[7]?.id).toBe(receiver.events[3]?.id);
    await expectSigned(receiver.requests, SECRETS);
  });

  it('refuses the position of another account', async () => {
    const { client } = await givenTestShop(shop);
    const { status, stderr } = await wso.with({ STORE_TOKEN: client.token }).run('listen');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^wso: wso-listen.json is the position of client \d+, live, but /),
    ]);
  });
});

describe('wso trigger', () => {
  it('places a test order, and prints its life up to the event', async () => {
    const test = await givenTestShop(shop);
    const testing = wso.with({ STORE_TOKEN: test.client.token });
    const ended = testing.run('trigger', 'order.shipped', '--every', '0.1');
    const orders = new TestOrders(test);
    const number = await firstOrderOf(test);
    for (const status of ['pending', 'shipped']) {
      await orders.pass(30, number);
      await orders.reached(number, status);
    }
    const { status, stdout } = await ended;
    expect([
      status,
      stdout
        .trim()
        .split('\n')
        .map((line) => line.slice(ISO_LENGTH)),
    ]).toEqual([
      0,
      ['awaiting_payment', 'pending', 'shipped'].map((name) => `order.${name} ${number}`),
    ]);
  });

  it('knows an event for every status, and refuses others and live tokens', async () => {
    const { stdout } = await wso.run('trigger', '--help');
    const help = stdout.replaceAll(/\s+/g, ' ');
    for (const status of ORDER_STATUSES) expect(help).toContain(`order.${status}`);
    const steps = RETURN_STATUSES.map((status) => (status === 'awaited' ? 'accepted' : status));
    const further = [...steps.map((name) => `return.${name}`), 'order.refunded', 'order.updated'];
    for (const step of further) expect(help).toContain(step);
    expect(await wso.run('trigger', 'order.lost')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^wso: unknown event order.lost, expected one of order.aw/),
    });
    expect(await wso.run('trigger', 'document.issued')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^wso: no test order .* only live orders have documents\. Send .* \/docs\/mirror#document-issued\n$/,
      ),
    });
    expect(await wso.run('trigger', 'order.shipped')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^wso: the token is live, and orders of live tokens are real/),
    });
    expect(await app.sql`SELECT FROM orders WHERE store_order_id LIKE ${'trig%'}`).toHaveLength(1);
  });

  it('requests the return of the order, and prints what becomes of it as often as the status asks', async () => {
    const test = await givenTestShop(await givenShop(app));
    const asked: string[] = [];
    const printed: string[] = [];
    const client = createStoreClient({ baseUrl: app.baseUrl, ...test.client });
    const pollSeconds = (operation: string): number => {
      asked.push(operation);
      return 0.1;
    };
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed.push(String(text).trim());
      return true;
    });
    const ended = trigger({ ...client, pollSeconds }, 'return.declined', null);
    const orders = new TestOrders(test);
    const number = await firstOrderOf(test);
    await orders.pass(60, number);
    await orders.reached(number, 'shipped');
    await eventually(async () => (await test.orders.get(number)).returns.length === 1);
    await orders.pass(60, number);
    await app.sql`UPDATE order_returns SET created_at = created_at - interval '31 s'`;
    await ended;
    write.mockRestore();
    expect(printed.slice(-2).map((line) => line.slice(ISO_LENGTH))).toEqual([
      `return.requested ${number}`,
      `return.declined ${number}`,
    ]);
    expect(new Set(asked)).toEqual(new Set(['getOrderStatus']));
  });
});

describe('wso doctor', () => {
  /** Returns the problem found by tests within the process; wso-outbox.e2e-spec.ts checks the printed lines. */
  const wrongWith = async (changed: Partial<StoreClientOptions> = {}): Promise<string[]> => {
    const access = { baseUrl: proxy.baseUrl, ...shop.client, ...changed };
    const { findings } = await diagnose(createStoreClient(access), access.baseUrl);
    return findings.filter(({ isWrong }) => isWrong).map(({ text }) => text);
  };

  it('finds nothing wrong with good settings, started as the downloads page shows it', async () => {
    const { status, stdout } = await wso.runWithNpx('doctor');
    expect([status, stdout.trim().split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^✓ The token \(….{4}\) belongs to Client-\d+, in live mode\.$/),
        `✓ The domain is ${shop.client.domain}.`,
        `✓ The subscription to ${shop.client.plan} is active.`,
        '✓ The clock of this machine is right.',
        expect.stringMatching(/^✓ The limit is \d+ requests a minute\.$/),
      ],
    ]);
  });

  it('ends with its reader', async () => {
    expect(await wso.runUnread('doctor')).toEqual({ status: 141, stderr: '' });
  });

  it('says what is wrong with token, domain, subscription and address in a sentence', async () => {
    expect(await wrongWith({ token: 'wso_unknown' })).toEqual([
      expect.stringMatching(/^The token is unknown, expired or revoked: /),
    ]);
    expect(await wrongWith({ domain: 'other.example' })).toEqual([
      expect.stringMatching(/^The token is registered to another domain than STORE_DOMAIN: /),
    ]);
    const day = 24 * 60 * 60 * 1000;
    const ended = { startsAt: new Date(Date.now() - 2 * day), endsAt: new Date(Date.now() - day) };
    const { client } = await givenShop(app, { subscription: ended });
    expect(await wrongWith({ token: client.token, domain: client.domain })).toEqual([
      'The subscription has ended: renew it in the dashboard.',
    ]);
    expect(await wrongWith({ baseUrl: `${proxy.baseUrl}/api` })).toEqual([
      'The base URL leads to nothing: it must not end with /api.',
    ]);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect(await wrongWith({ baseUrl: nowhere })).toEqual([
      expect.stringMatching(/^Nothing answers at http:\/\/127.* \(unreachable: .*ECONNREFUSED/),
    ]);
    proxy.next({ status: 200, page: '<h1>Welcome to nginx!</h1>' });
    expect(await wrongWith()).toEqual([expect.stringMatching(/ but not as the Store API /)]);
    proxy.next({ status: 301, location: 'https://www.orders.example/' });
    expect(await wrongWith()).toEqual([
      expect.stringMatching(/status 301 redirects to https:\/\/www\.orders\.example\/, /),
    ]);
    expect(await wso.with({ STORE_TOKEN: '' }).run('doctor')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^wso: set STORE_TOKEN: /),
    });
  });

  it('compares the clocks, and warns of what ends soon', async () => {
    const me = await shop.me();
    const answering = async (change: object): Promise<string[]> => {
      const page = JSON.stringify({ success: true, data: { ...me, ...change } });
      proxy.next({ status: 200, page, type: 'application/json' });
      return wrongWith();
    };
    const server_time = new Date(Date.now() + 600_000).toISOString();
    expect(await answering({ server_time })).toEqual([
      expect.stringMatching(/^The clock of this machine is (59\d|60\d) seconds slow: set it/),
    ]);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect(
      await answering({
        server_time: new Date().toISOString(),
        token: { last4: 'abcd', expires_at: soon },
        subscription: { status: 'past_due', ends_at: null, grace_ends_at: soon },
      }),
    ).toEqual([
      `The token ends at ${soon}: create another one in the dashboard.`,
      expect.stringMatching(/^The subscription to .* is past due, and requests are refused from /),
    ]);
  });
});
