import type { OpenedAccount } from '../../../src/couriers/courier-description.js';
import { COURIERS } from '../../../src/couriers/couriers.js';
import type { SandboxCode, SandboxEvent } from '../../../src/couriers/sandbox/sandbox-codes.js';
import { SANDBOX_PLACE } from '../../../src/couriers/sandbox/sandbox-courier.js';
import { writeSandboxPush } from '../../../src/couriers/sandbox/sandbox-push.js';
import type { TestApp } from '../app.js';
import { givenCourierAccount } from './courier-accounts.js';
import type { CourierHarness, HarnessFault, HarnessScan } from './courier-harness.js';

const CODES: Record<HarnessScan, string> = {
  picked_up: 'PU',
  in_transit: 'IT',
  out_for_delivery: 'OFD',
  failed_attempt: 'FA',
  returning: 'RT',
  returned: 'RTO',
  delivered: 'DL',
  unheard_of: 'X9',
};
/** PIN codes by whose last digit the sandbox fails. It answers late instead of losing a call. */
const PINCODES: Record<HarnessFault, string> = {
  refused: '600014',
  no_money: '600016',
  lost_before: '600015',
  lost_after: '600015',
};
const HOUR_MS = 3_600_000;

export async function open(app: TestApp): Promise<CourierHarness> {
  const { id } = await givenCourierAccount(app);
  const opened = (token: string) => {
    const session: OpenedAccount['session'] = {
      token: () => Promise.reject(new Error('the sandbox has no session')),
    };
    const account = { id, environment: 'staging', baseUrl: null, pickup: null, session } as const;
    return COURIERS.sandbox!.open({ ...account, keys: { token } }, app.dataSource);
  };
  const eventsOf = async (awb: string) => {
    const { events } = await app.row<{ events: SandboxEvent[] }>`
      SELECT events FROM sandbox_shipments WHERE awb = ${awb}`;
    return events;
  };
  let hours = 0;
  return {
    gateway: opened('any'),
    strangers: opened('refused-token'),
    pickupName: SANDBOX_PLACE.name,
    waybills: [],
    scan: async (awb, name) => {
      hours += 1;
      const code = CODES[name] as SandboxCode;
      const at = new Date(Date.UTC(2026, 10, 27) + hours * HOUR_MS).toISOString();
      const before = await eventsOf(awb);
      const attempt = before.filter((event) => event.code === 'FA').length + 1;
      const event: SandboxEvent = { at, code, ...(code === 'FA' && { attempt }) };
      const events = JSON.stringify([...before, event]);
      await app.sql`UPDATE sandbox_shipments SET events = ${events}::jsonb WHERE awb = ${awb}`;
    },
    pushOf: async (awb) => Buffer.from(writeSandboxPush(awb, (await eventsOf(awb)).at(-1)!)),
    fail: (booking, fault) => {
      const consignee = { ...booking.consignee, pincode: PINCODES[fault] };
      return { ...booking, consignee };
    },
    settle: async () => {
      await app.sql`UPDATE sandbox_shipments SET known_at = clock_timestamp() WHERE account_id = ${id}`;
    },
    decide: () => undefined,
    close: () => Promise.resolve(),
  };
}
