import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_PARTS } from '../../../clients/wso/src/events.js';
import { eventually } from '../../support/eventually.js';
import { EventReceiver } from '../../support/wso/event-receiver.js';
import { scratchFolder } from '../../support/processes/run.js';
import { WsoProgram } from '../../support/wso/wso-program.js';
import { afterSaleOf, givenInvoiceable, givenInvoices } from '../../support/wso/after-sale.js';
import { storeEnv } from '../../support/shop/given.js';
import { givenSuite } from '../../support/shop/shop.js';

const { app, admin, shop: own } = await givenSuite();
const folder = await scratchFolder();
const wso = await WsoProgram.download(folder, storeEnv(app.baseUrl, own.client));

describe('wso listen, after the sale of an order,', () => {
  it('forwards each fact of an order once, in their order, across kills after an event', async () => {
    await givenInvoices(own);
    const order = await givenInvoiceable(own, admin);
    const receiver = await EventReceiver.start();
    const listen = (file: string, to = receiver) =>
      wso.spawn('listen', '--every', '0.1', '--forward-to', to.url, '--position', file);
    let child = listen('facts.json');
    await eventually(() => existsSync(join(folder, 'facts.json')));
    await WsoProgram.kill(child);
    for (const [, act] of afterSaleOf(own, admin, order)) await act();
    for (let kill = 0; kill < 3; kill += 1) {
      receiver.answers.push(204, 'none');
      child = listen('facts.json');
      await eventually(() => receiver.answers.length === 0);
      await WsoProgram.kill(child);
    }
    child = listen('facts.json');
    await eventually(() => receiver.ofOrders.at(-1)?.type === 'return.settled');
    expect(receiver.ofOrders.map(({ type }) => type)).toEqual([
      ...['order.partially_shipped', 'document.issued', 'document.issued'],
      ...['order.shipped', 'document.issued', 'order.delivered'],
      ...['return.requested', 'return.withdrawn', 'return.requested', 'return.declined'],
      ...['return.requested', 'return.accepted', 'order.returned', 'return.received'],
      ...['order.refunded', 'document.issued', 'order.refunded', 'document.issued'],
      'return.settled',
    ]);
    const whole = await own.orders.get(order);
    const named = { order_number: order, store_order_id: null };
    const [row] = receiver.ofOrders;
    expect(row!.data).toEqual(await own.orders.status(order, { include: ALL_PARTS }));
    const told = (type: string) =>
      receiver.ofOrders.filter((event) => event.type === type).map(({ data }) => data);
    const { returns, refunds, documents } = whole;
    expect(told('order.refunded')).toEqual(refunds.map((refund) => ({ ...named, refund })));
    expect(told('document.issued')).toEqual(documents.map((document) => ({ ...named, document })));
    const ofReturns = returns.map((each) => ({ ...named, return: each }));
    expect(told('return.requested')).toEqual(ofReturns);
    const ends = ['withdrawn', 'declined', 'settled'].flatMap((end) => told(`return.${end}`));
    expect(ends).toEqual(ofReturns);

    // Another machine goes on from the position of release 1.2, which has only the cursors.
    const other = await givenInvoiceable(own, admin);
    await admin.orders.ship(other);
    await eventually(() => receiver.ofOrders.length === 23);
    const position = () => readFile(join(folder, 'facts.json'), 'utf8');
    await eventually(async () => {
      const { orders: cursor } = JSON.parse(await position()) as { orders: string };
      return (await own.orders.list({ cursor })).data.length === 0;
    });
    await writeFile(join(folder, 'old.json'), await position());
    const elsewhere = await EventReceiver.start();
    const second = listen('old.json', elsewhere);
    await admin.orders.deliver(other);
    const { shipments } = whole;
    await admin.orders.correctShipment(order, shipments[1]!.id, { tracking_number: 'T-8' });
    await eventually(() => elsewhere.ofOrders.length === 2 && receiver.ofOrders.length === 25);
    expect(elsewhere.ofOrders.map(({ type }) => type)).toEqual([
      'order.delivered',
      'order.updated',
    ]);
    expect(elsewhere.ofOrders.map(({ id }) => id)).toEqual(
      receiver.ofOrders.slice(-2).map(({ id }) => id),
    );
    expect(new Set(receiver.ofOrders.map(({ id }) => id)).size).toBe(25);
    await Promise.all([child, second].map((each) => WsoProgram.kill(each)));
    for (const each of [receiver, elsewhere]) each.stop();
    await writeFile(join(folder, 'facts.json.sent'), 'no line\n');
    expect(await wso.run('listen', '--position', 'facts.json')).toMatchObject({
      status: 1,
      stderr: 'wso: facts.json.sent is damaged: remove it, and changes are forwarded from now on\n',
    });
  });
});
