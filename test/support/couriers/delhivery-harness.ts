import { DelhiveryGateway } from '../../../src/couriers/delhivery/delhivery-gateway.js';
import type { CourierHarness, HarnessScan } from './courier-harness.js';
import { DelhiveryStub } from './delhivery/stub.js';
import type { DelhiveryScan } from './delhivery/texts.js';
import { STUB_TIMEOUT_MS } from './stub-server.js';

const SCANS: Record<HarnessScan, DelhiveryScan> = {
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

/** @param timeoutMs short, where a test waits for it */
export function openAccount(stub: DelhiveryStub, timeoutMs?: number, token = 'stub-token') {
  const keys = { token, client_name: 'WSO-STUB' };
  const pickup = { name: 'Godown 1', pincode: '560001' };
  const account = { environment: 'live', keys, baseUrl: stub.url, pickup } as const;
  return new DelhiveryGateway(account, timeoutMs);
}

export async function open(): Promise<CourierHarness> {
  const stub = await DelhiveryStub.open();
  let hours = 0;
  return {
    gateway: openAccount(stub, STUB_TIMEOUT_MS),
    strangers: openAccount(stub, STUB_TIMEOUT_MS, 'another-token'),
    pickupName: 'Godown 1',
    waybills: [],
    scan: (awb, name) => {
      hours += 1;
      const at = new Date(Date.UTC(2026, 10, 27) + hours * HOUR_MS).toISOString();
      return Promise.resolve(stub.scan(awb, SCANS[name], at.slice(0, 19)));
    },
    pushOf: (awb) => Promise.resolve(stub.pushOf(awb)),
    fail: (booking, fault) => {
      stub.plan('/api/cmu/create.json', fault);
      return booking;
    },
    settle: () => Promise.resolve(),
    decide: (reference, words) => {
      const request = stub.failureRequests.find(({ id }) => id === reference)!;
      request.outcome = words ?? 'accepted';
    },
    close: () => stub.close(),
  };
}
