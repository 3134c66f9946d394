import { CourierRefused, CourierUnknown } from '../../src/couriers/courier-errors.js';
import type {
  BookingStep,
  BookingToSend,
  CourierGateway,
} from '../../src/couriers/courier-gateway.js';
import { givenBooking } from '../support/couriers/courier-harness.js';
import { openAccount as openDelhivery } from '../support/couriers/delhivery-harness.js';
import { DelhiveryStub } from '../support/couriers/delhivery/stub.js';
import {
  openAccount as openShiprocket,
  sessionOfProcess,
} from '../support/couriers/shiprocket-harness.js';
import { ShiprocketStub } from '../support/couriers/shiprocket/stub.js';
import { STUB_TIMEOUT_MS } from '../support/couriers/stub-server.js';

const delhivery = await DelhiveryStub.open();
const shiprocket = await ShiprocketStub.open();
const session = sessionOfProcess();
afterAll(() => Promise.all([delhivery.close(), shiprocket.close()]));

type Call = (gateway: CourierGateway) => Promise<unknown>;
const COURIERS = {
  Delhivery: {
    stub: delhivery,
    open: (timeoutMs?: number) => openDelhivery(delhivery, timeoutMs),
    sent: { awb: '57930810000066', reference: 'B1', ref: null },
  },
  Shiprocket: {
    stub: shiprocket,
    open: (timeoutMs?: number) => openShiprocket(shiprocket, timeoutMs, { session }),
    sent: {
      reference: 'B1',
      awb: '321055706540',
      ref: { order_id: 281_248_157, shipment_id: 280_640_636 },
    },
  },
};
type Courier = keyof typeof COURIERS;
const [D, S] = [COURIERS.Delhivery.sent, COURIERS.Shiprocket.sent];
const given = (gateway: CourierGateway, changes?: Partial<BookingToSend>) =>
  givenBooking({ gateway, pickupName: 'Godown 1', waybills: ['57930810000077'] }, changes);
const FAILURE = { awb: D.awb, code: 'EOD-11', attempt: 1, comment: '', actOn: null };
const ACTION = { ...FAILURE, action: 'reattempt', phone: null, addressLines: null } as const;
const DAY = '2026-12-24';
const BILL = { invoiceNumber: 'INV-1', wayBillNumber: '181000000000' };

const bookOrder: Call = async (one) => one.book(await given(one), 'order');
/** Each call of an adapter, with its path. */
const CALLS: [Courier, string, string, Call][] = [
  ['Delhivery', 'check', '/c/api/pin-codes/json/', (one) => one.check()],
  ['Delhivery', 'prepare', '/waybill/api/bulk/json/', (one) => one.prepare!(2)],
  ['Delhivery', 'book', '/api/cmu/create.json', bookOrder],
  ['Delhivery', 'find', '/api/v1/packages/json/', (one) => one.find(D)],
  ['Delhivery', 'cancel', '/api/p/edit', (one) => one.cancel(D, false)],
  ['Delhivery', 'label', '/api/p/packing_slip', (one) => one.label([D])],
  ['Delhivery', 'ask for a pick-up', '/fm/request/new/', (one) => one.requestPickup(DAY, [])],
  ['Delhivery', 'note a bill', `/api/rest/ewaybill/${D.awb}/`, (one) => one.noteWayBill!(D, BILL)],
  ['Delhivery', 'track', '/api/v1/packages/json/', (one) => one.track([D.awb])],
  ['Delhivery', 'act', '/api/p/update', (one) => one.act(ACTION)],
  ['Delhivery', 'check a PIN code', '/c/api/pin-codes/json/', (one) => one.checkPincode!('560001')],
  ['Shiprocket', 'check', '/settings/company/pickup', (one) => one.check()],
  ['Shiprocket', 'book an order', '/orders/create/adhoc', bookOrder],
  ['Shiprocket', 'book an AWB', '/courier/assign/awb', bookAwb],
  ['Shiprocket', 'find a shipment', '/shipments/280640636', (one) => one.find(S)],
  ['Shiprocket', 'find an order', '/orders', (one) => one.find({ ...S, ref: null })],
  ['Shiprocket', 'label', '/courier/generate/label', (one) => one.label([S])],
  [
    'Shiprocket',
    'ask for a pick-up',
    '/courier/generate/pickup',
    (one) => one.requestPickup(DAY, [S]),
  ],
  ['Shiprocket', 'track', `/courier/track/awb/${S.awb}`, (one) => one.track([S.awb])],
  [
    'Shiprocket',
    'check a PIN code',
    '/courier/serviceability/',
    (one) => one.checkPincode!('560001'),
  ],
];

