import { setTimeout as sleep } from 'node:timers/promises';
import type { Response, Test } from 'supertest';
import type { DatabaseConnection } from '../../ormconfig.js';
import { OrderLifecycleService } from '../../src/orders/fulfillment/order-lifecycle.service.js';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import {
  givenClient,
  givenProduct,
  givenShirt,
  orderBody,
  unique,
  type GivenClient,
  type OrderItemBody,
} from '../support/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface ErrorBody {
  code: string;
  message: string;
  errors: { field: string; code: string }[];
}

interface OrderData {
  order_number: string;
  status: string;
  payment_status: string;
  items: { shipped_quantity: number }[];
  payments: { outcome: string }[];
  shipments: object[];
  timeline: { status: string }[];
}

const ACTIONS = ['payments', 'shipments', 'deliver', 'return', 'cancel'] as const;
type Action = (typeof ACTIONS)[number];

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PARCEL = {
  courier: 'BlueLine',
  tracking_number: 'BL1',
  tracking_url: 'https://bl.example/1',
};
const PART = { ...PARCEL, items: parcel([1, 1]) };

/** Line and quantity of what a parcel holds. */
function parcel(...items: [line: unknown, quantity: unknown][]): object[] {
  return items.map(([line, quantity]) => ({ line, quantity }));
}

function dataOf<T = OrderData>({ body }: Response): T {
  return (body as { data: T }).data;
}

async function errorsOf(test: Test): Promise<[field: string, code: string][]> {
  const { code, errors = [] } = (await test.expect(422)).body as Partial<ErrorBody>;
  expect(code).toBe('validation_failed');
  return errors.map((error) => [error.field, error.code]);
}

