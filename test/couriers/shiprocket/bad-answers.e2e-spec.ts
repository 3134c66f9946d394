import { CourierUnknown } from '../../../src/couriers/courier-errors.js';
import type { CourierGateway } from '../../../src/couriers/courier-gateway.js';
import { ShiprocketGateway } from '../../../src/couriers/shiprocket/shiprocket-gateway.js';
import { givenBooking } from '../../support/couriers/courier-harness.js';
import { openAccount, SHIPROCKET_KEYS } from '../../support/couriers/shiprocket-harness.js';
import { ShiprocketStub } from '../../support/couriers/shiprocket/stub.js';
import { STUB_TIMEOUT_MS } from '../../support/couriers/stub-server.js';

const stub = await ShiprocketStub.open();
const gateway = openAccount(stub, STUB_TIMEOUT_MS);
const harness = { gateway, pickupName: 'Godown 1', waybills: [] };
afterAll(() => stub.close());

const REF = { order_id: 281_248_157, shipment_id: 280_640_636 };
const SENT = { reference: 'B1', awb: '321055706540', ref: REF };
/** Each call of the adapter, with its path. */
const CALLS: Record<string, [string, (one: CourierGateway) => Promise<unknown>]> = {
  check: ['/settings/company/pickup', (one) => one.check()],
  'book an order': [
    '/orders/create/adhoc',
    async (one) => one.book(await givenBooking(harness), 'order'),
  ],
  'book an AWB': [
    '/courier/assign/awb',
    async (one) => {
      const sent = await givenBooking(harness, { ref: REF });
      stub.plan('/shipments/280640636', {
        status: 200,
        body: { data: { id: 280_640_636, awb: '' } },
      });
      return one.book(sent, 'awb');
    },
  ],
  'find a shipment': ['/shipments/280640636', (one) => one.find(SENT)],
  'find an order': ['/orders', (one) => one.find({ ...SENT, ref: null })],
  label: ['/courier/generate/label', (one) => one.label([SENT])],
  requestPickup: ['/courier/generate/pickup', (one) => one.requestPickup('2026-12-24', [SENT])],
  track: ['/courier/track/awb/321055706540', (one) => one.track(['321055706540'])],
  checkPincode: ['/courier/serviceability/', (one) => one.checkPincode!('560001')],
};
/** An answer without an address says that there is no label. */
const TAKES_EMPTY = ['label'];

describe.each(Object.entries(CALLS))('a bad answer to %s', (name, [path, call]) => {
  it('leaves the outcome open if it says nothing', async () => {
    const bodies = ['<html>', '<?xml version="1.0"?><root></root>', '', '[]', 'null', '7', '"x"'];
    for (const body of TAKES_EMPTY.includes(name) ? bodies : [...bodies, '{}']) {
      stub.plan(path, { status: 200, body });
      await expect(call(gateway)).rejects.toThrow(CourierUnknown);
    }
  });

  it('leaves the outcome open for a failure of Shiprocket, and says when it was asked too often', async () => {
    for (const status of [500, 502, 503, 504]) {
      stub.plan(path, { status, body: '{"message":"AWB"}' });
      await expect(call(gateway)).rejects.toMatchObject({ name: 'CourierUnknown', isLimit: false });
    }
    for (const [status, body] of [
      [403, '<html>'],
      [429, '{}'],
    ] as const) {
      stub.plan(path, { status, body });
      await expect(call(gateway)).rejects.toMatchObject({ name: 'CourierUnknown', isLimit: true });
    }
    stub.plan(path, { status: 403, body: { message: 'Unauthorized! No permission' } });
    await expect(call(gateway)).rejects.toMatchObject({ code: 'keys_refused' });
  });

  it('is not followed to another address', async () => {
    const headers = { Location: `${stub.url}/elsewhere` };
    stub.plan(path, { status: 302, body: '', headers });
    await expect(call(gateway)).rejects.toThrow(CourierUnknown);
    expect(stub.calls).not.toContain('GET /elsewhere');
  });

  it('is waited for only as long as it may take', async () => {
    const hasty = new ShiprocketGateway(
      {
        keys: SHIPROCKET_KEYS,
        baseUrl: stub.url,
        pickup: null,
        session: { token: () => Promise.resolve({ token: [...stub.tokens][0]!, isNew: false }) },
      },
      50,
    );
    stub.plan(path, 'lost_before');
    await expect(call(hasty)).rejects.toThrow(CourierUnknown);
  });
});
