import type { BookingToSend, CourierGateway } from '../../../src/couriers/courier-gateway.js';
import type { TestApp } from '../app.js';

/** What a test lets happen to a shipment. */
export type HarnessScan =
  | 'picked_up'
  | 'in_transit'
  | 'out_for_delivery'
  | 'failed_attempt'
  | 'returning'
  | 'returned'
  | 'delivered'
  | 'unheard_of';

/** What a test lets happen to the next call of a booking. */
export type HarnessFault = 'refused' | 'no_money' | 'lost_before' | 'lost_after';

/** A courier's account together with the courier, for tests of the adapters. */
export interface CourierHarness {
  gateway: CourierGateway;
  /** The same account with keys that the courier does not know. */
  strangers: CourierGateway;
  pickupName: string;
  /** Waybills in advance, which couriers hand out seldom. */
  waybills: string[];
  /** Lets a scan of a shipment happen now. */
  scan: (awb: string, name: HarnessScan) => Promise<void>;
  /** Writes the push of the newest scan. */
  pushOf: (awb: string) => Promise<Buffer>;
  /** Changes a booking, or the courier, so that its next call fails. */
  fail: (booking: BookingToSend, fault: HarnessFault) => BookingToSend;
  /** Lets the courier execute what it has not answered. */
  settle: () => Promise<void>;
  /** Decides what becomes of a request for another attempt; null: it is accepted. */
  decide: (reference: string, words: string | null) => void;
  close: () => Promise<void>;
}

/** Opens the courier's side of a kind, from `<kind>-harness.ts`. */
export async function openHarness(kind: string, app: TestApp): Promise<CourierHarness> {
  const { open } = (await import(`./${kind}-harness.js`)) as {
    open: (app: TestApp) => Promise<CourierHarness>;
  };
  return open(app);
}

let references = 0;

/** Makes a booking that every courier takes. */
export async function givenBooking(
  { gateway, pickupName, waybills }: Pick<CourierHarness, 'gateway' | 'pickupName' | 'waybills'>,
  changes: Partial<BookingToSend> = {},
): Promise<BookingToSend> {
  references += 1;
  if (waybills.length === 0) waybills.push(...((await gateway.prepare?.(200)) ?? []));
  const awb = waybills.pop() ?? null;
  return {
    reference: `B${references.toString(32)}-1`,
    awb,
    ref: null,
    orderNumber: `WSO-${references}`,
    consignee: {
      name: 'Asha Rao',
      phone: '9876543210',
      lines: ['12, MG Road, Indiranagar'],
      city: 'Bengaluru',
      state: 'Karnataka',
      pincode: '560001',
    },
    pickupName,
    returnTo: null,
    box: { lengthMm: 300, breadthMm: 205, heightMm: 100 },
    weightGrams: 1_250,
    declaredMinor: 249_950,
    items: [
      { sku: 'TEE', name: 'T-shirt', quantity: 5, unitMinor: 49_990, hsn: '6109', gstRate: 5 },
    ],
    mode: 'surface',
    ...changes,
  };
}

/** Takes all steps of a booking. Returns its AWB. */
export async function book(gateway: CourierGateway, booking: BookingToSend): Promise<string> {
  let [step, ref, awb]: [string, BookingToSend['ref'], string | null] = ['order', null, null];
  while (step !== 'done') {
    const progress = await gateway.book({ ...booking, ref }, step as 'order' | 'awb');
    [step, ref, awb] = [progress.step, progress.ref ?? ref, progress.awb ?? awb];
  }
  return awb!;
}
