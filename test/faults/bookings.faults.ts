import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { BookingJob } from '../../src/couriers/bookings/calls/booking.job.js';
import { COURIERS } from '../../src/couriers/couriers.js';
import { SANDBOX_PLACE } from '../../src/couriers/sandbox/sandbox-courier.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_TOKEN, TestApp, UNLIMITED } from '../support/app.js';
import { Bookings, givenAccount, givenBookingRules } from '../support/couriers/bookings.js';
import { SHIPROCKET_KEYS } from '../support/couriers/shiprocket-harness.js';
import { ShiprocketStub } from '../support/couriers/shiprocket/stub.js';
import { DelhiveryStub } from '../support/couriers/delhivery/stub.js';
import { DELHIVERY_SCANS } from '../support/couriers/delhivery/texts.js';
import { KEEPS_CODE } from '../support/processes/service-process.js';
import { givenShop } from '../support/shop/shop.js';
import { Figures } from './support/figures.js';
import { drawn, SEED, size } from './support/run.js';

const WORKER = resolve('dist/booking-worker/booking-worker.js');
const WORKERS = 2;
const TIMEOUT_MS = 150;
const SETTLE_MS = 4 * TIMEOUT_MS;
/** Bookings that are kept on the way. */
const OPEN = 12;
/** Of ten bookings, those whose order is canceled on the way, after some time. */
const CANCELED_OF_TEN = 3;
const LONGEST_MS = 1_000;
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/** A worker process that is killed and started again. */
class Worker {
  private child: ChildProcess | null = null;
  errors = '';
  log = '';

  constructor(private readonly argument: string) {}

  /** Starts the process, and returns once it works. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [WORKER, this.argument], {
      env: { ...KEEPS_CODE, PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    child.stdout.on('data', (data: Buffer) => (this.log += data.toString()));
    child.stderr.on('data', (data: Buffer) => (this.errors += data.toString()));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the worker ended: ${this.errors.slice(-2_000)}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child.stdout, 'data'), ended]);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

let app: TestApp;
let bookings: Bookings;
beforeAll(async () => {
  // As one program, it starts in half of the processor time.
  const source = `test/support/couriers/${basename(WORKER)}`;
  execFileSync(process.execPath, ['scripts/build/bundle.js', dirname(WORKER), source]);
  app = await TestApp.start(UNLIMITED);
  await app.stopJobs(BookingJob);
  const shop = await givenShop(app);
  bookings = new Bookings(app, shop);
  await givenBookingRules(app, await givenAccount(app, 'sandbox', { pickup: SANDBOX_PLACE.name }));
});

/** @param timeoutMs longer than a busy machine takes, where no call is to be lost */
function workerArgument(timeoutMs = TIMEOUT_MS): string {
  const env = { ADMIN_API_TOKEN: ADMIN_TOKEN, DEMO_DATA: 'false', SECRETS_KEY, LOG_LEVEL: 'warn' };
  const { connection } = app;
  return JSON.stringify({ connection, env, timeoutMs, settleMs: SETTLE_MS });
}

/** Kills two workers again and again while orders of an account are booked and canceled. @returns the bookings that were made */
async function killWhileBooking(accountId: number, kills: number): Promise<number[]> {
  const ids: number[] = [];
  let isOver = false;
  const supply = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      await tidy(accountId);
      const open = await countOpen(accountId);
      if (open >= OPEN) {
        await sleep(50);
        continue;
      }
      const order = await bookings.givenPaid();
      const { booking } = await bookings.want(order, { account: accountId });
      ids.push(booking!.id);
      if (turn % 10 < CANCELED_OF_TEN) {
        await sleep((turn * 97) % LONGEST_MS);
        await bookings.admin.orders.cancel(order);
      }
    }
  };
  const supplying = supply();
  const delays = drawn(kills, fc.integer({ min: 20, max: 900 }));
  const workers = Array.from({ length: WORKERS }, () => new Worker(workerArgument()));
  try {
    await Promise.all(
      workers.map(async (worker, index) => {
        for (const delay of delays.filter((_, at) => at % WORKERS === index)) {
          await worker.start();
          await sleep(delay);
          await worker.kill();
        }
      }),
    );
    isOver = true;
    await supplying;
    // What is on the way is brought to its end.
    await workers[0]!.start();
    for (let turn = 0; turn < 600 && (await countOpen(accountId)) > 0; turn += 1) {
      await tidy(accountId);
      await sleep(100);
    }
    await sleep(SETTLE_MS);
  } finally {
    isOver = true;
    await Promise.all(workers.map((worker) => worker.kill()));
    await supplying.catch(() => undefined);
  }
  expect(workers.map(({ errors }) => errors.replaceAll(/^\{.*\}\n/gm, ''))).toEqual(['', '']);
  return ids;
}

