import { givenAccount } from '../support/couriers/bookings.js';
import { Deliveries } from '../support/couriers/deliveries.js';
import { DelhiveryStub } from '../support/couriers/delhivery/stub.js';
import { SHIPROCKET_KEYS } from '../support/couriers/shiprocket-harness.js';
import { ShiprocketStub } from '../support/couriers/shiprocket/stub.js';
import { eraseCustomers } from '../support/shop/order-actions.js';
import { givenSuite } from '../support/shop/shop.js';
import { makeAllOlder } from '../support/time.js';

const { app, admin, shop } = await givenSuite();
const deliveries = await Deliveries.of(app, shop);
const [shiprocket, delhivery] = [await ShiprocketStub.open(), await DelhiveryStub.open()];
const keys = { token: 'stub-token', client_name: 'WSO-STUB' };
const own = { baseUrl: shiprocket.url, keys: SHIPROCKET_KEYS };
const ACCOUNTS = {
  shiprocket: await givenAccount(app, 'shiprocket', own),
  delhivery: await givenAccount(app, 'delhivery', { baseUrl: delhivery.url, keys }),
  sandbox: deliveries.accountId,
};
afterAll(() => Promise.all([app.expectInvariants(), shiprocket.close(), delhivery.close()]));

/** Makes a booking of a courier that was handed over 40 hours ago. */
const givenSent = async (kind: keyof typeof ACCOUNTS) => {
  const sent = await deliveries.givenSent();
  await app.sql`UPDATE courier_bookings SET kind = ${kind}, account_id = ${ACCOUNTS[kind]} WHERE id = ${sent.id}`;
  await app.sql`UPDATE shipment_progress SET best_at = now() - interval '40 hours' WHERE shipment_id = ${sent.shipmentId}`;
  return sent;
};
type Sent = Awaited<ReturnType<typeof givenSent>>;
const ask = async ({ shipmentId }: Sent) => {
  await app.sql`UPDATE shipment_progress SET next_ask_at = now() WHERE shipment_id = ${shipmentId}`;
  await deliveries.askDue();
};
const BEGAN = Date.now();
const ago = (hours: number) => new Date(BEGAN - hours * 3_600_000).toISOString();

/** A scan: its time, the courier's status and words, and its id or code. */
type Scan = readonly [at: string, status: string, words: string, code?: string];
/** Lets Shiprocket answer scans and a summary, and asks. */
const summed = async (sent: Sent, status: number | null, track: object, scans: Scan[] | null) => {
  const activities = scans?.map(([date, code, activity, id]) => {
    return { date, status: code, activity, 'sr-status': id, 'sr-status-label': id };
  });
  const tracking_data = {
    track_status: 1,
    shipment_status: status,
    shipment_track: [{ awb_code: sent.awb, ...track }],
    shipment_track_activities: activities ?? null,
  };
  shiprocket.plan(`/courier/track/awb/${sent.awb}`, { status: 200, body: { tracking_data } });
  await ask(sent);
};
const answers = (sent: Sent, ...scans: Scan[]) => summed(sent, null, {}, scans);
const delhiveryAnswers = async (sent: Sent, ...scans: Scan[]) => {
  const told = scans.map(([ScanDateTime, status, Instructions, StatusCode]) => {
    return { ScanDateTime, ScanType: 'UD', Scan: status, StatusCode, Instructions };
  });
  const Scans = told.map((ScanDetail) => ({ ScanDetail }));
  const body = { ShipmentData: [{ Shipment: { AWB: sent.awb, Status: told.at(-1), Scans } }] };
  delhivery.plan('/api/v1/packages/json/', { status: 200, body });
  await ask(sent);
};
const findingsOf = async ({ order }: Sent) => {
  const { data } = await admin.call('listDeliveryFindings', { group: 'problem' });
  return data.filter(({ order_number: number }) => number === order);
};
const problemsOf = async (sent: Sent) =>
  (await findingsOf(sent)).map(({ kind, note }) => `${kind}: ${note}`);
