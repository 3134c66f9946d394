import { OpenedCouriers } from '../../../src/couriers/accounts/opened-couriers.js';
import type { CourierSessions } from '../../../src/couriers/courier-description.js';
import { ShiprocketGateway } from '../../../src/couriers/shiprocket/shiprocket-gateway.js';
import type { TestApp } from '../app.js';
import { givenCourierAccount } from './courier-accounts.js';
import type { CourierHarness, HarnessFault, HarnessScan } from './courier-harness.js';
import { ShiprocketStub } from './shiprocket/stub.js';
import { NO_MONEY, unassigned, type ShiprocketScan } from './shiprocket/texts.js';
import { STUB_TIMEOUT_MS } from './stub-server.js';

const SCANS: Record<HarnessScan, ShiprocketScan> = {
  picked_up: 'picked_up',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  failed_attempt: 'unavailable',
  returning: 'returning',
  returned: 'returned',
  delivered: 'delivered',
  unheard_of: 'unheard_of',
};
const HOUR_MS = 3_600_000;
export const SHIPROCKET_KEYS = { email: 'api@example.com', password: 'stub-password' };

/** A session that only this process knows. */
export function sessionOfProcess(): CourierSessions {
  let known: string | null = null;
  return {
    token: async (logIn, refused) => {
      if (known !== null && known !== refused) return { token: known, isNew: false };
      ({ token: known } = await logIn());
      return { token: known, isNew: true };
    },
  };
}

/** @param timeoutMs short, where a test waits for it */
export function openAccount(
  stub: ShiprocketStub,
  timeoutMs?: number,
  { keys = SHIPROCKET_KEYS, session = sessionOfProcess() } = {},
) {
  const pickup = { name: 'Godown 1', pincode: '560001' };
  return new ShiprocketGateway({ keys, baseUrl: stub.url, pickup, session }, timeoutMs);
}

const plan: Record<HarnessFault, (stub: ShiprocketStub) => void> = {
  refused: (stub) => stub.plan('/courier/assign/awb', unassigned('No courier is available')),
  no_money: (stub) => stub.plan('/courier/assign/awb', unassigned(NO_MONEY)),
  lost_before: (stub) => stub.plan('/orders/create/adhoc', 'lost_before'),
  lost_after: (stub) => stub.plan('/courier/assign/awb', 'lost_after'),
};

export async function open(app: TestApp): Promise<CourierHarness> {
  const stub = await ShiprocketStub.open();
  const { id } = await givenCourierAccount(app, { kind: 'shiprocket', keys: SHIPROCKET_KEYS });
  const session = app.service(OpenedCouriers).sessionOf(id);
  let hours = 0;
  return {
    gateway: openAccount(stub, STUB_TIMEOUT_MS, { session }),
    strangers: openAccount(stub, STUB_TIMEOUT_MS, {
      keys: { ...SHIPROCKET_KEYS, password: 'another' },
    }),
    pickupName: 'Godown 1',
    waybills: [],
    scan: (awb, name) => {
      hours += 1;
      const at = new Date(Date.UTC(2026, 10, 27) + hours * HOUR_MS).toISOString();
      return Promise.resolve(stub.scan(awb, SCANS[name], at.slice(0, 19).replace('T', ' ')));
    },
    pushOf: (awb) => Promise.resolve(stub.pushOf(awb)),
    fail: (booking, fault) => {
      plan[fault](stub);
      return booking;
    },
    settle: () => Promise.resolve(),
    decide: () => undefined,
    close: () => stub.close(),
  };
}