/** Asks for the AWB of a shipment that has none. */
async function bookAwb(one: CourierGateway): Promise<unknown> {
  const data = { id: S.ref.shipment_id, awb: '' };
  shiprocket.plan(`/shipments/${data.id}`, { status: 200, body: { data } });
  return one.book(await given(one, { ref: S.ref }), 'awb');
}

describe('the outcome of a call is open after an answer that says nothing', () => {
  const bodies = ['<html>', '<?xml version="1.0"?><root></root>', '', '[]', 'null', '7', '"x"'];

  it.each(CALLS)('of %s to %s', async (courier, name, path, call) => {
    const { stub, open } = COURIERS[courier];
    const gateway = open(STUB_TIMEOUT_MS);
    // An answer of Shiprocket without an address says that there is no label; Delhivery gives waybills seldom.
    const isEmptyTold = courier === 'Shiprocket' && name === 'label';
    const asked =
      name === 'prepare' ? bodies.slice(0, 3) : [...bodies, ...(isEmptyTold ? [] : ['{}'])];
    for (const body of asked) {
      stub.plan(path, { status: 200, body });
      await expect(call(gateway)).rejects.toThrow(CourierUnknown);
    }
  });
});

describe.each(Object.keys(COURIERS) as Courier[])('an answer of %s', (courier) => {
  const { stub, open } = COURIERS[courier];
  const [, , path, call] = CALLS.find(([of, name]) => of === courier && name === 'track')!;

  it('with a status of failure leaves the outcome open, and says when it was asked too often', async () => {
    for (const [statuses, isLimit] of [
      [[500, 502, 503, 504], false],
      [[403, 429], true],
    ] as const) {
      for (const status of statuses) {
        stub.plan(path, { status, body: isLimit ? '<html>' : '{"success":true,"message":"AWB"}' });
        const unknown = { name: 'CourierUnknown', isLimit };
        await expect(call(open(STUB_TIMEOUT_MS))).rejects.toMatchObject(unknown);
      }
    }
  });
});

interface Chaos {
  stub: DelhiveryStub | ShiprocketStub;
  one: CourierGateway;
  patient: CourierGateway;
  waybills: string[];
  live: () => string[];
}
/** Couriers whose calls fail at random, what they have booked, and bookings for them. */
const CHAOS: Record<Courier, () => Promise<Chaos>> = {
  async Delhivery() {
    const stub = await DelhiveryStub.open({ seed: 20_261_127, faultShare: 0.8, lateMs: 90 });
    // A busy machine answers late.
    const patient = openDelhivery(stub, 60_000);
    const waybills = await patient.prepare(40);
    const live = () =>
      [...stub.shipments.values()].map(({ awb, sent }) => `${String(sent.order)} ${awb}`);
    return { stub, one: openDelhivery(stub, 30), patient, waybills, live };
  },
  async Shiprocket() {
    const stub = await ShiprocketStub.open({ seed: 20_261_128, faultShare: 0.5, lateMs: 180 });
    const shared = { session: sessionOfProcess() };
    const patient = openShiprocket(stub, 60_000, shared);
    await patient.check();
    const live = () =>
      stub.orders.flatMap(({ sent, awbs }) =>
        awbs.flatMap(({ awb, isCanceled }) =>
          isCanceled ? [] : `${String(sent.order_id)} ${awb}`,
        ),
      );
    return { stub, one: openShiprocket(stub, 60, shared), patient, waybills: [], live };
  },
};

it.each(Object.keys(CHAOS) as Courier[])(
  'a caller that settles, asks and calls again never has two AWBs, with any fault of %s',
  async (courier) => {
    const { stub, one: gateway, patient, waybills, live } = await CHAOS[courier]();
    const bookAsTold = async (booking: BookingToSend): Promise<string | null> => {
      let [step, ref]: [BookingStep, BookingToSend['ref']] = ['order', null];
      for (let tries = 0; tries < 24; tries += 1) {
        try {
          const progress = await gateway.book({ ...booking, ref }, step);
          if (progress.step === 'done') return progress.awb!;
          [step, ref] = [progress.step, progress.ref!];
          continue;
        } catch (error) {
          if (error instanceof CourierRefused) return null;
          if (!(error instanceof CourierUnknown)) throw error;
        }
        await stub.settled();
        const found = await patient.find({ ...booking, ref });
        if (found?.step === 'done') return found.awb!;
        if (found !== null) [step, ref] = ['awb', found.ref!];
      }
      return null;
    };
    const harness = { gateway, pickupName: 'Godown 1', waybills };
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const reference = `C-${String(index).padStart(2, '0')}`;
        const awb = await bookAsTold(await givenBooking(harness, { reference }));
        return awb === null ? [] : [`${reference} ${awb}`];
      }),
    );
    expect(live().sort()).toEqual(outcomes.flat().sort());
    expect(outcomes.flat().length).toBeGreaterThan(15);
    await stub.close();
  },
);
