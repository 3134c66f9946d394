import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { ADMIN_TOKEN, SECRETS_KEY } from '../support/app.js';
import { ShiprocketStub } from '../support/couriers/shiprocket/stub.js';
import { eventually } from '../support/eventually.js';
import { KEEPS_CODE } from '../support/processes/service-process.js';
import { Figures } from './support/figures.js';
import {
  CANCELED_OF_TEN,
  FAULTS,
  KilledBookings,
  liveAt,
  openDelhivery,
  SETTLE_MS,
  TIMEOUT_MS,
} from './support/servers/killed-bookings.js';
import { drawn, SEED, size } from './support/run.js';

const WORKER = resolve('dist/booking-worker/booking-worker.js');
const WORKERS = 2;
/** Bookings that are kept on the way. */
const OPEN = 12;
const LONGEST_MS = 1_000;
/** At each of the couriers. */
const KILLS = size(34, 4);

/** A worker process that is killed and started again. */
class Worker {
  private child: ChildProcess | null = null;
  errors = '';
  log = '';

  constructor(private readonly argument: string) {}

  /** Starts the process, whose courier fails by a seed, and returns once it works. */
  async start(seed = SEED): Promise<void> {
    const child = spawn(process.execPath, [WORKER, this.argument, String(seed)], {
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

let killed: KilledBookings;
beforeAll(async () => {
  // As one program, it starts in half of the processor time.
  const source = `test/support/couriers/${basename(WORKER)}`;
  execFileSync(process.execPath, ['scripts/build/bundle.js', dirname(WORKER), source]);
  killed = await KilledBookings.open();
});

/** @param timeoutMs longer than a busy machine takes, where no call is to be lost */
function workerArgument(timeoutMs = TIMEOUT_MS): string {
  const env = { ADMIN_API_TOKEN: ADMIN_TOKEN, DEMO_DATA: 'false', SECRETS_KEY, LOG_LEVEL: 'warn' };
  const { connection } = killed.app;
  return JSON.stringify({ connection, env, timeoutMs, settleMs: SETTLE_MS });
}

/** Kills two workers again and again while orders of an account are booked and canceled. @returns the bookings that were made */
async function killWhileBooking(accountId: number): Promise<number[]> {
  const { bookings } = killed;
  const ids: number[] = [];
  let isOver = false;
  const supply = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      await killed.tidy(accountId);
      const open = await killed.countOpen(accountId);
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
  const runs = drawn(KILLS, fc.tuple(fc.integer({ min: 20, max: 900 }), fc.nat()));
  const workers = Array.from({ length: WORKERS }, () => new Worker(workerArgument()));
  try {
    await Promise.all(
      workers.map(async (worker, index) => {
        for (const [delay, seed] of runs.filter((_, at) => at % WORKERS === index)) {
          await worker.start(seed);
          await sleep(delay);
          await worker.kill();
        }
      }),
    );
    isOver = true;
    await supplying;
    // What is on the way is brought to its end.
    await workers[0]!.start();
    for (let turn = 0; turn < 600 && (await killed.countOpen(accountId)) > 0; turn += 1) {
      await killed.tidy(accountId);
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

it('workers, killed again and again, give no booking a second AWB at Delhivery', async () => {
  const figures = new Figures('kill -9 while booking at Delhivery');
  const stub = await openDelhivery();
  const accountId = await killed.givenDelhivery(stub, Math.max(200, 10 * KILLS));
  const ids = await killWhileBooking(accountId);
  await killed.expectOneAwbEach(ids, liveAt(stub));
  figures.keep('kills', KILLS);
  figures.keep('bookings, each with one AWB at most', ids.length);
  await stub.close();
});

it('workers, killed again and again, give no booking a second AWB at the sandbox', async () => {
  const figures = new Figures('kill -9 while booking at the sandbox');
  const accountId = await killed.givenSandbox();
  const ids = await killWhileBooking(accountId);
  await killed.expectOneAwbEach(ids, await killed.liveAtSandbox(accountId));
  figures.keep('kills', KILLS);
  figures.keep('bookings, each with one AWB at most', ids.length);
});

it('workers, killed again and again, give no booking a second AWB at Shiprocket within the settling time', async () => {
  const figures = new Figures('kill -9 while booking at Shiprocket');
  const stub = await ShiprocketStub.open(FAULTS);
  const ids = await killWhileBooking(await killed.givenShiprocket(stub));
  await killed.expectOneAwbEach(ids, stub.live);
  expect(stub.orders.filter(({ awbs }) => awbs.length > 1)).toEqual([]);
  figures.keep('kills', KILLS);
  figures.keep('bookings, each with one AWB at most', ids.length);
  await stub.close();
});

it('a worker finds a second AWB at Shiprocket that came after the settling time, cancels it and alarms', async () => {
  const { bookings } = killed;
  const stub = await ShiprocketStub.open();
  const accountId = await killed.givenShiprocket(stub);
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
  await killed.expectOneAwbEach([id], stub.live);
  await stub.close();
});
