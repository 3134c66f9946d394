import fc from 'fast-check';
import { CheckoutsService } from '../../src/money/gateway/checkouts/checkouts.service.js';
import type { Scenario } from '../../src/money/gateway/sandbox/sandbox.service.js';
import { jobs, Payer, stopGatewayJobs } from '../support/shop/checkouts.js';
import { crashingAt } from '../support/processes/crashes.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, givenSuite, type Shop } from '../support/shop/shop.js';
import { expireUnpaid, makeOlder } from '../support/time.js';

const SEED = 20_261_121;
const RUNS = 12;
/** More than any of the events takes. */
const STEPS = 30;

type Event = 'open' | 'return' | 'notice' | 'check' | 'expire' | 'cancel' | 'wallet' | 'operator';

/** A sequence of events around one order, and the steps at which the process dies. */
interface History {
  payments: Scenario[];
  /** The events in their order; those of the gateway come three times each. */
  events: Event[];
  crashes: number[];
  hasStock: boolean;
}

const SCENARIOS: Scenario[] = [
  ...(['success', 'authorized', 'wrong_amount', 'thrice', 'lost', 'failure'] as const),
];
const history: fc.Arbitrary<History> = fc
  .record({
    payments: fc.array(fc.constantFrom(...SCENARIOS), { minLength: 1, maxLength: 3 }),
    others: fc.subarray<Event>(['expire', 'cancel', 'wallet', 'operator']),
    hasStock: fc.boolean(),
    crashes: fc.array(fc.integer({ min: 1, max: STEPS }), { minLength: 13, maxLength: 13 }),
  })
  .chain(({ others, ...rest }) => {
    const own: Event[] = ['open', 'return', 'notice', 'check'];
    const events = [...own, ...own, ...own, ...others];
    return fc
      .shuffledSubarray(events, { minLength: events.length })
      .map((shuffled) => ({ ...rest, events: shuffled }));
  });

const { app, admin } = await givenSuite({ UNPAID_ORDER_TTL_HOURS: '0' });
stopGatewayJobs(app);
let shop: Shop;
let payer: Payer;
let sku: string;
afterAll(() => app.stop());

it.each(fc.sample(history, { seed: SEED, numRuns: RUNS }).map((drawn, run) => ({ run, ...drawn })))(
  'history $run ($payments; $events) credits every payment once',
  async ({ payments, events, crashes, hasStock }) => {
    shop = await givenShop(app);
    payer = await Payer.of(app, shop.client);
    ({ sku } = await givenProduct(app, { stock: 1 }));
    const order = await shop.orders.place({ sku, quantity: 1 });
    const checkout = await payer.open([order]);
    const attempts = [];
    for (const scenario of payments) attempts.push(await payer.payAt(checkout, scenario));
    const given = attempts.find((attempt) => attempt.given !== null) ?? null;

    const happen = async (event: Event): Promise<void> => {
      if (event === 'open') await openAgain(order);
      if (event === 'return' && given !== null) await payer.returnFrom(checkout, given);
      if (event === 'return' || event === 'check') await jobs.checkIntents({ isAll: true });
      if (event === 'notice') await handleAll();
      if (event === 'expire') await expire(order, hasStock);
      if (event === 'cancel') await admin.orders.cancel(order).status();
      if (event === 'wallet') await admin.orders.pay(order, { method: 'wallet' }).status();
      if (event === 'operator')
        await admin.orders.pay(order, { reference: `OP ${order}` }).status();
    };
    for (const [index, event] of events.entries()) {
      await jobs.sendNotices();
      const step = crashes[index] ?? STEPS;
      const isOurs = ['open', 'notice', 'check'].includes(event);
      if (isOurs) await crashingAt(app, step, () => happen(event));
      else await happen(event);
    }
    // Interrupted work is resumed; the capture of an authorized payment sends a second notice.
    for (const event of ['notice', 'check', 'notice', 'check'] as const) {
      await jobs.sendNotices();
      await happen(event);
    }
    await expectEveryPaymentCredited(order);
    await app.expectInvariants();
  },
);

it('stores an intent first, and creates no second order if the first may exist', async () => {
  shop = await givenShop(app);
  payer = await Payer.of(app, shop.client);
  ({ sku } = await givenProduct(app));
  const order = await shop.orders.place({ sku, quantity: 1 });
  const open = () => app.service(CheckoutsService).open(shop.client.id, { orderNumbers: [order] });
  for (let step = 1; await crashingAt(app, step, open); step += 1);
  const { intent } = await open();
  const [made] = await app.sql<{ orders: number; intents: number }>`
    SELECT (SELECT count(*)::integer FROM sandbox_orders WHERE receipt = ${intent.receipt}) AS orders,
      (SELECT count(*)::integer FROM payment_intents WHERE client_id = ${shop.client.id}) AS intents`;
  expect(made).toEqual({ orders: 1, intents: 1 });
});

async function openAgain(order: string): Promise<void> {
  await app
    .service(CheckoutsService)
    .open(shop.client.id, { orderNumbers: [order] })
    .catch((error: Error & { code?: string }) => {
      if (error.code !== 'validation_failed') throw error;
    });
}

/** Handles all notices, without waiting for the lease of a process that died. */
async function handleAll(): Promise<void> {
  await app.sql`UPDATE gateway_notices SET due_at = now() WHERE due_at IS NOT NULL`;
  await jobs.handleNotices();
}

async function expire(order: string, hasStock: boolean): Promise<void> {
  await makeOlder(app, { minutes: 90 }, order);
  await expireUnpaid(app);
  if (hasStock) return;
  const other = await givenShop(app, { plan: shop.client.plan });
  await other.orders.place({ sku, quantity: 1 }).status();
}

async function expectEveryPaymentCredited(order: string): Promise<void> {
  const [sums] = await app.sql<Record<string, number>>`
    SELECT coalesce(sum(s.amount_minor) FILTER (WHERE s.status = 'captured'), 0)::integer AS captured,
      coalesce(sum(r.amount_minor), 0)::integer AS credited,
      count(*) FILTER (WHERE s.status = 'captured' AND g.receipt_id IS NULL)::integer AS missing
    FROM payment_intents i JOIN sandbox_payments s ON s.order_id = i.gateway_order_id
    LEFT JOIN gateway_payments g ON g.payment_id = s.id
    LEFT JOIN receipts r ON r.reference = s.id AND r.source = 'gateway'
    WHERE i.client_id = ${shop.client.id}`;
  expect(sums).toMatchObject({ credited: sums!.captured, missing: 0 });
  const { payment_status: status, payments } = await admin.orders.get(order);
  const byOperator = payments.filter(({ method }) => method === 'bank_transfer');
  const inMinor = sums!.credited! + 11_000 * byOperator.length;
  const paidMinor = status === 'paid' ? 11_000 : 0;
  expect(Math.round((await admin.walletBalance(shop.client)) * 100)).toBe(inMinor - paidMinor);
}
