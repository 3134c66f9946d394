import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../report/say.js';
import { startCourier } from '../shop/courier-stub.js';
import { query } from '../shop/workspace.js';
import { comparison, figureRow } from './comparison.js';
import { openStock } from './reads.js';
import { openPaidShop } from './shipments.js';

const BOXES = 200;
/** Time until the courier answers a booking. */
const ANSWER_MS = 300;
const POLL_MS = 250;
const PUSHES_PER_SECOND = 100;
/** An account may send 600 pushes in a minute. */
const PUSHING_ACCOUNTS = 12;
const PUSHED_SECONDS = 20;
const PLACE = { pickup_name: 'Godown', pickup_pincode: '560001' };

export const COURIER_ROWS = [
  figureRow({
    name: 'book-200',
    service: `${BOXES} bookings at a courier that answers after ${ANSWER_MS} ms`,
    unit: 's',
    goal: { atMost: 60 },
    figures: bookSeconds,
  }),
  comparison({
    name: 'hand-over',
    service: `POST /admin/bookings/hand-over, ${BOXES} boxes`,
    limit: 'the same shipments by file',
    unit: 'shipments/s',
    goal: { atLeast: 0.91 },
    prepare: prepareHandOvers,
  }),
  figureRow({
    name: 'p99-push',
    service: `POST /courier-pushes/{push_key}: p99 at ${PUSHES_PER_SECOND} a second`,
    unit: 'ms',
    goal: { atMost: 50 },
    figures: pushLatencies,
  }),
  figureRow({
    name: 'polls-pushed',
    service: `p99 of stock while ${PUSHES_PER_SECOND} pushes come each second, as a multiple of the one without`,
    unit: '×',
    goal: { atMost: 2 },
    figures: pollsWhilePushed,
  }),
];

async function bookSeconds(bench, scope) {
  const shop = await openPaidShop(bench, scope);
  const [account] = await openAccounts(scope, shop, { count: 1, answerMs: ANSWER_MS });
  const seconds = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    await fillWaybills(shop, account, round);
    const orders = await unbooked(shop);
    const beganAt = performance.now();
    const wanted = await admin(shop, 'POST', 'bookings', { orders });
    const refused = wanted.filter(({ outcome }) => outcome !== 'wanted');
    if (refused.length > 0) throw new Error(`not booked: ${JSON.stringify(refused[0])}`);
    while ((await countBooked(shop)) < BOXES * (round + 1)) await sleep(POLL_MS);
    seconds.push((performance.now() - beganAt) / 1_000);
  }
  return seconds;
}

async function prepareHandOvers(bench, scope) {
  const shop = await openPaidShop(bench, scope);
  const [account] = await openAccounts(scope, shop, { count: 1, answerMs: 0 });
  return {
    service: async () => {
      const ids = await seedBookings(shop, account.id);
      return timed(async () => {
        const { handed_over: done } = await admin(shop, 'POST', 'bookings/hand-over', { ids });
        return done.length;
      });
    },
    limit: async () => {
      const rows = (await unbooked(shop)).map(
        ({ order_number: number }) => `${number},Van,V1-${number}\n`,
      );
      const file = ['order_number,courier,tracking_number\n', ...rows].join('');
      return timed(async () => (await admin(shop, 'POST', 'shipments/import', file)).created);
    },
  };
}

/** Measures one round of {@link BOXES} shipments. @throws Error if some were refused */
async function timed(work) {
  const beganAt = performance.now();
  const done = await work();
  if (done !== BOXES) throw new Error(`${done} of ${BOXES} were shipped`);
  return { perSecond: (BOXES * 1_000) / (performance.now() - beganAt) };
}

/** Measures one p99 for each round, of pushes about boxes that were handed over. */
async function pushLatencies(bench, scope) {
  const pushes = await openPushes(scope, await openPaidShop(bench, scope));
  const p99s = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const times = (await pushes.sendFor(PUSHED_SECONDS)).sort((a, b) => a - b);
    p99s.push(times[Math.floor(times.length * 0.99)]);
  }
  return p99s;
}

/** Computes p99 of stock while pushes come, as a multiple of the p99 without them; one figure for each round. */
async function pollsWhilePushed(bench, scope) {
  const shop = await openPaidShop(bench, scope);
  const pushes = await openPushes(scope, shop);
  const load = await openStock(bench, shop);
  const perSecond = (await load.round()).perSecond / 2;
  const ratios = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await load.p99Ms(perSecond);
    const sending = pushes.sendFor(bench.seconds);
    const meanwhile = await load.p99Ms(perSecond);
    await sending;
    say(`p99 alone ${alone.toFixed(1)} ms, meanwhile ${meanwhile.toFixed(1)} ms`);
    ratios.push(meanwhile / alone);
  }
  return ratios;
}

