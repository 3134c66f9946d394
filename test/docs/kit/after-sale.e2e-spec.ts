import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TokensService } from '../../../src/auth/tokens.service.js';
import { ADDRESS } from '../../support/documents/mirrored.js';
import { eventually } from '../../support/eventually.js';
import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import { scratchFolder } from '../../support/processes/run.js';
import { Admin } from '../../support/shop/admin.js';
import { afterSaleOf, givenInvoiceable, givenInvoices } from '../../support/wso/after-sale.js';
import { EventReceiver } from '../../support/wso/event-receiver.js';
import { givenMirrorStage, INSTALLED } from '../../support/wso/mirror-stage.js';
import { WsoProgram } from '../../support/wso/wso-program.js';

const PARTS = ['shipments', 'returns', 'refunds', 'documents', 'details'];

const stage = await givenMirrorStage();
const { app, shop, wso, folder, proxy } = stage;
const admin = new Admin(app);
await givenInvoices(shop);
await app
  .service(TokensService)
  .changePermissions(shop.client.tokenId, shop.client.id, { mayReadWallet: true });
proxy.next();
const clients = await Promise.all(
  LANGUAGES.map(async (language) => {
    const own = await scratchFolder();
    await ClientProgram.download(language, app.baseUrl, own);
    const { token, domain } = shop.client;
    return ClientProgram.start(language, own, { baseUrl: app.baseUrl, token, domain });
  }),
);
const receiver = await EventReceiver.start();
afterAll(async () => {
  receiver.stop();
  for (const client of clients) await client.stop();
  await app.expectInvariants();
});

function withoutAddress<T>(answer: T): T {
  return JSON.parse(JSON.stringify(answer).replaceAll(ADDRESS, '')) as T;
}

/** Reads an order as raw HTTP, with all parts in its status, and in the list. */
async function readRaw(order: string) {
  const { data } = await shop.orders.list({ include: PARTS.join() });
  return {
    whole: await shop.orders.get(order),
    status: await shop.orders.status(order, { include: PARTS.join() }),
    row: data.find(({ order_number: number }) => number === order)!,
  };
}

/** Starts to listen for events, from where a file says. */
function listen() {
  return wso.spawn(
    ...['listen', '--every', '0.1', '--forward-to', receiver.url, '--position', 'scene.json'],
  );
}

it('an order of three shipments, three returns, two refunds and five documents is the same to everything that reads it', async () => {
  const order = await givenInvoiceable(shop, admin);
  const first = listen();
  await eventually(() => existsSync(join(folder, 'scene.json')));
  await WsoProgram.kill(first);

  for (const [name, act] of afterSaleOf(shop, admin, order)) {
    await act();
    const { whole, status, row } = withoutAddress(await readRaw(order));
    const { success: _, ...shown } = status;
    expect({ name, ...shown }).toMatchObject({ name, ...pick(whole, PARTS.slice(0, 4)) });
    expect({ name, row }).toEqual({ name, row: status });
    const read = await Promise.all(
      clients.map(async (client) => [
        (await client.call('getOrder', [order])).data,
        await client.call('getOrderStatus', [order], { include: PARTS }),
      ]),
    );
    expect({ name, read: withoutAddress(read) }).toEqual({
      name,
      read: clients.map(() => [whole, status]),
    });
  }
  for (const kind of INSTALLED) {
    await stage.mirror(kind);
    await stage.expectEqual(kind);
  }

  const last = listen();
  await eventually(() => receiver.ofOrders.at(-1)?.type === 'return.settled');
  await WsoProgram.kill(last);
  const { whole, status } = withoutAddress(await readRaw(order));
  const told = (type: string, key: string) =>
    withoutAddress(receiver.ofOrders)
      .filter((event) => event.type === type)
      .map(({ data }) => (data as Record<string, unknown>)[key]);
  const statuses = receiver.ofOrders.filter(({ data }) => 'timeline' in data);
  expect(statuses.map(({ type }) => type)).toEqual(
    status.timeline.slice(2).map((entry) => `order.${entry.status}`),
  );
  const { returns, refunds, documents } = whole;
  expect(told('order.refunded', 'refund')).toEqual(refunds);
  expect(told('document.issued', 'document')).toEqual(documents);
  expect(told('return.requested', 'return')).toEqual(returns);
  const ends = ['withdrawn', 'declined', 'settled'].map((end) => told(`return.${end}`, 'return'));
  expect(ends).toEqual(returns.map((each) => [each]));
  const wallets = await Promise.all([
    shop.wallet(),
    ...clients.map(async (client) => (await client.call('getWallet')).data),
  ]);
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  expect([refunded, wallets.map((wallet) => (wallet as { balance: number }).balance)]).toEqual([
    whole.refunded,
    wallets.map(() => refunded),
  ]);
  expect([whole.shipments.length, returns.length, refunds.length]).toEqual([3, 3, 2]);
  expect(documents.map(({ kind }) => kind)).toEqual([
    ...['invoice', 'invoice', 'invoice', 'credit_note', 'credit_note'],
  ]);
});

function pick<T extends object>(from: T, keys: readonly string[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(from).filter(([key]) => keys.includes(key)),
  ) as Partial<T>;
}
