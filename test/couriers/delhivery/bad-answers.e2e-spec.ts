import { CourierUnknown } from '../../../src/couriers/courier-errors.js';
import type { BookingToSend, CourierGateway } from '../../../src/couriers/courier-gateway.js';
import { givenBooking } from '../../support/couriers/courier-harness.js';
import { DelhiveryStub } from '../../support/couriers/delhivery/stub.js';
import { openAccount } from '../../support/couriers/delhivery-harness.js';
import { STUB_TIMEOUT_MS } from '../../support/couriers/stub-server.js';

const CREATE = '/api/cmu/create.json';
const EDIT = '/api/p/edit';
const TRACK = '/api/v1/packages/json/';

const stub = await DelhiveryStub.open();
const gateway = openAccount(stub, STUB_TIMEOUT_MS);
const harness = { gateway, pickupName: 'Godown 1', waybills: [] };
afterAll(() => stub.close());

const given = (changes?: Partial<BookingToSend>) => givenBooking(harness, changes);
/** Each call of the adapter, with its path. */
const CALLS: Record<string, [string, (one: CourierGateway) => Promise<unknown>]> = {
  check: ['/c/api/pin-codes/json/', (one) => one.check()],
  prepare: ['/waybill/api/bulk/json/', (one) => one.prepare!(2)],
  book: [CREATE, async (one) => one.book(await given(), 'order')],
  find: [TRACK, async (one) => one.find(await given())],
  cancel: [EDIT, async (one) => one.cancel(await given(), false)],
  label: ['/api/p/packing_slip', async (one) => one.label([await given()])],
  requestPickup: ['/fm/request/new/', (one) => one.requestPickup('2026-12-24', [])],
  noteWayBill: [
    '/api/rest/ewaybill/57930810000066/',
    (one) => {
      const sent = { awb: '57930810000066', reference: 'B1', ref: null };
      return one.noteWayBill!(sent, { invoiceNumber: 'INV-1', wayBillNumber: '181000000000' });
    },
  ],
  track: [TRACK, (one) => one.track(['57930810000066'])],
  act: [
    '/api/p/update',
    (one) => {
      const failure = { awb: '57930810000066', code: 'EOD-11', attempt: 1, comment: '' };
      const action = { ...failure, action: 'reattempt', actOn: null } as const;
      return one.act({ ...action, phone: null, addressLines: null });
    },
  ],
  checkPincode: ['/c/api/pin-codes/json/', (one) => one.checkPincode!('560001')],
};
/** Waybills are asked for seldom. */
const LIMITED = ['prepare'];

describe.each(Object.entries(CALLS))('a bad answer to %s', (name, [path, call]) => {
  const bodies = [
    '<html>',
    '<?xml version="1.0"?><root></root>',
    '',
    '[]',
    'null',
    '7',
    '"x"',
    '{}',
  ];
  const asked = LIMITED.includes(name) ? bodies.slice(0, 3) : bodies;

  it('leaves the outcome open if it says nothing', async () => {
    for (const body of asked) {
      stub.plan(path, { status: 200, body });
      await expect(call(gateway)).rejects.toThrow(CourierUnknown);
    }
  });

  if (LIMITED.includes(name)) return;

  it('leaves the outcome open for a failure of Delhivery, and says when it was asked too often', async () => {
    for (const status of [500, 502, 503, 504]) {
      stub.plan(path, { status, body: '{"success":true}' });
      await expect(call(gateway)).rejects.toMatchObject({ name: 'CourierUnknown', isLimit: false });
    }
    for (const status of [403, 429]) {
      stub.plan(path, { status, body: '<html>' });
      await expect(call(gateway)).rejects.toMatchObject({ name: 'CourierUnknown', isLimit: true });
    }
  });

  it('is not followed to another address', async () => {
    const headers = { Location: `${stub.url}/elsewhere` };
    stub.plan(path, { status: 302, body: '', headers });
    await expect(call(gateway)).rejects.toThrow(CourierUnknown);
    expect(stub.calls).not.toContain('GET /elsewhere');
  });

  it('is waited for only as long as it may take', async () => {
    stub.plan(path, 'lost_before');
    await expect(call(openAccount(stub, 50))).rejects.toThrow(CourierUnknown);
  });
});

describe('the list of PIN codes', () => {
  const read = async () => {
    const all: string[] = [];
    for await (const { pincode } of gateway.checkPincodes()) all.push(pincode);
    return all;
  };

  it('is read as it arrives', async () => {
    expect(await read()).toEqual(['110001', '560001', '560002']);
  });

  it.each([
    { status: 200, body: '<html>' },
    { status: 200, body: '{"delivery_codes":[]}' },
    { status: 200, body: '{"delivery_codes":[{"postal_code":{"pin":560001}},{"postal' },
    { status: 200, body: '{"delivery_codes":[{"postal_code":{"pin":560001,}}]}' },
    { status: 500, body: '{"delivery_codes":[{"postal_code":{"pin":560001}}]}' },
    { status: 403, body: '<html>' },
  ])('is not complete in the answer $status $body', async (answer) => {
    stub.plan('/c/api/pin-codes/json/', answer);
    await expect(read()).rejects.toThrow(CourierUnknown);
  });
});
