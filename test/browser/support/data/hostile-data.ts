import type { DemoAccess } from '../../../../src/start/demo/demo-file.js';
import { Deliveries, type GivenBooking } from '../../../support/couriers/deliveries.js';
import { BankAdmin, utr } from '../../../support/money/bank.js';
import { givenProduct, headersOf, SHIPMENT } from '../../../support/shop/given.js';
import { givenOperatorToken, TestBrowser } from '../../../support/shop/people.js';
import { storeRefused } from '../../../support/shop/refused-requests.js';
import { Shop } from '../../../support/shop/shop.js';
import { admin, app } from '../suite.js';

/** Makes a text that would run as a script if a page took it for HTML. The text contains the name of its field. */
export const hostile = (field: string): string => `${field} <img src=x onerror=ran(1)>`;

type Person = DemoAccess['users'][number];

/** What attacks the pages, and has every state that their dialogs need. Its client and its people are those of the demo. */
export interface HostileData {
  clientId: number;
  sku: string;
  owner: Person;
  operator: Person;
  /** Orders by what was done with them. */
  orders: Record<'unpaid' | 'paid' | 'shipped' | 'canceled' | 'returned', string>;
  /** A shipment whose delivery failed. */
  failed: GivenBooking;
  /** A draft. */
  priceList: number;
}

/** Puts a hostile text into each field that stores, clients, operators, couriers and banks fill and a page shows. */
export async function givenHostileData(demo: DemoAccess): Promise<HostileData> {
  const [{ name, plan, token, domain }] = demo.clients as [DemoAccess['clients'][number]];
  const [operator, owner] = demo.users as [Person, Person];
  const { data: clients } = await admin.clients.list({});
  const clientId = clients.find((client) => client.name === name)!.id;
  const headers = headersOf(token, domain);
  const shop = new Shop(app, {
    id: clientId,
    plan,
    token,
    domain,
    headers,
    // The numbers of its plan and token are not needed here.
    planId: 0,
    tokenId: 0,
  });
  const { id: priceList } = await admin.priceLists.create(plan, 5);
  const { sku, orders } = await placeOrders(shop);
  await admin.receipts.record(clientId, 500, { reference: hostile('receipt') });
  await admin.plans.change(plan, { name: hostile('plan') });
  await admin.clients.change(clientId, { name: hostile('client') });
  await shop.orders
    .place({ sku, quantity: 0 }, { store_order_id: hostile('refused') })
    .refused(422);
  await storeRefused(app, shop.client);
  await admin.clients.invite(clientId, 'guest@hostile.example');
  await asMember(owner);
  await asOperator(operator);
  const failed = await fillCouriers(shop);
  const { id: named } = clients.find((client) => client.name === 'Marina Living')!;
  const description = `NEFT CL${String(named).padStart(6, '0')}`;
  await new BankAdmin(app).importRows(
    { amount: 70, reference: utr(), description },
    { amount: -7, reference: utr(), description: 'NEFT-RTN' },
    { amount: 30, reference: utr(), description: hostile('line') },
    { amount: -12.5, reference: utr(), description: hostile('charge') },
  );
  await app.sql`UPDATE users SET name = ${hostile('person')} WHERE email IN (${owner.email}, ${operator.email})`;
  return { clientId, sku, owner, operator, orders, failed, priceList };
}

