import { TokensService } from '../../../src/auth/tokens.service.js';
import { ADDRESS } from '../../support/documents/mirrored.js';
import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import { scratchFolder } from '../../support/processes/run.js';
import { Admin } from '../../support/shop/admin.js';
import { afterSaleOf, givenInvoiceable, givenInvoices } from '../../support/wso/after-sale.js';
import { givenMirrorStage, INSTALLED } from '../../support/wso/mirror-stage.js';

const PARTS = ['shipments', 'returns', 'refunds', 'documents', 'details'];

const stage = await givenMirrorStage();
const { app, shop, proxy } = stage;
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
afterAll(async () => {
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

it('an order of three shipments, three returns, two refunds and five documents is the same to everything that reads it', async () => {
  const order = await givenInvoiceable(shop, admin);
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

  const { refunded: sum, shipments, returns, refunds, documents } = await shop.orders.get(order);
  const wallets = await Promise.all([
    shop.wallet(),
    ...clients.map(async (client) => (await client.call('getWallet')).data),
  ]);
  const refunded = refunds.reduce((total, { amount }) => total + amount, 0);
  expect([refunded, wallets.map((wallet) => (wallet as { balance: number }).balance)]).toEqual([
    sum,
    wallets.map(() => refunded),
  ]);
  expect([shipments.length, returns.length, refunds.length]).toEqual([3, 3, 2]);
  expect(documents.map(({ kind }) => kind)).toEqual([
    ...['invoice', 'invoice', 'invoice', 'credit_note', 'credit_note'],
  ]);
});

function pick<T extends object>(from: T, keys: readonly string[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(from).filter(([key]) => keys.includes(key)),
  ) as Partial<T>;
}
