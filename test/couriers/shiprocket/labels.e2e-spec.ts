import { CourierRefused } from '../../../src/couriers/courier-errors.js';
import type { BookingToSend } from '../../../src/couriers/courier-gateway.js';
import { book, givenBooking } from '../../support/couriers/courier-harness.js';
import { openAccount } from '../../support/couriers/shiprocket-harness.js';
import { PDF_FILE } from '../../support/couriers/shiprocket/desk.js';
import { ShiprocketStub } from '../../support/couriers/shiprocket/stub.js';

const LABEL = '/courier/generate/label';
const PICKUP = '/courier/generate/pickup';

const stub = await ShiprocketStub.open();
const gateway = openAccount(stub);
const harness = { gateway, pickupName: 'Godown 1', waybills: [] };
afterAll(() => stub.close());

const givenShipment = async (changes?: Partial<BookingToSend>) => {
  const booking = await givenBooking(harness, changes);
  return { ...booking, awb: await book(gateway, booking) };
};
const orderOf = (reference: string) => stub.orders.find(({ sent }) => sent.order_id === reference)!;

describe('labels and pick-ups at Shiprocket', () => {
  it('are one file for several shipments, asked for without the token of the account', async () => {
    const some = [await givenShipment(), await givenShipment()];
    const label = await gateway.label(some);
    expect(label).toEqual({ kind: 'pdf', bytes: Buffer.from(PDF_FILE) });
    expect(stub.fileAuthorization).toBeUndefined();
  });

  it('are read at an address of any length, as signed ones have it', async () => {
    const label_url = `${stub.url}/files/label.pdf?signature=${'a'.repeat(1_500)}`;
    stub.plan(LABEL, { status: 200, body: { label_url, not_created: [] } });
    await gateway.label([await givenShipment()]);
    expect(stub.fileQuery).toHaveLength(`signature=${'a'.repeat(1_500)}`.length);
  });

  it('are refused for a shipment without one, and unknown if they are of another host', async () => {
    const sent = await givenShipment();
    const label_missing = {
      status: 200,
      body: { label_url: '', not_created: [1], response: 'No' },
    };
    stub.plan(LABEL, label_missing);
    const code = 'label_missing';
    await expect(gateway.label([sent])).rejects.toMatchObject({ code, words: 'No' });
    // A file of the others, without one of them.
    const label_url = `${stub.url}/files/label.pdf`;
    stub.plan(LABEL, { status: 200, body: { label_url, not_created: [1], response: 'No' } });
    await expect(gateway.label([sent])).rejects.toMatchObject({ code, words: 'No' });
    stub.plan('/files/label.pdf', { status: 403, body: '%PDF-1.4 of another' });
    await expect(gateway.label([sent])).rejects.toThrow('a file with status 403');
    for (const label_url of ['http://127.0.0.1:1/x.pdf', 'https://evil.example/x', 'x']) {
      stub.plan(LABEL, { status: 200, body: { label_url, not_created: [] } });
      await expect(gateway.label([sent])).rejects.toThrow("an address that is not the courier's");
    }
    const unheard = { reference: 'UNHEARD', awb: '1', ref: null };
    await expect(gateway.label([unheard])).rejects.toMatchObject({ code: 'unknown_shipment' });
  });

  it('are asked for box by box, those of before left alone, and refused in the words of Shiprocket', async () => {
    const boxes: Awaited<ReturnType<typeof givenShipment>>[] = [];
    while (boxes.length < 7) boxes.push(await givenShipment());
    await gateway.requestPickup('2026-12-01', boxes.slice(0, 2));
    const ticket = await gateway.requestPickup('2026-12-01', boxes);
    expect(ticket.token).toMatch(/^Reference No/);
    for (const { reference } of boxes) {
      expect(orderOf(reference)).toMatchObject({
        pickup: expect.any(String),
        pickupDay: '2026-12-01',
      });
    }
    const late = await givenShipment();
    stub.plan(PICKUP, { status: 400, body: { message: 'Pickup not possible on Sunday' } });
    const refused = gateway.requestPickup('2026-12-06', [late]);
    await expect(refused).rejects.toMatchObject({ words: 'Pickup not possible on Sunday' });
    await expect(refused).rejects.toThrow(CourierRefused);
  });

  it('lists the pick-up places, and tells whether and how fast a PIN code is served', async () => {
    const pickupPlaces = [{ name: 'Godown 1', pincode: '560001' }];
    expect(await gateway.check()).toEqual({ pickupPlaces });
    stub.unserved.add('799999');
    const facts = { isEmbargo: false, isRemote: false };
    const served = { pincode: '560001', isServed: true, days: 3, ...facts };
    expect(await gateway.checkPincode('560001')).toEqual(served);
    const none = { pincode: '799999', isServed: false, days: null, ...facts };
    expect(await gateway.checkPincode('799999')).toEqual(none);
    const planned = (companies: object[]) => {
      const data = { available_courier_companies: companies };
      stub.plan('/courier/serviceability/', { status: 200, body: { status: 200, data } });
    };
    planned([]);
    expect(await gateway.checkPincode('799999')).toEqual(none);
    planned([{ courier_company_id: 10 }]);
    expect(await gateway.checkPincode('560001')).toEqual({ ...served, days: null });
  });
});