describe("an order's life in the hands of operators", () => {
  let one: TestApp;
  let two: TestApp;
  let client: GivenClient;
  let connection: DatabaseConnection;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    // Nothing expires but what a test lets expire, and no store orders too much.
    const env = { UNPAID_ORDER_TTL_HOURS: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' };
    ({ connection, one, two, stop } = await givenTwoApps(env));
    client = await givenClient(one);
  });
  afterAll(() => one.expectInvariants());
  afterAll(() => stop());

  const place = async (
    items: OrderItemBody | OrderItemBody[],
    { headers } = client,
    rest: Record<string, unknown> = {},
  ): Promise<string> => {
    const { body } = await one.post('/api/orders', headers, orderBody(items, rest)).expect(201);
    return (body as OrderData).order_number;
  };
  const act = (order: string, action: Action, body?: object, app = one) =>
    app.admin('post', `orders/${order}/${action}`, body);
  const pay = (order: string, reference?: string, app = one) =>
    act(order, 'payments', { method: 'bank_transfer', reference }, app);
  const record = async (order: string): Promise<OrderData> =>
    dataOf(await two.admin('get', `orders/${order}`).expect(200));
  const timeline = async (order: string): Promise<string[]> =>
    (await record(order)).timeline.map(({ status }) => status);
  /** What the store is told of an order. */
  const seen = async (order: string): Promise<unknown> =>
    (await two.get(`/api/orders/${order}/status`, client.headers).expect(200)).body;
  const stockOf = async (sku: string): Promise<number> =>
    ((await two.get(`/api/products/${sku}/stock`, client.headers)).body as { stock_qty: number })
      .stock_qty;
  const onHand = async (sku: string): Promise<unknown> =>
    dataOf<{ levels: object[] }>(await two.admin('get', `products/${sku}/stock`)).levels[0];
  const wallet = async ({ id }: GivenClient): Promise<number> =>
    dataOf<{ wallet_balance: number }>(await two.admin('get', `clients/${id}`)).wallet_balance;
  const age = (minutes: number, ...orders: string[]) =>
    one.dataSource.query(
      `UPDATE orders SET created_at = created_at - make_interval(mins => $1)
        WHERE order_number = ANY ($2)`,
      [minutes, orders],
    );
  /** Expires what has waited for an hour. */
  const expireDue = (app = two): Promise<number> =>
    app.service(OrderLifecycleService).expireUnpaid(1);
  const statuses = async (...tests: Test[]): Promise<number[]> =>
    (await Promise.all(tests.map((test) => test.then(({ status }) => status)))).sort();

  describe('the list', () => {
    const numbers = async (query: string): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await two.admin('get', `orders?limit=2&${query}${cursor}`).expect(200);
        const { data, next_cursor: next } = body as { data: OrderData[]; next_cursor: string };
        found.push(...data.map((order) => order.order_number));
        if (next === null) return found;
        expect(data).toHaveLength(2);
        cursor = `&cursor=${next}`;
      }
    };

    it('has orders of a client or in a state or both, oldest first, in pages', async () => {
      const mine = await givenClient(one);
      const { sku } = await givenProduct(one);
      const placed: string[] = [];
      for (const buyer of [mine, client, mine, mine, client, mine]) {
        const order = await place({ sku, quantity: 1 }, buyer);
        if (buyer === mine) placed.push(order);
      }
      const [first = '', ...unpaid] = placed;
      await pay(first).expect(201);
      expect(await numbers(`client_id=${mine.id}`)).toEqual(placed);
      expect(await numbers(`client_id=${mine.id}&status=awaiting_payment`)).toEqual(unpaid);
      expect(await numbers(`client_id=${mine.id}&status=pending`)).toEqual([first]);
      expect(await numbers('status=pending')).toContain(first);
      expect(await numbers('status=awaiting_payment')).toEqual(expect.arrayContaining(unpaid));
      expect(await numbers('')).toEqual(expect.arrayContaining(placed));
      expect(await numbers('client_id=2147483647')).toEqual([]);
    });

    it.each([
      ['limit', ['0', '501', 'abc', '1&limit=2']],
      ['cursor', ['garbage', '-1', '%00']],
      ['status', ['nonsense', 'Pending', 'pending&status=shipped']],
      ['client_id', ['0', '-1', '1.5', 'abc', '2147483648', '1&client_id=2']],
    ])('takes no nonsense for its %s', async (field, values) => {
      for (const value of values) {
        const errors = await errorsOf(one.admin('get', `orders?${field}=${value}`));
        expect(errors.map(([named]) => named)).toEqual([field]);
      }
    });
  });

  it('all of an order is shown, and less of it in the list', async () => {
    const { sku } = await givenShirt(one);
    const buyer = await givenClient(one);
    const item = { sku, quantity: 2, variation: 'm / red' };
    const order = await place(item, buyer, { store_order_id: 'ALL-1', notes: 'Ring twice' });
    await pay(order, 'UTR-1').expect(201);
    await act(order, 'shipments', { ...PART, shipped_at: '2026-01-02T03:04:05+05:30' }).expect(201);
    const summary = {
      ...{ order_number: order, client_id: buyer.id, store_order_id: 'ALL-1' },
      ...{ status: 'partially_shipped', payment_status: 'paid', items_count: 1 },
      ...{ subtotal: 200, delivery: 10, total: 210, currency: 'INR' },
      created_at: expect.stringMatching(ISO_UTC) as string,
    };
    const payment = { method: 'bank_transfer', reference: 'UTR-1', amount: 210 };
    const known = ['awaiting_payment', 'pending', 'partially_shipped'];
    const list = await two.admin('get', `orders?client_id=${buyer.id}`).expect(200);
    expect(dataOf(list)).toEqual([summary]);
    expect(await record(order)).toEqual({
      ...summary,
      customer: { name: 'Asha Verma', phone: '+91 98765 43210', email: null },
      shipping: {
        ...{ address: '14, Lake View Road', city: 'Bengaluru', state: 'Karnataka' },
        ...{ pincode: '560001', country: 'India' },
      },
      notes: 'Ring twice',
      items: [
        {
          ...{ ...item, line: 1, name: `Product ${sku}`, variation_key: 'Size:M|Colour:Red' },
          ...{ shipped_quantity: 1, unit_price: 100, line_total: 200 },
        },
      ],
      shipments: [{ ...PART, shipped_at: '2026-01-01T21:34:05.000Z' }],
      payments: [{ ...payment, outcome: 'applied', created_at: summary.created_at }],
      timeline: known.map((status) => ({ status, changed_at: summary.created_at })),
    });
  });

  describe('a payment', () => {
    it('makes the order pending; its reference again changes nothing, whatever comes', async () => {
      const { sku } = await givenProduct(one, { stock: 5 });
      const order = await place({ sku, quantity: 2 });
      const reference = unique('REF');
      const calls = [one, two, one, two].map((app) => pay(order, reference, app));
      expect(await statuses(...calls)).toEqual([201, 201, 201, 201]);
      expect(await seen(order)).toMatchObject({ status: 'pending', payment_status: 'paid' });
      expect(await stockOf(sku)).toBe(3);
      for (const next of ['shipments', 'deliver'] as const) {
        const before = await record(order);
        expect(before.payments).toHaveLength(1);
        expect(dataOf(await pay(order, ` ${reference} `).expect(201))).toEqual(before);
        await act(order, next, PARCEL);
      }
      // Without a reference it can't be told from another.
      expect((await pay(order).expect(409)).body).toMatchObject({ code: 'payment_recorded' });
    });

    it('of another order is refused, also at the same moment', async () => {
      const { sku } = await givenProduct(one);
      const orders = [await place({ sku, quantity: 1 }), await place({ sku, quantity: 1 })];
      const reference = unique('REF');
      const calls = orders.map((order, index) => pay(order, reference, index ? one : two));
      expect(await statuses(...calls)).toEqual([201, 409]);
      const states = (await Promise.all(orders.map(record))).map(({ status }) => status);
      expect(states.sort()).toEqual(['awaiting_payment', 'pending']);
      const { body } = await pay(await place({ sku, quantity: 1 }), reference).expect(409);
      expect(body).toMatchObject({ success: false, code: 'payment_recorded' });
    });

    it('for an expired order reserves its pieces again, and the order goes on', async () => {
      const { sku } = await givenProduct(one, { stock: 5 });
      const order = await place({ sku, quantity: 5 });
      await age(90, order);
      await expireDue();
      expect(await stockOf(sku)).toBe(5);
      // Being off sale is not in the way of what was ordered before.
      await one.admin('patch', `products/${sku}`, { active: false }).expect(200);
      const late = dataOf(await pay(order, unique('REF')).expect(201));
      expect(late).toMatchObject({ status: 'pending', payment_status: 'paid' });
      expect(await timeline(order)).toEqual(['awaiting_payment', 'expired', 'pending']);
      await act(order, 'shipments', PARCEL).expect(201);
    });

    it('for an expired order goes into the wallet, once, where stock is short', async () => {
      const buyer = await givenClient(one);
      const plenty = (await givenProduct(one, { stock: 9 })).sku;
      const scarce = (await givenProduct(one, { stock: 3 })).sku;
      const lines = [plenty, scarce].map((sku) => ({ sku, quantity: 2 }));
      const order = await place(lines, buyer);
      await age(90, order);
      await expireDue();
      await place({ sku: scarce, quantity: 2 });
      const reference = unique('REF');
      const calls = [one, two, one, two].map((app) => pay(order, reference, app));
      expect(await statuses(...calls)).toEqual([201, 201, 201, 201]);
      await pay(order).expect(409);
      expect(await record(order)).toMatchObject({
        ...{ status: 'expired', payment_status: 'unpaid' },
        payments: [{ reference, amount: 420, outcome: 'credited' }],
      });
      expect([await wallet(buyer), await stockOf(plenty)]).toEqual([420, 9]);
      await act(order, 'shipments', PARCEL).expect(409);

      // When there is stock again, the same money is not spent on it; other money is.
      const more = { delta: 5, reason: 'new' };
      await one.admin('post', `products/${scarce}/stock/adjustments`, more).expect(201);
      await pay(order, reference).expect(201);
      await act(order, 'payments', { method: 'upi', reference }).expect(201);
      expect(await timeline(order)).toEqual(['awaiting_payment', 'expired']);
      await pay(order, unique('REF')).expect(201);
      expect(await timeline(order)).toEqual(['awaiting_payment', 'expired', 'pending']);
      expect(await wallet(buyer)).toBe(420);
    });
  });

  describe('a shipment', () => {
    const paid = async (...quantities: number[]): Promise<{ sku: string; order: string }> => {
      const { sku } = await givenProduct(one, { stock: 20 });
      const order = await place(quantities.map((quantity) => ({ sku, quantity })));
      await pay(order).expect(201);
      return { sku, order };
    };
    const shipped = async (order: string): Promise<number[]> =>
      (await record(order)).items.map((item) => item.shipped_quantity);

    it('takes all that is left, where it names nothing', async () => {
      const { sku, order } = await paid(2, 3);
      const { status, shipments } = dataOf(await act(order, 'shipments', PARCEL));
      const items = parcel([1, 2], [2, 3]);
      const now = expect.stringMatching(ISO_UTC) as string;
      expect([status, shipments]).toEqual(['shipped', [{ ...PARCEL, shipped_at: now, items }]]);
      expect(await shipped(order)).toEqual([2, 3]);
      expect(await onHand(sku)).toMatchObject({ on_hand: 15, reserved: 0 });
    });

    it('may be one of many; the store sees the latest', async () => {
      const { sku, order } = await paid(2, 3);
      const send = async (number: string, items: object[] | null): Promise<unknown> => {
        const body = { ...PARCEL, tracking_number: number, items };
        const { status } = dataOf(await act(order, 'shipments', body).expect(201));
        expect(await seen(order)).toMatchObject({ status, tracking: { tracking_number: number } });
        return [status, await shipped(order)];
      };
      expect(await send('A', parcel([2, 1]))).toEqual(['partially_shipped', [0, 1]]);
      expect(await onHand(sku)).toMatchObject({ on_hand: 19, reserved: 4 });
      expect(await send('B', parcel([2, 1], [1, 2]))).toEqual(['partially_shipped', [2, 2]]);
      expect(await send('C', null)).toEqual(['shipped', [2, 3]]);
      const { shipments } = await record(order);
      expect(shipments).toMatchObject([
        { tracking_number: 'A', items: parcel([2, 1]) },
        { tracking_number: 'B', items: parcel([1, 2], [2, 1]) },
        { tracking_number: 'C', items: parcel([2, 1]) },
      ]);
      const known = ['awaiting_payment', 'pending', 'partially_shipped', 'shipped'];
      expect(await timeline(order)).toEqual(known);
    });

    it.each([
      [parcel([3, 1]), ['items.0.line unknown_line']],
      [parcel([1, 2]), ['items.0.quantity out_of_range']],
      [parcel([1, 1], [1, 1]), ['items.1.line unknown_line']],
      [parcel([9, 1], [1, 9]), ['items.0.line unknown_line', 'items.1.quantity out_of_range']],
    ])('of lines that are not there sends nothing: %j', async (items, problems) => {
      const { order } = await paid(2, 3);
      await act(order, 'shipments', PART).expect(201);
      const before = await record(order);
      const errors = await errorsOf(act(order, 'shipments', { ...PARCEL, items }));
      expect(errors.map((error) => error.join(' '))).toEqual(problems);
      expect(await record(order)).toEqual(before);
    });

    it('leaves once when it is sent twice at the same moment', async () => {
      const whole = await paid(3);
      const twice = [one, two].map((app) => act(whole.order, 'shipments', PARCEL, app));
      expect(await statuses(...twice)).toEqual([201, 409]);
      const parts = await paid(3);
      const body = { ...PARCEL, items: parcel([1, 2]) };
      const more = [one, two].map((app) => act(parts.order, 'shipments', body, app));
      expect(await statuses(...more)).toEqual([201, 422]);
      expect(await shipped(parts.order)).toEqual([2]);
    });

    it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-31T00:00:00Z'])(
      'at the edge of time is refused, or shown as it was sent: %s',
      async (instant) => {
        const { order } = await paid(1);
        const { status } = await act(order, 'shipments', { ...PARCEL, shipped_at: instant });
        await two.admin('get', `orders/${order}`).expect(200);
        const { tracking } = (await seen(order)) as { tracking: { shipped_at: string | null } };
        const isShown = tracking.shipped_at?.slice(0, 10) === instant.slice(0, 10);
        expect(status === 422 || isShown).toBe(true);
      },
    );
  });

  it('what is cancelled goes back on sale, and what was paid into the wallet, once', async () => {
    const buyer = await givenClient(one);
    const { sku } = await givenProduct(one, { stock: 9 });
    const unpaid = await place({ sku, quantity: 2 }, buyer);
    const paid = await place({ sku, quantity: 3 }, buyer);
    await pay(paid).expect(201);
    await act(unpaid, 'cancel', { reason: 'asked to' }).expect(200);
    expect(await record(unpaid)).toMatchObject({ status: 'cancelled', payment_status: 'unpaid' });
    expect([await stockOf(sku), await wallet(buyer)]).toEqual([6, 0]);
    const calls = [one, two, one].map((app) => act(paid, 'cancel', undefined, app));
    expect(await statuses(...calls)).toEqual([200, 409, 409]);
    expect(await record(paid)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
    expect([await stockOf(sku), await wallet(buyer)]).toEqual([9, 310]);
  });

  it('what is returned is not for sale by itself', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    const order = await place({ sku, quantity: 2 });
    await pay(order).expect(201);
    await act(order, 'shipments', PARCEL).expect(201);
    const { status } = dataOf(await act(order, 'return', { reason: 'nobody there' }).expect(200));
    expect([status, await stockOf(sku)]).toEqual(['returned', 3]);
  });

  describe('what may happen', () => {
    const CALLS = {
      pay: ['payments', { method: 'cash' }, 'pending'],
      ship: ['shipments', PARCEL, 'shipped'],
      part: ['shipments', PART, 'partially_shipped'],
      deliver: ['deliver', {}, 'delivered'],
      return: ['return', {}, 'returned'],
      cancel: ['cancel', {}, 'cancelled'],
    } as const;
    type Call = keyof typeof CALLS;
    /** How an order of three pieces gets into a state, and what may happen to it there. */
    const STATES: [state: string, by: (Call | 'expire')[], may: Call[]][] = [
      ['awaiting_payment', [], ['pay', 'cancel']],
      ['pending', ['pay'], ['ship', 'part', 'cancel']],
      ['partially_shipped', ['pay', 'part'], ['ship', 'part']],
      ['shipped', ['pay', 'ship'], ['deliver', 'return']],
      ['delivered', ['pay', 'ship', 'deliver'], []],
      ['returned', ['pay', 'ship', 'return'], []],
      ['cancelled', ['cancel'], []],
      ['expired', ['expire'], ['pay']],
    ];
    const given = async (state: string, by: (Call | 'expire')[]): Promise<string> => {
      const { sku } = await givenProduct(one);
      const order = await place({ sku, quantity: 3 });
      for (const step of by) {
        if (step !== 'expire') await act(order, CALLS[step][0], CALLS[step][1]);
        else await age(90, order).then(() => expireDue());
      }
      expect((await record(order)).status).toBe(state);
      return order;
    };

    it.each(STATES)(
      'to one that is %s, and nothing else: 409 names both states',
      async (state, by, may) => {
        const untouched = await given(state, by);
        const before = await record(untouched);
        for (const [name, [action, sent, target]] of Object.entries(CALLS)) {
          const isAllowed = may.includes(name as Call);
          const order = isAllowed ? await given(state, by) : untouched;
          const { status, body } = await act(order, action, { ...sent, reference: unique('REF') });
          const { data, code, message = '' } = body as Partial<ErrorBody> & { data?: OrderData };
          const isNamed = [state, target].every((named) => message.includes(named));
          const created = action === 'payments' || action === 'shipments' ? 201 : 200;
          expect({ name, status, outcome: data?.status ?? code, isNamed }).toEqual(
            isAllowed
              ? { name, status: created, outcome: target, isNamed: false }
              : { name, status: 409, outcome: 'transition_refused', isNamed: true },
          );
        }
        expect(await record(untouched)).toEqual(before);
      },
    );
  });

  describe('expiry', () => {
    it('is of what nobody paid in time, and gives its pieces back', async () => {
      const { sku } = await givenProduct(one, { stock: 9 });
      const orders: string[] = [];
      for (let left = 4; left > 0; left -= 1) orders.push(await place({ sku, quantity: 1 }));
      const [old = '', young = '', paid = '', cancelled = ''] = orders;
      await pay(paid).expect(201);
      await act(cancelled, 'cancel').expect(200);
      await age(61, old, paid, cancelled);
      await age(59, young);
      expect(await expireDue()).toBe(1);
      const states = (await Promise.all(orders.map(record))).map(({ status }) => status);
      expect(states).toEqual(['expired', 'awaiting_payment', 'pending', 'cancelled']);
      expect(await seen(old)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
      expect(await stockOf(sku)).toBe(7);
    });

    it('is once for each order, of many, by two instances at once', async () => {
      const skus = [(await givenProduct(one)).sku, (await givenProduct(one)).sku];
      const lines = skus.map((sku) => ({ sku, quantity: 1 }));
      const orders: string[] = [];
      for (let left = 70; left > 0; left -= 1) {
        orders.push(await place(left % 2 ? lines : lines.toReversed()));
      }
      await age(90, ...orders);
      const counts = await Promise.all([one, two, one, two].map((app) => expireDue(app)));
      expect(counts.reduce((sum, count) => sum + count)).toBe(70);
      expect(await Promise.all(skus.map(stockOf))).toEqual([100, 100]);
      for (const order of orders.slice(45, 55)) {
        expect(await timeline(order)).toEqual(['awaiting_payment', 'expired']);
      }
    });

    it('goes by itself, from the start of an instance on', async () => {
      const { sku } = await givenProduct(one);
      const order = await place({ sku, quantity: 1 });
      await age(90, order);
      const third = await TestApp.startOn(connection, { UNPAID_ORDER_TTL_HOURS: '1' });
      for (const until = Date.now() + 5_000; Date.now() < until; await sleep(20)) {
        if ((await record(order)).status === 'expired') break;
      }
      await third.stop();
      expect((await record(order)).status).toBe('expired');
    });
  });

  describe('at the same moment', () => {
    /** What happens to an order of all there is, unpaid for too long, many times over. */
    const often = async (
      work: (order: string, sku: string, buyer: GivenClient) => Promise<void>,
    ): Promise<void> => {
      for (let round = 0; round < 6; round += 1) {
        const buyer = await givenClient(one);
        const { sku } = await givenProduct(one, { stock: 2 });
        const order = await place({ sku, quantity: 2 }, buyer);
        await age(90, order);
        await work(order, sku, buyer);
        await one.expectInvariants();
      }
    };

    it('paying and expiring end in a paid order, whichever was first', () =>
      often(async (order, sku) => {
        const [paid, count] = await Promise.all([pay(order, unique('REF')), expireDue()]);
        expect(paid.status).toBe(201);
        const expired = count === 1 ? ['expired'] : [];
        expect(await timeline(order)).toEqual(['awaiting_payment', ...expired, 'pending']);
        expect(await stockOf(sku)).toBe(0);
      }));

    it('late money and another buyer never get the same piece', () =>
      often(async (order, sku, buyer) => {
        await expireDue();
        const rival = two.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }));
        const [late, { status }] = await Promise.all([pay(order, unique('REF')), rival]);
        const isSold = status === 201;
        const { outcome } = dataOf(late).payments[0] ?? {};
        expect([dataOf(late).status, outcome, await wallet(buyer), await stockOf(sku)]).toEqual(
          isSold ? ['expired', 'credited', 210, 1] : ['pending', 'applied', 0, 0],
        );
      }));

    it('paying and cancelling end in a cancelled order, with the money in the wallet', () =>
      often(async (order, sku, buyer) => {
        const calls = [pay(order), act(order, 'cancel', {}, two)];
        const [paid, cancelled] = (await Promise.all(calls)).map(({ status }) => status);
        expect(cancelled).toBe(200);
        const { status, payment_status: payment } = await record(order);
        expect([paid, status, payment, await wallet(buyer), await stockOf(sku)]).toEqual(
          paid === 201
            ? [201, 'cancelled', 'refunded', 210, 2]
            : [409, 'cancelled', 'unpaid', 0, 2],
        );
      }));

    it('shipping and cancelling are one or the other', () =>
      often(async (order, sku, buyer) => {
        await pay(order).expect(201);
        const calls = [act(order, 'shipments', PARCEL), act(order, 'cancel', {}, two)];
        const [shipped, cancelled] = (await Promise.all(calls)).map(({ status }) => status);
        expect([shipped, cancelled]).toEqual(shipped === 201 ? [201, 409] : [409, 200]);
        const isShipped = shipped === 201;
        expect(await timeline(order)).toHaveLength(3);
        expect([await wallet(buyer), await stockOf(sku)]).toEqual(isShipped ? [0, 0] : [210, 2]);
      }));

    it('expiring and cancelling are one or the other', () =>
      often(async (order, sku) => {
        const [count, { status }] = await Promise.all([expireDue(), act(order, 'cancel')]);
        expect([count, status]).toEqual(count === 1 ? [1, 409] : [0, 200]);
        expect(await timeline(order)).toHaveLength(2);
        expect(await stockOf(sku)).toBe(2);
      }));
  });

  describe('bad input', () => {
    it.each<[Action, field: string, code: string, values: unknown[]]>([
      ['payments', 'method', 'required', [undefined, null, '', ' ']],
      ['payments', 'method', 'string_expected', [5, ['cash'], {}, true]],
      ['payments', 'reference', 'too_long', ['x'.repeat(121)]],
      ['payments', 'reference', 'invalid_characters', ['a\u0000', '\ud800', 'a\nb']],
      ['shipments', 'courier', 'required', [undefined, null, ' ']],
      ['shipments', 'tracking_number', 'too_long', ['x'.repeat(81)]],
      ['shipments', 'tracking_url', 'invalid_url', ['BL1', 'http://a.example', 'javascript:x']],
      ['shipments', 'shipped_at', 'instant_expected', ['now', 5, [], {}, '2026-01-01']],
      ['shipments', 'items', 'list_expected', ['1', {}, [], [[]], [null], Array(101).fill({})]],
      ['shipments', 'items.0.line', 'integer_expected', [parcel(['1', 1]), parcel([[1], 1])]],
      ['shipments', 'items.0.line', 'out_of_range', [parcel([0, 1]), parcel([101, 1])]],
      ['shipments', 'items.0.quantity', 'out_of_range', [parcel([1, 0]), parcel([1, 1e9])]],
      ['cancel', 'reason', 'string_expected', [5, [], {}]],
      ['return', 'reason', 'invalid_characters', ['\u0007']],
    ])('to %s: %s %s', async (action, field, code, values) => {
      const { sku } = await givenProduct(one);
      const order = await place({ sku, quantity: 2 });
      const [key = ''] = field.split('.');
      for (const value of values) {
        const body = { ...PARCEL, ...(action === 'payments' && { method: 'cash' }), [key]: value };
        expect(await errorsOf(act(order, action, body))).toEqual([[field, code]]);
      }
      expect(await timeline(order)).toEqual(['awaiting_payment']);
    });

    it('is named where it is ignored', async () => {
      const { sku } = await givenProduct(one);
      const order = await place({ sku, quantity: 2 });
      const { headers } = await act(order, 'payments', { method: 'cash', amount: 1 }).expect(201);
      expect(headers['x-ignored-fields']).toBe('amount');
      const body = { items: [{ line: 1, quantity: 1, sku }], status: 'x', ...PARCEL };
      const { headers: named } = await act(order, 'shipments', body).expect(201);
      expect(named['x-ignored-fields']).toBe('items.0.sku, status');
    });

    const NO_ORDERS = ['0', '-1', '99999999999', 'WO-0000000000', '%00', '%ff', 'x'.repeat(500)];
    it.each(NO_ORDERS)('in the path: %s', async (order) => {
      const calls = ACTIONS.map((action) => act(order, action, { ...PARCEL, method: 'cash' }));
      for (const call of [...calls, one.admin('get', `orders/${order}`)]) {
        const { code } = (await call.expect(404)).body as ErrorBody;
        expect(code).toBe(order === '%ff' ? 'route_not_found' : 'order_not_found');
      }
    });

    it.each(ACTIONS)('that is no JSON object, to %s', async (action) => {
      const path = `/admin/orders/WO-0000000000/${action}`;
      const send = (body: string) =>
        one
          .call('post', path, { Authorization: `Bearer ${ADMIN_TOKEN}` })
          .type('json')
          .serialize((sent) => sent as string)
          .send(body);
      await send('{"method":').expect(400);
      for (const body of ['[]', '[{"method":"cash"}]', 'null']) {
        expect(await errorsOf(send(body))).toEqual([['body', 'object_expected']]);
      }
    });
  });
});