/** Ends pauses, which would take longer than the test, and sends again what the account kept from being booked. */
async function tidy(accountId: number): Promise<void> {
  await app.sql`UPDATE courier_accounts SET paused_until = NULL, pauses = 0 WHERE id = ${accountId}
    AND paused_until IS NOT NULL`;
  // A claim of a killed process is left for a minute, and a waiting booking for half of one.
  await app.sql`UPDATE courier_bookings SET due_at = greatest(now(), called_at + make_interval(secs => ${SETTLE_MS / 1000}))
    WHERE account_id = ${accountId} AND due_at > now() + interval '5 s'`;
  const refused = await app.sql<{
    id: number;
  }>`SELECT id FROM courier_bookings WHERE account_id = ${accountId}
    AND (state = 'refused' OR (state = 'needs_person' AND problem_code = 'no_money_at_courier'))`;
  for (const { id } of refused) await bookings.admin.call('retryBooking', id).status();
}

/** Counts bookings that are on the way. One that was refused is sent again by {@link tidy}. */
async function countOpen(accountId: number): Promise<number> {
  const { count } = await app.row<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM courier_bookings
    WHERE account_id = ${accountId} AND state IN ('wanted', 'calling', 'unknown', 'canceling', 'refused')`;
  return count;
}

interface Ended {
  state: string;
  awb: string | null;
}

/** Fails if a booking has another AWB alive than its own, or if one alive is no booking's. */
async function expectOneAwbEach(ids: readonly number[], live: readonly string[]): Promise<void> {
  const rows =
    await app.sql<Ended>`SELECT state, awb FROM courier_bookings WHERE id = ANY (${ids})`;
  const states = new Set(rows.map(({ state }) => state));
  expect(
    [...states].filter((state) => !['booked', 'canceled', 'needs_person'].includes(state)),
  ).toEqual([]);
  const booked = rows.filter(({ state }) => state === 'booked').map(({ awb }) => awb);
  // Of one that a person has to decide about, the AWB may live; it is the only one.
  const unclear = rows.filter(({ state }) => state === 'needs_person').map(({ awb }) => awb);
  const expected = [...booked, ...unclear.filter((awb) => awb !== null && live.includes(awb))];
  expect([...live].sort()).toEqual(expected.sort());
  const second =
    await app.sql`SELECT booking_id FROM courier_awbs WHERE canceled_at IS NULL AND booking_id = ANY (${ids})
    GROUP BY booking_id HAVING count(*) > 1`;
  expect(second).toEqual([]);
}

it('workers, killed again and again, give no booking a second AWB at Delhivery', async () => {
  const figures = new Figures('kill -9 while booking at Delhivery');
  const stub = await DelhiveryStub.open({ seed: SEED, faultShare: 0.3, lateMs: 3 * TIMEOUT_MS });
  // Its limits are of minutes, and the times of this test are shortened.
  Object.assign(stub, { limits: { take: () => true, check: () => undefined } });
  const keys = { token: 'stub-token', client_name: 'WSO-STUB' };
  const accountId = await givenAccount(app, 'delhivery', {
    baseUrl: stub.url,
    pickup: 'Godown 1',
    keys,
  });
  const kills = size(340, 12);
  const opened = { environment: 'staging', baseUrl: stub.url, keys, pickup: null } as never;
  const waybills = await COURIERS.delhivery!.open(opened, app.dataSource).prepare!(10 * kills);
  await app.sql`INSERT INTO waybill_pool (account_id, awb, fetched_at)
    SELECT ${accountId}, awb, now() - interval '1 hour' FROM unnest(${waybills}::text[]) AS awb`;
  const ids = await killWhileBooking(accountId, kills);
  const [, , canceled] = DELHIVERY_SCANS.canceled;
  const live = [...stub.shipments.values()].filter(({ scans }) =>
    scans.every(({ nsl }) => nsl !== canceled),
  );
  await expectOneAwbEach(
    ids,
    live.map(({ awb }) => awb),
  );
  figures.keep('kills', kills);
  figures.keep('bookings, each with one AWB at most', ids.length);
  await stub.close();
});

it('workers, killed again and again, give no booking a second AWB at the sandbox', async () => {
  const figures = new Figures('kill -9 while booking at the sandbox');
  const accountId = await givenAccount(app, 'sandbox', { pickup: SANDBOX_PLACE.name });
  const kills = size(340, 12);
  const ids = await killWhileBooking(accountId, kills);
  const live = await app.sql<{ awb: string }>`SELECT awb FROM sandbox_shipments
    WHERE account_id = ${accountId} AND NOT is_canceled`;
  await expectOneAwbEach(
    ids,
    live.map(({ awb }) => awb),
  );
  figures.keep('kills', kills);
  figures.keep('bookings, each with one AWB at most', ids.length);
});

/** Stores an account at a stub of Shiprocket. */
function givenShiprocket({ url }: ShiprocketStub): Promise<number> {
  const account = { baseUrl: url, pickup: 'Godown 1', keys: SHIPROCKET_KEYS };
  return givenAccount(app, 'shiprocket', account);
}

it('workers, killed again and again, give no booking a second AWB at Shiprocket within the settling time', async () => {
  const figures = new Figures('kill -9 while booking at Shiprocket');
  const stub = await ShiprocketStub.open({ seed: SEED, faultShare: 0.3, lateMs: 3 * TIMEOUT_MS });
  const kills = size(340, 6);
  const ids = await killWhileBooking(await givenShiprocket(stub), kills);
  await expectOneAwbEach(ids, stub.live);
  expect(stub.orders.filter(({ awbs }) => awbs.length > 1)).toEqual([]);
  figures.keep('kills', kills);
  figures.keep('bookings, each with one AWB at most', ids.length);
  await stub.close();
});

it('a worker finds a second AWB at Shiprocket that came after the settling time, cancels it and alarms', async () => {
  const stub = await ShiprocketStub.open();
  const accountId = await givenShiprocket(stub);
  const worker = new Worker(workerArgument(20 * TIMEOUT_MS));
  await worker.start();
  stub.plan('/courier/assign/awb', 'error_500');
  const { booking } = await bookings.want(await bookings.givenPaid(), { account: accountId });
  const { id } = booking!;
  // Without shortened times: the courier is asked for a second AWB when ten times of settling have passed.
  const isBooked = async (): Promise<boolean> => (await bookings.stateOf(id)) === 'booked';
  await eventually(isBooked);
  const { awb } = await bookings.get(id);
  const [{ sent, awbs }] = stub.orders as [ShiprocketStub['orders'][number]];
  stub.assignLate(String(sent.order_id));
  await eventually(() => awbs.length === 2 && awbs[1]!.isCanceled);
  await eventually(() => worker.log.includes('a courier gave a second AWB for a booking'));
  await eventually(isBooked);
  await worker.kill();
  expect(stub.live).toEqual([awb]);
  await expectOneAwbEach([id], stub.live);
  await stub.close();
});
