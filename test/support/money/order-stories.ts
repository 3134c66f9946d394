import { pruneChanges } from '../../../src/platform/live-cache/change-log.js';
import { ChangePositions } from '../../../src/platform/live-cache/change-positions.js';
import type { TestApp } from '../app.js';
import { givenProduct, givenShirt } from '../shop/given.js';
import { givenShop, givenTestShop } from '../shop/shop.js';
import { archiveOrders } from '../time.js';
import { Approvers, LARGE, waitingFor } from './approvers.js';
import { BankAdmin } from './bank.js';

/** Creates a row in every table of orders, stock and money: orders of each end, returns, credit, approvals, an archive. */
export async function tradeInEveryWay(app: TestApp): Promise<void> {
  const admin = new BankAdmin(app);
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const shirt = await givenShirt(app, { 'Size:M|Colour:Red': 100 });
  const items = [
    { sku: shirt.sku, quantity: 3, variation: 'M / Red' },
    { sku, quantity: 1 },
  ];
  const rest = { notes: 'Ring twice' };
  const place = async (store_order_id: string): Promise<string> =>
    shop.orders.place(items, { ...rest, store_order_id });
  for (const key of ['STORY-1', 'STORY-2']) {
    // JSON of JavaScript and of PostgreSQL have to agree about it: the key's hash has it.
    const store_order_id = `${key} "\\/é😀`;
    const order = shop.orders.place({ sku, quantity: 1 }, { notes: key, store_order_id });
    await order.set('Idempotency-Key', key);
  }
  const returned = await place('RETURNED');
  await admin.orders.pay(returned);
  await admin.orders.ship(returned, { items: [{ line: 1, quantity: 2 }] });
  await admin.orders.ship(returned);
  await admin.orders.deliver(returned);
  const back = await shop.orders.requestReturn('RETURNED', [{ line: 1, quantity: 2 }], {
    key: 'R-1',
  });
  await admin.orders.acceptReturn(returned, back.id);
  await admin.orders.return(returned);
  await admin.orders.inspect(returned, [{ line: 1, good: 1, scrap: 1 }]);
  await admin.orders.refund(returned, { amount: 100 });
  await admin.orders.pay(await place('PAID'));
  await shop.orders.cancel(await place('CANCELED'));
  await place('UNPAID');
  // Before the debt of a reversed receipt holds its client's orders.
  const archived = await place('ARCHIVED');
  await admin.sell(archived);
  await admin.orders.deliver(archived);
  await archiveOrders(app, archived);
  await (await givenTestShop(shop)).orders.place({ sku, quantity: 1 }, { store_order_id: 'TEST' });

  await admin.credit.putTerms(shop.client.id);
  await admin.orders.pay(await place('ON-ACCOUNT'), { method: 'credit' });
  await admin.adjustments.reject((await admin.adjustments.propose(shop.client.id, 5)).id);
  await admin.adjustments.make(shop.client.id, 6);
  const bounced = await admin.receipts.record(shop.client.id, 40);
  await admin.receipts.reverse(bounced.id);

  const approvers = await Approvers.given(app);
  await approvers.givenMoney(3 * LARGE);
  await approvers.approve(waitingFor(await approvers.postPayout()).id);
  await approvers.reject(waitingFor(await approvers.postPayout()).id);
  await approvers.postPayout();

  await admin.lines.suspend((await admin.givenLine(70)).id);
  await pruneChanges(app.dataSource, await app.service(ChangePositions).number());
  await admin.products.change(sku, { name: 'Renamed' });
  await app.service(ChangePositions).number();
}
