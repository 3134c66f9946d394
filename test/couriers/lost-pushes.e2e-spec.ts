import { randomInt } from 'node:crypto';
import { HAS_DUE_PUSHES } from '../../src/couriers/pushes/pushes.repository.js';
import { PushesService } from '../../src/couriers/pushes/pushes.service.js';
import { HAS_DUE_QUESTIONS } from '../../src/couriers/tracking/tracked-bookings.repository.js';
import { Deliveries, type GivenBooking, type Scan } from '../support/couriers/deliveries.js';
import { UNLIMITED } from '../support/app.js';
import { givenSuite } from '../support/shop/shop.js';

// To repeat a failure: FUZZ_SEED as the failed test names it. SHIPMENTS=10000 plays the whole.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const SHIPMENTS = Number(process.env.SHIPMENTS ?? 15);

const { app, shop } = await givenSuite(UNLIMITED);
const deliveries = await Deliveries.of(app, shop);

const STEP_HOURS = 2;
const STEPS = (7 * 24) / STEP_HOURS;
/** No question about what moves comes later than this many steps after the one before. */
const LATEST_STEPS = 7;
const ROUTES: readonly string[][] = [
  ['PU', 'IT', 'OFD', 'DL'],
  ['PU', 'IT', 'IT', 'OFD', 'FA', 'OFD', 'DL'],
  ['PU', 'OFD', 'FA', 'RT', 'RTO'],
  ['PU', 'IT', 'LOST'],
];
const STATES: Readonly<Record<string, string>> = {
  PU: 'picked_up',
  IT: 'in_transit',
  OFD: 'out_for_delivery',
  FA: 'failed_attempt',
  RT: 'returning',
  DL: 'delivered',
  RTO: 'returned',
  LOST: 'lost',
};

interface Carried extends GivenBooking {
  route: readonly string[];
  /** Step of each scan. */
  at: readonly number[];
}

/** Makes a random source that is the same for the same seed. */
function randomOf(start: number): () => number {
  let state = start % 2 ** 31;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** Runs the jobs in each of the five minutes of a step while there is work. @returns the number of questions */
async function workAll(): Promise<number> {
  let asked = 0;
  for (let minutes = 0; minutes < STEP_HOURS * 60; minutes += 5) {
    await deliveries.handlePushes();
    await deliveries.askDue();
    const [{ count, isDone }] = await app.dataSource.query<[{ count: number; isDone: boolean }]>(
      `SELECT (SELECT coalesce(sum(count), 0)::integer FROM courier_calls WHERE call = 'track') AS count,
        NOT (${HAS_DUE_PUSHES}) AND NOT (${HAS_DUE_QUESTIONS}) AS "isDone"`,
    );
    asked += count;
    await app.sql`DELETE FROM courier_calls`;
    if (isDone) break;
  }
  return asked;
}

it(
  `Every lost push of a week is found by asking (seed ${seed})`,
  async () => {
    const random = randomOf(seed);
    const carried: Carried[] = [];
    for (let count = 0; count < SHIPMENTS; count += 1) {
      const route = ROUTES[Math.floor(random() * ROUTES.length)]!;
      // All have ended two days before the week does.
      const at = route
        .map(() => Math.floor(random() * (STEPS - 24)))
        .sort((one, other) => one - other)
        .map((step, index) => step + index);
      carried.push({ ...(await deliveries.givenSent()), route, at });
    }
    await app.sql`UPDATE courier_bookings SET created_at = now() - interval '9 days', handed_over_at = now() - interval '8 days'`;
    await workAll();
    let asked = 0;
    // Hours ago of a step, within the last eight days, and the same for the push and the answer.
    const agoOf = (step: number): number => 7.5 * 24 - step * STEP_HOURS;
    const known = (one: Carried, step: number): Scan[] =>
      one.route.flatMap((code, index): Scan[] =>
        one.at[index]! <= step ? [[code, agoOf(one.at[index]!)]] : [],
      );
    for (let step = 0; step < STEPS; step += 1) {
      await app.sql`UPDATE shipment_progress SET next_ask_at = next_ask_at - make_interval(hours => ${STEP_HOURS})`;
      for (const one of carried.filter(({ at }) => at.includes(step))) {
        const scans = known(one, step);
        await deliveries.tells(one.awb, ...scans);
        if (random() < 0.1) continue;
        const address = { kind: 'sandbox', header: '', secret: '' };
        const body = deliveries.bodyOf(one.awb, scans.at(-1)!);
        await app.service(PushesService).store({ ...address, ...deliveries }, body);
      }
      asked += await workAll();
      const states = new Map(
        (
          await app.sql<{ id: number; state: string }>`
          SELECT b.id, p.state FROM courier_bookings b JOIN shipment_progress p ON p.shipment_id = b.shipment_id`
        ).map(({ id, state }) => [id, state]),
      );
      const wrong = carried.filter((one) => {
        const [latest] = known(one, step - LATEST_STEPS).at(-1) ?? ['none'];
        const [now] = known(one, step).at(-1) ?? ['none'];
        // Nothing new since the latest question: what it told is what is known.
        return latest === now && latest !== 'none' && states.get(one.id) !== STATES[latest];
      });
      expect(wrong).toEqual([]);
    }
    for (const one of carried) {
      expect(await deliveries.stateOf(one)).toBe(STATES[one.route.at(-1)!]);
      const isDelivered = one.route.at(-1) === 'DL';
      expect(await deliveries.statusOf(one.order)).toBe(isDelivered ? 'delivered' : 'shipped');
    }
    // Each question is about up to 50 shipments, and none is asked about more often than every two hours.
    expect(asked).toBeLessThanOrEqual(STEPS * (Math.ceil(SHIPMENTS / 50) + 1));
  },
  3 * 60 * 60_000,
);
