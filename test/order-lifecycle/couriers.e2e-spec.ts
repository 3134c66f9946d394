import { givenProduct } from '../support/shop/given.js';
import { whileLocked } from '../support/database/locks.js';
import { givenSuite } from '../support/shop/suite.js';

const COURIER = {
  name: 'BlueLine',
  url_template: 'https://blueline.example/track?awb={tracking_number}',
};
const POST = { name: 'India Post', url_template: null };

const { app, admin, shop } = await givenSuite();

describe('couriers', () => {
  beforeEach(() => admin.couriers.replace(POST, COURIER));

  const givenPaidOrder = async (quantity = 1): Promise<string> => {
    const order = await shop.orders.place({ sku: (await givenProduct(app)).sku, quantity });
    await admin.orders.pay(order);
    return order;
  };
  const trackingUrlOf = async (courier: string, rest: object = {}): Promise<string | null> => {
    const shipment = { courier, tracking_number: 'A/1', tracking_url: undefined, ...rest };
    const { shipments } = await admin.orders.ship(await givenPaidOrder(), shipment);
    return shipments[0]!.tracking_url;
  };

  it('are replaced all at once, listed by name, and audited', async () => {
    expect(await admin.couriers.list()).toEqual([COURIER, POST]);
    expect(await admin.couriers.replace(POST)).toEqual([POST]);
    const { data } = await admin.audit.list({ subject: 'couriers', limit: 1 });
    expect(data).toMatchObject([
      { action: 'couriers.replaced', before: { couriers: [{}, {}] }, after: { couriers: [{}] } },
    ]);
  });

  it('give a shipment its tracking URL unless it has its own', async () => {
    const made = 'https://blueline.example/track?awb=A%2F1';
    expect(await trackingUrlOf('BlueLine')).toBe(made);
    expect(await trackingUrlOf('blueLine')).toBe(made);
    expect(await trackingUrlOf('India Post')).toBeNull();
    expect(await trackingUrlOf('Unknown')).toBeNull();
    const own = 'https://other.example/1';
    expect(await trackingUrlOf('BlueLine', { tracking_url: own })).toBe(own);
  });

  it('update their tracking URL when the number changes', async () => {
    const order = await givenPaidOrder(2);
    const items = [{ line: 1, quantity: 1 }];
    const own = 'https://other.example/1';
    await admin.orders.ship(order, { courier: 'BlueLine', tracking_url: undefined, items });
    const last = { courier: 'BlueLine', tracking_url: own };
    const { shipments } = await admin.orders.ship(order, last);
    for (const { id } of shipments) {
      await admin.orders.correctShipment(order, id, { tracking_number: 'B2' });
    }
    const corrected = await admin.orders.get(order);
    expect(corrected.shipments.map((shipment) => shipment.tracking_url)).toEqual([
      'https://blueline.example/track?awb=B2',
      own,
    ]);
    const { id } = shipments[0]!;
    const posted = await admin.orders.correctShipment(order, id, { courier: 'India Post' });
    expect(posted.shipments[0]!.tracking_url).toBeNull();
  });

  it.each<[object[], string]>([
    [[{ name: 'A', url_template: 'https://a' }], 'couriers.0.url_template invalid_template'],
    [[{ name: 'A', page: 'x' }], 'couriers.0.page unknown_field'],
    [[{ name: 'A' }, { name: ' a ' }], 'couriers not_distinct'],
  ])('are refused with %j', async (couriers, problem) => {
    await admin.couriers.replace(...couriers).expectProblems(problem);
    expect(await admin.couriers.list()).toHaveLength(2);
  });

  it("are never a mix of two operators' lists", async () => {
    const lists = [['A', 'B'], ['C']].map((names) => names.map((name) => ({ name })));
    const lock = 'LOCK TABLE couriers IN SHARE MODE';
    await whileLocked(app, { lock, waiting: 2 }, () =>
      Promise.all(lists.map(async (couriers) => admin.couriers.replace(...couriers))),
    );
    const names = (await admin.couriers.list()).map(({ name }) => name).join('');
    expect(['AB', 'C']).toContain(names);
  });
});
