import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';
import { givenPostgres } from '../../support/database/merchant-database.js';
import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import { givenEarlierKit } from '../../support/processes/earlier-kit.js';
import { givenProduct, orderBody, storeEnv, unique } from '../../support/shop/given.js';
import { givenSuite } from '../../support/shop/shop.js';
import { afterSaleOf, givenInvoiceable, givenInvoices } from '../../support/wso/after-sale.js';
import { EventReceiver } from '../../support/wso/event-receiver.js';
import { WsoProgram } from '../../support/wso/wso-program.js';

/** The keys of a status and of a row of the list, which no release adds to without a parameter. */
const STATUS = [
  ...['success', 'order_number', 'store_order_id', 'status', 'payment_status', 'total_amount'],
  ...['tracking', 'items', 'timeline'],
];

const { app, admin, shop } = await givenSuite();
const { sku } = await givenProduct(app, { stock: 1_000 });
await givenInvoices(shop);
const kits = { '1.1.0': await givenEarlierKit('1.1.0'), '1.4.0': await givenEarlierKit('1.4.0') };
const VERSIONS = Object.keys(kits) as (keyof typeof kits)[];
const { token, domain } = shop.client;
const access = { baseUrl: app.baseUrl, token, domain };
const env = storeEnv(app.baseUrl, shop.client);

/** An order with everything that happens after a sale. */
const returned = await givenInvoiceable(shop, admin);
for (const [, act] of afterSaleOf(shop, admin, returned)) await act();

const numbersOf = (pages: { data: { order_number: string }[] }[]) =>
  pages.flatMap(({ data }) => data.map(({ order_number: number }) => number));

describe.each(LANGUAGES)('the %s client', (language) => {
  it.each(VERSIONS)(
    'of release %s goes on from the list to the last credit note',
    async (version) => {
      const store = ClientProgram.start(language, kits[version], access);
      expect(await store.call('getProduct', [sku])).toMatchObject({ data: { sku } });
      const pages = await store.call<{ data: { sku: string }[] }[]>('changePages');
      expect(pages.flatMap(({ data }) => data.map((row) => row.sku))).toContain(sku);
      const order = { ...orderBody({ sku, quantity: 3 }), store_order_id: unique('SHOP') };
      const keyed = [order, unique('key')];
      const { order_number: own } = await store.call('placeOrder', keyed);
      expect(await store.call('placeOrder', keyed)).toMatchObject({ order_number: own });
      await store.call('changeShipping', [own, { address: '2, Old Road' }]);
      expect(await store.call('cancelOrder', [own])).toMatchObject({ status: 'cancelled' });

      const status = await store.call('getOrderStatus', [returned]);
      expect([status.status, Object.keys(status)]).toEqual(['returned', STATUS]);
      const listed = await store.call<Parameters<typeof numbersOf>[0]>('orderPages');
      expect(numbersOf(listed)).toEqual(expect.arrayContaining([own, returned]));
      const rows = listed.flatMap(({ data }) => data.map((row) => Object.keys(row)));
      expect(rows).toEqual(rows.map(() => STATUS));
      if (version === '1.4.0') {
        const { data } = await store.call<{ data: Record<string, object[]> }>('getOrder', [
          returned,
        ]);
        expect([data.returns, data.refunds, data.documents].map((all) => all!.length)).toEqual([
          3, 2, 5,
        ]);
        const { data: documents } = await store.call('listOrderDocuments', [returned]);
        expect(documents).toHaveLength(5);
      }
      await store.stop();
    },
  );
});

describe('wso 1.2.0', () => {
  it('mirrors and listens, and wso of this release goes on with its tables and its position', async () => {
    const folder = kits['1.4.0'];
    const database = await givenPostgres();
    const [old, present] = [
      WsoProgram.in(folder, env),
      await WsoProgram.download(join(folder, 'present'), env),
    ];
    const receiver = await EventReceiver.start();
    const listen = (wso: WsoProgram) =>
      wso.spawn(
        ...['listen', '--every', '0.1', '--forward-to', receiver.url],
        ...['--position', join(folder, 'position.json')],
      );
    const mirror = (wso: WsoProgram) => wso.lines('mirror', '--once', '--to', database.url);
    const statuses = () =>
      database.query(`SELECT order_number, status FROM wso_order ORDER BY order_number`);

    let child = listen(old);
    await eventually(() => existsSync(join(folder, 'position.json')));
    const number = await givenInvoiceable(shop, admin);
    await eventually(() => receiver.ofOrders.at(-1)?.type === 'order.pending');
    await mirror(old);
    const request = JSON.stringify(orderBody({ sku, quantity: 1 }));
    await database.query(
      `INSERT INTO wso_outbox (store_order_id, request) VALUES ('OLD-1', '${request}')`,
    );
    const steps = afterSaleOf(shop, admin, number);
    for (const [, act] of steps.slice(0, 4)) await act();
    await eventually(() => receiver.ofOrders.some(({ type }) => type === 'order.delivered'));
    await mirror(old);
    const [placed] = await database.query(`SELECT order_number, status, error FROM wso_outbox`);
    expect(placed).toMatchObject({ status: 'awaiting_payment', error: null });
    expect(await statuses()).toEqual(
      expect.arrayContaining([
        { order_number: number, status: 'delivered' },
        { order_number: placed!.order_number, status: 'awaiting_payment' },
      ]),
    );
    await old.lines('verify', '--to', database.url);
    await eventually(() =>
      receiver.ofOrders.some(({ data }) => data.order_number === placed!.order_number),
    );
    await WsoProgram.kill(child);

    const before = receiver.ofOrders.length;
    for (const [, act] of steps.slice(4)) await act();
    await mirror(present);
    await present.lines('verify', '--to', database.url);
    child = listen(present);
    await eventually(() => receiver.ofOrders.some(({ type }) => type === 'return.settled'));
    await WsoProgram.kill(child);
    receiver.stop();
    const ended = receiver.ofOrders.slice(before).map(({ type }) => type);
    expect(ended.filter((type) => /pending|shipped|delivered/.test(type))).toEqual([]);
    expect(ended.filter((type) => type === 'document.issued')).toHaveLength(2);
    // The tables still serve the mirror of the earlier release, if a store goes back to it.
    await mirror(old);
    expect(await statuses()).toContainEqual({ order_number: number, status: 'returned' });
  });
});