async function placeOrders(shop: Shop): Promise<Pick<HostileData, 'sku' | 'orders'>> {
  const { sku } = await givenProduct(app, {
    // The first of every list.
    sku: 'A-HOSTILE',
    name: hostile('product'),
    category: hostile('category'),
    variations: [{ name: 'Size', values: [hostile('variation')] }],
    stock: { [`Size:${hostile('variation')}`]: 10 },
  });
  const place = async (state: string): Promise<string> =>
    shop.orders.place(
      { sku, quantity: 1, variation: hostile('variation') },
      {
        customer: { name: hostile('customer'), phone: '+91 98765 43210' },
        shipping: {
          address: hostile('address'),
          city: hostile('city'),
          state: hostile('state'),
          pincode: '560001',
        },
        notes: hostile('notes'),
        store_order_id: hostile(state),
      },
    );
  const orders = {
    returned: await place('returned'),
    canceled: await place('canceled'),
    shipped: await place('shipped'),
    paid: await place('paid'),
    unpaid: await place('unpaid'),
  };
  const { returned, canceled, shipped, paid } = orders;
  await admin.orders.pay(shipped, { method: 'other', reference: hostile('reference') });
  for (const order of [returned, paid]) await admin.orders.pay(order);
  const shipment = { ...SHIPMENT, courier: hostile('carrier') };
  await admin.orders.ship(shipped, { ...shipment, tracking_number: hostile('tracking') });
  await admin.orders.ship(returned, shipment);
  await shop.orders.requestReturn(returned, [{ line: 1, quantity: 1 }], { reason: hostile('why') });
  await admin.orders.return(returned);
  await admin.orders.cancel(canceled, { reason: hostile('reason') });
  // The demo delivers only within India.
  await app.sql`UPDATE orders SET shipping_country = ${hostile('country')} WHERE order_number IN (${shipped}, ${canceled})`;
  return { sku, orders };
}

async function asMember(owner: Person): Promise<void> {
  const member = await TestBrowser.signedIn(app, { id: 0, ...owner });
  const view = { list: 'orders', name: hostile('view'), query: 'q=x' };
  expect((await member.call('post', 'views', view)).status).toBe(201);
  const billing = { line1: hostile('billing'), place: 'Bengaluru', state: '29', pincode: '560038' };
  expect((await member.call('put', 'company', { billing })).status).toBe(200);
  await app.sql`UPDATE sessions SET agent = ${hostile('agent')}`;
}

async function asOperator(operator: Person): Promise<void> {
  const staff = await TestBrowser.signedIn(app, { id: 0, ...operator });
  const view = { list: 'office-orders', name: hostile('view'), query: 'q=x' };
  expect((await staff.call('post', 'views', view)).status).toBe(201);
  await givenOperatorToken(staff, { name: hostile('token') });
}

/** Puts a hostile text into each field that couriers fill, and those who set them up. */
async function fillCouriers(shop: Shop): Promise<GivenBooking> {
  const deliveries = await Deliveries.of(app, shop);
  const failed = await deliveries.givenSent();
  await deliveries.answers(failed, ['OFD', 3], ['FA', 2], ['XYZ', 1]);
  await deliveries.answers(await deliveries.givenSent(), ['PU', 9], ['RT', 3]);
  await deliveries.answers(await deliveries.givenSent(), ['IT', 9], ['LOST', 3]);
  await deliveries.answers(await deliveries.givenSent(), ['DL', 9], ['RTO', 3]);
  const { id: stuck } = await deliveries.book();
  const { accountId } = deliveries;
  await app.sql`UPDATE courier_accounts SET name = ${hostile('account')}, check_problem = ${hostile('check')},
    pickup_name = ${hostile('pickup')} WHERE id = ${accountId}`;
  await app.sql`UPDATE courier_codes SET words = ${hostile('code')}`;
  await app.sql`UPDATE courier_bookings SET courier_name = ${hostile('carrier')}, problem_words = ${hostile('problem')}
    WHERE account_id = ${accountId}`;
  await app.sql`UPDATE courier_bookings SET state = 'needs_person', problem_code = 'cancel_refused' WHERE id = ${stuck}`;
  const booked = await app.sql<{ id: string }>`
    SELECT order_id AS id FROM courier_bookings WHERE account_id = ${accountId}`;
  const ids = booked.map(({ id }) => id);
  await app.sql`UPDATE shipments SET courier = ${hostile('carrier')} WHERE order_id = ANY(${ids})`;
  await app.sql`UPDATE shipment_events SET words = ${hostile('scan')}, place = ${hostile('place')} WHERE order_id = ANY(${ids})`;
  await app.sql`UPDATE delivery_failures SET words = ${hostile('driver')}, problem = ${hostile('refusal')}
    WHERE order_id = ANY(${ids})`;
  await app.sql`UPDATE delivery_findings SET note = ${hostile('finding')} WHERE order_id = ANY(${ids})`;
  return failed;
}