const settle = async (sent: Sent) => {
  for (const { id } of await findingsOf(sent)) await admin.call('settleDeliveryFinding', id);
};

const OUT: Scan = [ago(0.5), 'OFD', 'Out', '17'];
const DELIVERED = { current_status: 'Delivered', delivered_date: ago(2) };
it.each<[string, object, Scan[] | null]>([
  ['are not translated', DELIVERED, [[ago(2), 'T-DL', 'DONE', 'NA']]],
  ['have no id', { current_status: 'Delivered' }, [[ago(2), 'DLVD', 'Delivered']]],
  ['are missing', DELIVERED, null],
])('the summary of an answer delivers an order if its scans %s', async (_, track, scans) => {
  const sent = await givenSent('shiprocket');
  for (let question = 0; question < 2; question += 1) {
    await summed(sent, 7, track, scans);
    expect(await deliveries.statusOf(sent.order)).toBe('delivered');
    expect(await problemsOf(sent)).toEqual([]);
  }
  const { events } = await admin.call('getShipmentEvents', sent.shipmentId);
  expect(events).toContainEqual(expect.objectContaining({ code: '7', at: ago(2) }));
});

it('the summary of an answer says nothing where a scan has an id', async () => {
  const sent = await givenSent('shiprocket');
  await summed(sent, 7, DELIVERED, [OUT]);
  expect(await deliveries.stateOf(sent)).toBe('out_for_delivery');
});

it('a scan without a time that can be read is stored once, and hides no other', async () => {
  const [one, two] = [await givenSent('shiprocket'), await givenSent('delhivery')];
  for (let question = 0; question < 2; question += 1) {
    await answers(one, ['31/12/2026', 'HUB', 'Hub', 'NA'], OUT);
    await delhiveryAnswers(two, [ago(5), 'Dispatched', 'Out'], ['31/12/2026', 'Held', 'Waits']);
    for (const sent of [one, two]) {
      expect(await deliveries.stateOf(sent)).toBe('out_for_delivery');
      const { events } = await admin.call('getShipmentEvents', sent.shipmentId);
      expect(events).toHaveLength(2);
    }
  }
});

it('news that is not understood is listed once after a day, and again only if it tells more', async () => {
  const sent = await givenSent('shiprocket');
  await answers(sent, [ago(23), 'HELD', 'Held by Asha', 'NA']);
  expect(await problemsOf(sent)).toEqual([]);
  const held: Scan = [ago(25), 'HELD', 'Held by Asha', 'NA'];
  await answers(sent, held);
  await answers(sent);
  expect(await problemsOf(sent)).toEqual(['not_understood: Held by Asha (HELD)']);
  await settle(sent);
  await answers(sent, held);
  expect(await problemsOf(sent)).toEqual([]);
  await answers(sent, held, [ago(1), '', 'Teleported', '4711']);
  expect(await problemsOf(sent)).toEqual(['not_understood: Teleported (4711|4711)']);
  await answers(sent, held, OUT);
  expect(await problemsOf(sent)).toEqual([]);
});

it('news from which nothing follows is listed of any courier, and erased with the customer', async () => {
  const sandbox = await givenSent('sandbox');
  await deliveries.answers(sandbox, ['HELD', 26]);
  expect(await problemsOf(sandbox)).toEqual(['not_understood: Scanned (HELD)']);
  const sent = await givenSent('shiprocket');
  await answers(sent, [ago(26), 'CAN', 'Canceled', '8']);
  expect(await problemsOf(sent)).toEqual(['not_understood: Canceled (8)']);
  const delivered: Scan = [ago(25), 'DL', 'Delivered', '7'];
  await answers(sent, delivered);
  expect(await problemsOf(sent)).toEqual([]);
  await answers(sent, delivered, [ago(1), 'RTO', 'Sent back by Asha', '9']);
  expect(await problemsOf(sent)).toEqual(['not_understood: Sent back by Asha (9)']);
  await makeAllOlder(app, 2, sent.order);
  await eraseCustomers(app);
  expect(await problemsOf(sent)).toEqual(['not_understood: null']);
});

