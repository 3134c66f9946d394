import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderLines } from '../load/order-load.js';
import { say } from '../report/say.js';
import { query } from '../shop/workspace.js';
import { openStock } from './reads.js';
import { place } from './waiting.js';

const IN_FLIGHT = 20;
/** Lets each sign-in come from its own address, so that none is locked. */
const ENV = { TRUST_PROXY: '127.0.0.1,::1' };
const BROWSERS = 500;
/** Operators without a second factor. */
const OPERATORS_ENV = { ALLOW_IN_PRODUCTION: 'http,mail,database,demo,two_factor' };
const ORDER_EVERY_MS = 1_000;

/** Computes p99 of stock while people sign in, as a multiple of the p99 without them; one figure for each round. */
export async function stockDuringSignIns(bench, scope) {
  const instances = await bench.openInstances(scope, { env: ENV });
  const load = await openStock(bench, { ...instances, headers: instances.clients[0].headers });
  const perSecond = (await load.round()).perSecond / 2;
  const ratios = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await load.p99Ms(perSecond);
    const signIns = startSignIns(instances.baseUrl);
    const meanwhile = await load.p99Ms(perSecond);
    const answers = await signIns.stop();
    say(
      `p99 alone ${alone.toFixed(1)} ms, meanwhile ${meanwhile.toFixed(1)} ms; sign-ins: ${answers}`,
    );
    ratios.push(meanwhile / alone);
  }
  return ratios;
}

/** Keeps sign-ins with a wrong password in flight. `stop` returns how often each status was answered. */
function startSignIns(baseUrl) {
  const counts = {};
  let isOver = false;
  const people = Array.from({ length: IN_FLIGHT }, async () => {
    while (!isOver) {
      const status = await signIn(baseUrl);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(people);
    return JSON.stringify(counts);
  };
  return { stop };
}

async function signIn(baseUrl) {
  const id = randomUUID();
  const address = [0, 2, 4, 6].map((at) => Number.parseInt(id.slice(at, at + 2), 16)).join('.');
  const { status } = await fetch(`${baseUrl}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email: `${id}@people.example`, password: 'a wrong password' }),
  });
  return status;
}

/**
 * Computes Node's time for stock while pages of 500 people listen for changes, as a multiple of that without them; one figure
 * for each round. Meanwhile an order is placed each second.
 */
export async function stockWithListeners(bench, scope) {
  const shop = await bench.openInstances(scope, { env: OPERATORS_ENV });
  const load = await openStock(bench, { ...shop, headers: shop.clients[0].headers });
  const lines = await orderLines(shop.database);
  const sessions = await giveSessions(shop.database);
  const round = async () => {
    const ended = new AbortController();
    const placing = placeEachSecond(shop, lines, ended.signal);
    const { time } = await load.round();
    ended.abort();
    await placing;
    return time.node;
  };
  await round();
  const ratios = [];
  for (let count = 0; count < bench.rounds; count += 1) {
    const alone = await round();
    const pages = await openPages(shop.baseUrl, sessions);
    const meanwhile = await round();
    const heard = pages.close();
    if (heard < BROWSERS) throw new Error(`${BROWSERS} pages heard of ${heard} changes`);
    ratios.push(meanwhile / alone);
  }
  return ratios;
}

async function placeEachSecond(shop, lines, signal) {
  while (!signal.aborted) {
    await place(shop, shop.clients[0], lines);
    await sleep(ORDER_EVERY_MS);
  }
}

/** Signs operators in, and returns their cookies. */
async function giveSessions(database) {
  const secrets = Array.from({ length: BROWSERS }, () => randomBytes(32).toString('base64url'));
  const hashes = secrets.map((text) => createHash('sha256').update(text).digest('hex'));
  await query(
    database,
    `WITH wanted AS (
       SELECT hash, n FROM unnest('{${hashes.join()}}'::text[]) WITH ORDINALITY AS each (hash, n)
     ), people AS (
       INSERT INTO users (email, name, kind, password_hash, is_demo)
       SELECT n || '@people.example', 'Person ' || n, 'operator', '', true FROM wanted RETURNING id, email
     ), roles AS (
       INSERT INTO operator_roles (user_id, role) SELECT id, 'owner' FROM people
     )
     INSERT INTO sessions (id_hash, user_id, expires_at, ip, agent)
       SELECT decode(hash, 'hex'), id, now() + interval '1 hour', '127.0.0.1', 'bench'
       FROM wanted JOIN people ON email = n || '@people.example'`,
  );
  return secrets.map((text) => `wso_session=${text}`);
}

/** Lets the page of each session listen. `close` returns how many changes they heard of. */
async function openPages(baseUrl, cookies) {
  const ended = new AbortController();
  let heard = 0;
  const read = async ({ body }) => {
    for await (const part of body) {
      heard += Buffer.from(part).toString('latin1').split('\ndata: ').length - 1;
    }
  };
  for (const cookie of cookies) {
    const answer = await fetch(`${baseUrl}/dashboard/api/changes`, {
      headers: { Cookie: cookie, Accept: 'text/event-stream', 'Sec-Fetch-Site': 'same-origin' },
      signal: ended.signal,
    });
    if (answer.status !== 200) throw new Error(`a page was answered with ${answer.status}`);
    read(answer).catch(() => undefined);
  }
  const close = () => {
    ended.abort();
    return heard;
  };
  return { close };
}
