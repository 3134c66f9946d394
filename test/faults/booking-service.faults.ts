import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { SECRETS_KEY } from '../support/app.js';
import { ShiprocketStub } from '../support/couriers/shiprocket/stub.js';
import { expectInvariants } from './support/books.js';
import { Figures } from './support/figures.js';
import {
  CANCELED_OF_TEN,
  FAULTS,
  KilledBookings,
  liveAt,
  openDelhivery,
  SETTLE_MS,
} from './support/servers/killed-bookings.js';
import { drawn, size } from './support/run.js';
import { operate } from './support/shop.js';
import { Instance } from './support/stage.js';

/** Bookings that are kept on the way. */
const OPEN = 24;

/** Longer than a call of this test can still be executed: a stub is at most {@link LATE_MS} late. */
const EXECUTED_WITHIN_S = 5;
/** Longer than each courier's settling time. */
const SETTLED_S = 121;

/** Lets the settling time pass for calls of accounts that cannot be executed any more. */
async function settle(accounts: readonly number[]): Promise<void> {
  for (const account of accounts) await killed.tidy(account);
  await killed.app
    .sql`UPDATE courier_bookings SET called_at = called_at - make_interval(secs => ${SETTLED_S}), due_at = now()
    WHERE account_id = ANY (${accounts}) AND state IN ('calling', 'unknown', 'canceling') AND due_at > now()
      AND called_at BETWEEN now() - make_interval(secs => ${SETTLED_S}) AND now() - make_interval(secs => ${EXECUTED_WITHIN_S})`;
}

let killed: KilledBookings;
beforeAll(async () => {
  killed = await KilledBookings.open();
});

it('two instances of the whole service, killed again and again, give no box a second AWB and lose none', async () => {
  const figures = new Figures('kill -9 of the service while booking');
  const kills = size(20, 2);
  const delhivery = await openDelhivery();
  const shiprocket = await ShiprocketStub.open(FAULTS);
  const accounts = [
    await killed.givenDelhivery(delhivery, 100 * kills),
    await killed.givenShiprocket(shiprocket),
    await killed.givenSandbox(),
  ];
  const { app, bookings } = killed;
  const { connection } = app;
  const start = () => Instance.start(connection, { SECRETS_KEY });
  const instances = await Promise.all([start(), start()]);

  const ids = accounts.map((): number[] => []);
  const canceled: string[] = [];
  let isOver = false;
  /** Wants orders booked at the accounts in turns, by an instance that may be killed meanwhile. */
  const want = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      await settle(accounts);
      const open = await Promise.all(accounts.map((account) => killed.countOpen(account)));
      if (open.reduce((sum, count) => sum + count) >= OPEN) {
        await sleep(50);
        continue;
      }
      const at = turn % accounts.length;
      const order = await bookings.givenPaid();
      const { baseUrl } = instances[turn % instances.length]!;
      const orders = [{ order_number: order, account: accounts[at] }];
      const [outcome] = (await operate(baseUrl, 'POST', 'bookings', { orders })) as unknown as [
        { booking: { id: number } | null },
      ];
      ids[at]!.push(outcome.booking!.id);
      if (turn % 10 < CANCELED_OF_TEN) {
        await bookings.admin.orders.cancel(order);
        canceled.push(order);
      }
    }
  };
  const wanting = want();
  wanting.catch(() => undefined);
  try {
    for (const [index, delay] of drawn(kills, fc.integer({ min: 500, max: 4_000 })).entries()) {
      const instance = instances[index % instances.length]!;
      await sleep(delay);
      await instance.process.end('SIGKILL');
      await instance.restart();
    }
  } finally {
    isOver = true;
    await wanting;
  }
  const isOnTheWay = async () =>
    (await Promise.all(accounts.map((account) => killed.countOpen(account)))).some(
      (count) => count > 0,
    );
  for (let turn = 0; turn < 1_800 && (await isOnTheWay()); turn += 1) {
    await settle(accounts);
    await sleep(100);
  }
  await Promise.all(instances.map(({ process }) => process.end('SIGKILL')));
  await sleep(SETTLE_MS);

  const [atDelhivery, atShiprocket, atSandbox] = ids as [number[], number[], number[]];
  await killed.expectOneAwbEach(atDelhivery, liveAt(delhivery));
  await killed.expectOneAwbEach(atShiprocket, shiprocket.live);
  expect(shiprocket.orders.filter(({ awbs }) => awbs.length > 1)).toEqual([]);
  await killed.expectOneAwbEach(atSandbox, await killed.liveAtSandbox(accounts[2]!));
  const alive = await app.sql`SELECT order_number FROM orders
    WHERE order_number = ANY (${canceled}) AND status <> 'cancelled'`;
  expect(alive).toEqual([]);
  await expectInvariants(connection);
  figures.keep('kills', kills);
  figures.keep('bookings, each with one AWB at most', ids.flat().length);
  await Promise.all([delhivery.close(), shiprocket.close()]);
});