it('answers that repeat understood scans, or that a pick-up is awaited, list nothing', async () => {
  const [moving, waiting] = [await givenSent('shiprocket'), await givenSent('delhivery')];
  const made: Scan = [ago(38), 'NEW', 'Manifest uploaded', 'NA'];
  for (let question = 0; question < 2; question += 1) {
    await answers(moving, made, [ago(37), 'PKD', '', '42'], [ago(36), 'HUB', '', '18']);
    await delhiveryAnswers(waiting, [ago(38), 'Not Picked', 'Not received', 'X-PNP']);
  }
  expect([...(await problemsOf(moving)), ...(await problemsOf(waiting))]).toEqual([]);
});

const TROUBLES = ['22', '23', '25', '26', '43', '47', '76', '77'];
it.each(TROUBLES)(
  'the id %s is listed once at the first question, and ends nothing',
  async (id) => {
    const sent = await givenSent('shiprocket');
    const told: Scan = [ago(1), 'X', 'As the driver wrote', id];
    const listed = [`courier_reports: As the driver wrote (${id})`];
    await answers(sent, told);
    expect(await problemsOf(sent)).toEqual(listed);
    expect(await deliveries.stateOf(sent)).toBe('in_transit');
    await answers(sent, told, OUT);
    expect(await problemsOf(sent)).toEqual(listed);
    await settle(sent);
    await answers(sent, told);
    expect(await problemsOf(sent)).toEqual([]);
  },
);

it('damage and a delivery in part are listed by their words if the code is not known', async () => {
  const [one, two] = [await givenSent('shiprocket'), await givenSent('delhivery')];
  await answers(one, [ago(1), 'DMG', 'Damaged in transit', 'NA']);
  await delhiveryAnswers(two, [ago(1), 'Held', 'Delivered in part', 'X-9']);
  expect(await problemsOf(one)).toEqual(['courier_reports: Damaged in transit (DMG)']);
  expect(await problemsOf(two)).toEqual(['courier_reports: Delivered in part (UD|Held|X-9)']);
});

it.each([
  ['Pending', 'EOD-138', 'other', ['return']],
  ['Undelivered', 'EOD-11', 'unavailable', ['reattempt', 'return']],
  ['NDR', '', 'other', ['return']],
  ['Pending', 'eod-11', 'unavailable', ['reattempt', 'return']],
])('a failed delivery at Delhivery is %s %j', async (status, code, reason, actions) => {
  const sent = await givenSent('delhivery');
  const picked: Scan = [ago(30), 'In Transit', 'Picked up', 'X-PPOM'];
  const failed = (hours: number): Scan => [ago(hours), status, 'As the driver wrote', code];
  const failureOf = async () => {
    // Delhivery takes answers until an hour of the day.
    await app.sql`UPDATE delivery_failures SET answer_by = now() + interval '1 hour' WHERE shipment_id = ${sent.shipmentId}`;
    const { data } = await admin.call('listDeliveryFailures', {});
    return data.find(({ order_number: number }) => number === sent.order);
  };
  if (code === 'EOD-138') {
    await delhiveryAnswers(sent, picked, failed(26));
    expect(await failureOf()).toBeUndefined();
    const note = 'As the driver wrote (UD|Pending|EOD-138)';
    expect(await problemsOf(sent)).toEqual([`not_understood: ${note}`]);
  }
  await delhiveryAnswers(sent, picked, [ago(5), 'Dispatched', 'Out', 'X-DDD3FD'], failed(2));
  expect(await deliveries.stateOf(sent)).toBe('failed_attempt');
  expect(await failureOf()).toMatchObject({ reason, words: 'As the driver wrote', actions });
});