/** Hands over the boxes of some accounts. `sendFor` sends pushes about them, and returns how many milliseconds each answer took. */
async function openPushes(scope, shop) {
  const accounts = await openAccounts(scope, shop, { count: PUSHING_ACCOUNTS, answerMs: 0 });
  const awbs = new Map();
  for (const { id } of accounts) {
    const ids = await seedBookings(shop, id);
    await admin(shop, 'POST', 'bookings/hand-over', { ids });
    awbs.set(
      id,
      await query(shop.database, `SELECT awb FROM courier_bookings WHERE account_id = ${id}`),
    );
  }
  const agent = new Agent({ keepAlive: true });
  scope.defer(() => agent.destroy());
  let sent = 0;
  const sendFor = async (seconds) => {
    const waiting = [];
    const beganAt = performance.now();
    for (let at = 0; at < seconds * PUSHES_PER_SECOND; at += 1, sent += 1) {
      const account = accounts[sent % accounts.length];
      const { awb } = awbs.get(account.id)[Math.floor(sent / accounts.length) % BOXES];
      const isDueMs = beganAt + (at * 1_000) / PUSHES_PER_SECOND - performance.now();
      if (isDueMs > 0) await sleep(isDueMs);
      waiting.push(push(agent, account, awb, sent));
    }
    return Promise.all(waiting);
  };
  return { sendFor };
}

/** Sends a push, and returns how many milliseconds its answer took. @throws Error if it is refused */
async function push(agent, { url, secret }, awb, number) {
  const at = new Date(Date.now() - number).toISOString();
  const status = {
    Status: 'In Transit',
    StatusType: 'UD',
    StatusDateTime: at,
    StatusLocation: 'Bengaluru',
    Instructions: `Scan ${number}`,
  };
  const body = JSON.stringify({ Shipment: { AWB: awb, NSLCode: 'X-DLL2F', Status: status } });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const beganAt = performance.now();
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers: { ...headers, 'x-api-key': secret } };
    const sending = request(url, options, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - beganAt);
        else reject(new Error(`a push: ${response.statusCode}`));
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/** Adds active accounts with a courier, the boxes and the rules of bookings. */
async function openAccounts(scope, shop, { count, answerMs }) {
  const baseUrl = await startCourier(scope, answerMs);
  const accounts = [];
  for (let number = 1; number <= count; number += 1) {
    const keys = [
      { name: 'token', value: 'a-token-of-the-courier' },
      { name: 'client_name', value: 'BENCH' },
    ];
    const facts = { kind: 'delhivery', name: `Courier ${number}`, environment: 'staging' };
    const body = { ...facts, base_url: baseUrl, ...PLACE };
    const added = await admin(shop, 'POST', 'courier-accounts', { ...body, keys });
    const { id, push: address } = added.account;
    await admin(shop, 'POST', `courier-accounts/${id}/check`, {});
    await admin(shop, 'PUT', `courier-accounts/${id}`, { ...body, active: true });
    const { pathname } = new URL(address.url);
    accounts.push({ id, url: `${shop.baseUrl}${pathname}`, secret: added.push_secret });
  }
  await query(
    shop.database,
    `INSERT INTO box_presets (name, length_mm, breadth_mm, height_mm, empty_grams, max_grams, position)
      VALUES ('Box', 300, 200, 100, 100, 100000, 1);
    INSERT INTO booking_rules (id, account_id, unit_grams) VALUES (1, ${accounts[0].id}, 200)`,
  );
  return accounts;
}

/** Gives an account waybills that may be used already. */
async function fillWaybills({ database }, { id }, round) {
  const first = 80_000_000_000_000 + round * BOXES;
  await query(
    database,
    `INSERT INTO waybill_pool (account_id, awb, fetched_at)
      SELECT ${id}, ${first} + n, now() - interval '1 day' FROM generate_series(1, ${BOXES}) n`,
  );
}

async function countBooked({ database }) {
  const [{ count }] = await query(
    database,
    `SELECT count(*)::integer AS count FROM courier_bookings WHERE state = 'booked'`,
  );
  return count;
}

const UNBOOKED = `FROM orders o WHERE o.status = 'pending'
  AND NOT EXISTS (SELECT FROM courier_bookings b WHERE b.order_id = o.id) ORDER BY o.id DESC LIMIT ${BOXES}`;

/** Lists paid orders without a booking. */
async function unbooked({ database }) {
  return query(database, `SELECT o.order_number ${UNBOOKED}`);
}

/** Stores bookings as their calls leave them. Returns their ids. */
async function seedBookings({ database }, accountId) {
  const stored = await query(
    database,
    `INSERT INTO courier_bookings (order_id, account_id, kind, state, reference, units, box, weight_grams, declared_minor, mode, awb,
        courier_name, created_by)
      SELECT o.id, ${accountId}, 'delhivery', 'booked', '${randomUUID().slice(0, 8)}' || o.id, (
          SELECT jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity)) FROM order_items WHERE order_id = o.id
        ), '{"name": "Box", "lengthMm": 300, "breadthMm": 200, "heightMm": 100}', 500, o.total_minor, 'surface',
        (60000000000000 + o.id)::text, 'Delhivery', 'bench' ${UNBOOKED} RETURNING id`,
  );
  return stored.map(({ id }) => id);
}

/** Calls the Admin API and returns the data of the answer. @throws Error if it is refused */
async function admin({ baseUrl, adminToken }, method, path, body) {
  const isFile = typeof body === 'string';
  const answer = await fetch(`${baseUrl}/admin/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${adminToken}`,
      'Content-Type': isFile ? 'text/csv' : 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: isFile ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text).data;
}
