import { BookingJob } from '../../../../src/couriers/bookings/calls/booking.job.js';
import { COURIERS } from '../../../../src/couriers/couriers.js';
import { SANDBOX_PLACE } from '../../../../src/couriers/sandbox/sandbox-courier.js';
import { TestApp, UNLIMITED } from '../../../support/app.js';
import { Bookings, givenAccount, givenBookingRules } from '../../../support/couriers/bookings.js';
import { DelhiveryStub } from '../../../support/couriers/delhivery/stub.js';
import { DELHIVERY_SCANS } from '../../../support/couriers/delhivery/texts.js';
import { SHIPROCKET_KEYS } from '../../../support/couriers/shiprocket-harness.js';
import type { ShiprocketStub } from '../../../support/couriers/shiprocket/stub.js';
import { givenShop } from '../../../support/shop/shop.js';
import { SEED } from '../run.js';

/** Time limit of a worker's calls, and how late the stubs are at most. */
export const TIMEOUT_MS = 150;
export const LATE_MS = 3 * TIMEOUT_MS;
/** A worker's settling time: a call without an answer is not executed any more. */
export const SETTLE_MS = 4 * TIMEOUT_MS;
/** Of ten bookings, those whose order is canceled on the way. */
export const CANCELED_OF_TEN = 3;
/** What stubs of couriers do: three of ten calls go wrong. */
export const FAULTS = { seed: SEED, faultShare: 0.3, lateMs: LATE_MS };

export async function openDelhivery(): Promise<DelhiveryStub> {
  const stub = await DelhiveryStub.open(FAULTS);
  // Its limits are of minutes, and the times of these tests are shortened.
  Object.assign(stub, { limits: { take: () => true, check: () => undefined } });
  return stub;
}

/** Lists the AWBs that a stub of Delhivery has not canceled. */
export function liveAt({ shipments }: DelhiveryStub): string[] {
  const [, , canceled] = DELHIVERY_SCANS.canceled;
  return [...shipments.values()]
    .filter(({ scans }) => scans.every(({ nsl }) => nsl !== canceled))
    .map(({ awb }) => awb);
}

/** A shop whose bookings are worked on by others than the app of the test. */
export class KilledBookings {
  private constructor(
    readonly app: TestApp,
    readonly bookings: Bookings,
  ) {}

  static async open(): Promise<KilledBookings> {
    const app = await TestApp.start(UNLIMITED);
    await app.stopJobs(BookingJob);
    const killed = new KilledBookings(app, new Bookings(app, await givenShop(app)));
    await givenBookingRules(app, await killed.givenSandbox());
    return killed;
  }

  givenSandbox(): Promise<number> {
    return givenAccount(this.app, 'sandbox', { pickup: SANDBOX_PLACE.name });
  }

  /** Stores an account at a stub of Delhivery, with waybills. */
  async givenDelhivery({ url: baseUrl }: DelhiveryStub, waybills: number): Promise<number> {
    const keys = { token: 'stub-token', client_name: 'WSO-STUB' };
    const accountId = await givenAccount(this.app, 'delhivery', {
      baseUrl,
      pickup: 'Godown 1',
      keys,
    });
    const opened = { environment: 'staging', baseUrl, keys, pickup: null } as never;
    const fetched = await COURIERS.delhivery!.open(opened, this.app.dataSource).prepare!(waybills);
    await this.app.sql`INSERT INTO waybill_pool (account_id, awb, fetched_at)
      SELECT ${accountId}, awb, now() - interval '1 hour' FROM unnest(${fetched}::text[]) AS awb`;
    return accountId;
  }

  /** Stores an account at a stub of Shiprocket. */
  givenShiprocket({ url }: ShiprocketStub): Promise<number> {
    const account = { baseUrl: url, pickup: 'Godown 1', keys: SHIPROCKET_KEYS };
    return givenAccount(this.app, 'shiprocket', account);
  }

  async liveAtSandbox(accountId: number): Promise<string[]> {
    const live = await this.app.sql<{ awb: string }>`SELECT awb FROM sandbox_shipments
      WHERE account_id = ${accountId} AND NOT is_canceled`;
    return live.map(({ awb }) => awb);
  }

  /** Ends pauses, which would take longer than the test, and sends again what the account kept from being booked. */
  async tidy(accountId: number): Promise<void> {
    await this.app
      .sql`UPDATE courier_accounts SET paused_until = NULL, pauses = 0 WHERE id = ${accountId}
      AND paused_until IS NOT NULL`;
    // A claim of a killed process is left for a minute, and a waiting booking for half of one.
    await this.app
      .sql`UPDATE courier_bookings SET due_at = greatest(now(), called_at + make_interval(secs => ${SETTLE_MS / 1000}))
      WHERE account_id = ${accountId} AND due_at > now() + interval '5 s'`;
    const refused = await this.app.sql<{
      id: number;
    }>`SELECT id FROM courier_bookings WHERE account_id = ${accountId}
      AND (state = 'refused' OR (state = 'needs_person' AND problem_code = 'no_money_at_courier'))`;
    for (const { id } of refused) await this.bookings.admin.call('retryBooking', id).status();
  }

  /** Counts bookings that are on the way. One that was refused is sent again by {@link tidy}. */
  async countOpen(accountId: number): Promise<number> {
    const { count } = await this.app.row<{
      count: number;
    }>`SELECT count(*)::integer AS count FROM courier_bookings
      WHERE account_id = ${accountId} AND state IN ('wanted', 'calling', 'unknown', 'canceling', 'refused')`;
    return count;
  }

  /** Fails if a booking has another AWB alive than its own, or if one alive is no booking's. */
  async expectOneAwbEach(ids: readonly number[], live: readonly string[]): Promise<void> {
    const rows = await this.app
      .sql<Ended>`SELECT state, awb FROM courier_bookings WHERE id = ANY (${ids})`;
    const states = new Set(rows.map(({ state }) => state));
    expect(
      [...states].filter((state) => !['booked', 'canceled', 'needs_person'].includes(state)),
    ).toEqual([]);
    const booked = rows.filter(({ state }) => state === 'booked').map(({ awb }) => awb);
    // Of one that a person has to decide about, the AWB may live; it is the only one.
    const unclear = rows.filter(({ state }) => state === 'needs_person').map(({ awb }) => awb);
    const expected = [...booked, ...unclear.filter((awb) => awb !== null && live.includes(awb))];
    expect([...live].sort()).toEqual(expected.sort());
    const second = await this.app
      .sql`SELECT booking_id FROM courier_awbs WHERE canceled_at IS NULL AND booking_id = ANY (${ids})
      GROUP BY booking_id HAVING count(*) > 1`;
    expect(second).toEqual([]);
  }
}

interface Ended {
  state: string;
  awb: string | null;
}
