import { SHIPMENT } from '../support/shop/given.js';
import { BookingDesk, type BookedOrder } from './support/booking-desk.js';
import { expectInvariants, query } from './support/books.js';
import { buildRelease } from './support/servers/previous-release.js';
import { operate, Shop } from './support/shop.js';
import { Instance, stagedEmptyDatabase, stagedFolder } from './support/stage.js';

it('the release before cancels and ships orders whose boxes this one has booked, and each box is given back or handed over', async () => {
  const connection = await stagedEmptyDatabase();
  const previous = await buildRelease(await stagedFolder());
  const { baseUrl: before } = await Instance.start(connection, {}, previous);
  const shop = await Shop.open(before, { products: 1 });
  const current = await Instance.start(connection, {
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const desk = await BookingDesk.open(current.baseUrl);
  const given = async (quantity = 1): Promise<BookedOrder> => {
    const { body } = await shop.order(before, [{ sku: shop.sku(0), quantity }]);
    const order = String(body.order_number);
    await operate(before, 'POST', `orders/${order}/payments`, { method: 'bank_transfer' });
    return desk.book(order);
  };
  const ship = (order: string, rest: object) =>
    operate(before, 'POST', `orders/${order}/shipments`, { ...SHIPMENT, ...rest });
  const [canceled, carried, typed, part, kept] = [
    ...[await given(), await given(), await given()],
    ...[await given(2), await given()],
  ] as [BookedOrder, BookedOrder, BookedOrder, BookedOrder, BookedOrder];
  const sending = await given();
  // The call of this one is under way.
  await operate(before, 'POST', `orders/${sending.order}/cancel`, { reason: 'upgrade' });
  for (const one of [canceled, carried, typed, part, kept]) await desk.awbOf(one);
  await operate(before, 'POST', `orders/${canceled.order}/cancel`, { reason: 'upgrade' });
  await ship(carried.order, { tracking_number: await desk.awbOf(carried) });
  await ship(typed.order, { tracking_number: 'TYPED' });
  await ship(part.order, { tracking_number: 'PART', items: [{ line: 1, quantity: 1 }] });

  // Within a minute, or when an instance of this release starts.
  expect(await current.process.end('SIGTERM')).toBe(0);
  await current.restart();
  for (const one of [canceled, typed, part, sending]) await desk.expectState(one, 'canceled');
  await desk.expectState(carried, 'handed_over');
  expect(await desk.state(kept)).toBe('booked');
  const live = await query(
    connection,
    'SELECT b.id FROM sandbox_shipments s JOIN courier_bookings b USING (reference) WHERE NOT s.is_canceled ORDER BY b.id',
  );
  expect(live).toEqual([{ id: carried.id }, { id: kept.id }]);

  // The release before goes on with an order that this one has handed over.
  await operate(current.baseUrl, 'POST', `bookings/${kept.id}/hand-over`, {});
  await operate(before, 'POST', `orders/${kept.order}/deliver`, {});
  await operate(before, 'POST', `orders/${part.order}/close`, { reason: 'upgrade' });
  await expectInvariants(connection);
});
