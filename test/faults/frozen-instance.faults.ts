import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { duration, slowest, send, statuses } from './support/http.js';
import { HAS_HAPROXY, HAS_NGINX, stagedHaproxy, stagedNginx } from './support/servers/proxies.js';
import { size } from './support/run.js';
import { ask, operate, OPERATOR, Shop } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

const FROZEN_MS = size(60_000, 8_000);
/** A slower answer waited for the frozen instance. */
const LATE_MS = 1_000;
/** Longer than the instance takes for a standstill. */
const STANDSTILL_MS = 8_000;
/** Until then, each proxy has noticed. */
const SEEN_MS = 8_000;

/** Callers of stores, and then of operators, through one proxy. */
class Callers {
  readonly reads: Crowd;
  readonly orders: Crowd;
  office: Crowd;

  constructor(
    private readonly shop: Shop,
    private readonly baseUrl: string,
  ) {
    this.reads = new Crowd(8, (turn) => shop.read(baseUrl, turn));
    // Without an id of its own, an order that the proxy repeats is placed twice.
    this.orders = new Crowd(4, (turn) =>
      shop.order(baseUrl, shop.items(turn), { storeOrderId: null }),
    );
  }

  /** Lets callers come whose answers may take long: the proxy asks first which instance is ready. */
  admitOffice(): void {
    const paths = ['admin/clients/export', 'admin/orders?limit=10', 'api/changes?wait=1'];
    this.office = new Crowd(2, (turn) => {
      const path = paths[turn % paths.length]!;
      const headers = path.startsWith('api/') ? this.shop.buyer.headers : OPERATOR;
      return send(`${this.baseUrl}/${path}`, { headers });
    });
  }

  async leave(): Promise<void> {
    await Promise.all([this.reads.leave(), this.orders.leave(), this.office.leave()]);
  }
}

(HAS_NGINX && HAS_HAPROXY ? it : it.skip)(
  'behind each shipped proxy, every read is answered while one of two instances is frozen, and no order is placed twice',
  async () => {
    const figures = new Figures('frozen instance');
    const connection = await stagedDatabase();
    const instances = [await Instance.start(connection), await Instance.start(connection)];
    const shop = await Shop.open(instances[1]!.baseUrl);
    const proxies = {
      nginx: await stagedNginx(instances),
      HAProxy: await stagedHaproxy(instances),
    };
    const callers = Object.entries(proxies).map(
      ([name, { baseUrl }]) => [name, new Callers(shop, baseUrl)] as const,
    );
    for (const [, { orders }] of callers) await orders.first(201, performance.now());

    const frozenAt = performance.now();
    instances[0]!.process.signal('SIGSTOP');
    // nginx asks before each of their requests; HAProxy every second, so that those that it has sent before wait for their limit.
    callers[0]![1].admitOffice();
    await sleep(FROZEN_MS);
    callers[1]![1].admitOffice();
    await callers[1]![1].office.first(200, performance.now());
    // Answered while it is frozen.
    await Promise.all(callers.map(([, crowds]) => crowds.leave()));
    instances[0]!.process.signal('SIGCONT');

    for (const [name, { reads, office, orders }] of callers) {
      const late = reads.answers.filter((one) => duration(one) > LATE_MS);
      // Later, a proxy tries the instance again by a single request.
      const atOnce = late.filter(({ sentAt }) => sentAt - frozenAt < SEEN_MS);
      const back = atOnce.map(({ endedAt }) => endedAt - frozenAt);
      const unit = { unit: 'ms' } as const;
      figures.keep(`${name}: reads are back after`, Math.max(0, ...back), unit);
      figures.keep(`${name}: late reads`, late.length);
      figures.keep(`${name}: slowest read`, slowest(reads.answers), unit);
      figures.keep(`${name}: slowest of operators`, slowest(office.answers), unit);
      figures.keep(`${name}: orders`, JSON.stringify(statuses(orders.answers)));
      expect([name, statuses(reads.answers)]).toEqual([name, { 200: reads.answers.length }]);
      const refused = orders.answers.filter(({ status }) => status !== 201 && status !== 504);
      expect(refused.slice(0, 3)).toEqual([]);
      const unanswered = office.answers.filter(({ status }) => status !== 200);
      expect(unanswered.slice(0, 3)).toEqual([]);
    }
    const sent = callers.flatMap(([, { orders }]) => orders.answers);
    const acknowledged = sent.filter(({ status }) => status === 201);
    await figures.keepOrders(connection, acknowledged);
    // What it had received before it was given up is placed once it runs again, which the store may ask for by its key.
    expect((await shop.order(instances[0]!.baseUrl, shop.items(1))).status).toBe(201);
    const [row] = await query<{ count: number }>(connection, 'SELECT count(*)::int FROM orders');
    expect(row!.count - 1).toBeGreaterThanOrEqual(acknowledged.length);
    expect(row!.count - 1).toBeLessThanOrEqual(sent.length);
  },
);

it('an instance that stood still refuses the changes that operators had sent to it, unless their route stores a key', async () => {
  const instance = await Instance.start(await stagedDatabase());
  const { baseUrl } = instance;
  const shop = await Shop.open(baseUrl);
  const product = `products/${shop.sku(0)}`;
  const setPrice = [baseUrl, 'PUT', `plans/${shop.plan}/prices/${shop.sku(0)}`] as const;
  const priced = async (): Promise<unknown> => {
    const { body } = await send(`${baseUrl}/api/${product}`, { headers: shop.buyer.headers });
    return (body.data as { pricing: { wholesale_price: number } }).pricing.wholesale_price;
  };

  const thawed = instance.process.freeze(STANDSTILL_MS);
  const sent = [
    ask(...setPrice, { wholesale_price: 50 }),
    // This route stores no key, so that the header protects nothing.
    send(`${baseUrl}/admin/${product}`, {
      method: 'PATCH',
      headers: { ...OPERATOR, 'Idempotency-Key': 'renaming-1' },
      body: { name: 'Renamed' },
    }),
    send(`${baseUrl}/admin/${product}/stock/adjustments`, {
      method: 'POST',
      headers: { ...OPERATOR, 'Idempotency-Key': 'adjustment-1' },
      body: { delta: 5, reason: 'found' },
    }),
    shop.order(baseUrl, shop.items(1)),
    shop.read(baseUrl, 1),
  ];
  await thawed;
  const answers = await Promise.all(sent);

  const [price, name, ...others] = answers.map(({ status, body }) => [status, body.code]);
  expect([price, name]).toEqual([
    [503, 'paused'],
    [503, 'paused'],
  ]);
  expect(Number(answers[0]!.headers['retry-after'])).toBeGreaterThan(0);
  expect(others.map(([status]) => status)).toEqual([201, 201, 200]);
  expect(await priced()).toBe(100);
  // Sent again, as soon as it is not refused.
  await operate(...setPrice, { wholesale_price: 51 });
  expect(await priced()).toBe(51);
});
