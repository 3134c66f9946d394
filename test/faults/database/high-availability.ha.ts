import { setTimeout as sleep } from 'node:timers/promises';
import { unique } from '../../support/shop/given.js';
import { Crowd } from '../support/crowd.js';
import { Figures } from '../support/figures.js';
import { HaCluster } from '../support/servers/ha-cluster.js';
import { slowest, expectOnly, send, statuses, type Answer } from '../support/http.js';
import { size } from '../support/run.js';
import { Shop } from '../support/shop.js';
import { Instance } from '../support/stage.js';

const ROUNDS = size(5, 1);
const BUYERS = 8;
const READERS = 4;
const AFTER_MS = 3_000;
const ATTEMPTS = 40;

/** Requests as stores should: after a 503, the same request again at the given time. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await sleep(Number(answer.headers['retry-after']) * 1_000);
    answer = await ask();
  }
  return answer;
}

/** A store that follows the change feed, and counts its restarts from the beginning. */
class Follower {
  resets = -1;
  private cursor = '';

  async poll({ baseUrl }: Instance, { buyer }: Shop): Promise<Answer> {
    const query = this.cursor === '' ? '' : `?since=${encodeURIComponent(this.cursor)}`;
    const answer = await send(`${baseUrl}/api/changes${query}`, { headers: buyer.headers });
    if (answer.status === 200) {
      if (answer.body.reset === true) this.resets += 1;
      this.cursor = String(answer.body.next_cursor);
    }
    return answer;
  }
}

it('a primary that is killed is replaced, and no confirmed order is lost', async () => {
  const figures = new Figures('primary killed');
  const cluster = await HaCluster.up();
  const service = await Instance.start(cluster.connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(baseUrl, shop.items(turn)));
  const readers = new Crowd(READERS, (turn) => shop.read(baseUrl, turn));
  const recoveries: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { leader } = await cluster.settled();
    await buyers.first(201, performance.now());
    await cluster.kill(leader);
    const killedAt = performance.now();
    // What it had stored is still confirmed.
    const downAfter = await buyers.first(503, killedAt);
    recoveries.push(downAfter + (await buyers.first(201, killedAt + downAfter)));
    await readers.first(200, performance.now());
    await cluster.start(leader);
  }
  await cluster.settled();
  await Promise.all([buyers.leave(), readers.leave()]);
  figures.keep('primaries killed', ROUNDS);
  await figures.keepOrders(cluster.proxied, buyers.answers);
  figures.keep('orders', JSON.stringify(statuses(buyers.answers)));
  figures.keep('reads', JSON.stringify(statuses(readers.answers)));
  figures.keep('first 201 after the kill', recoveries.map((ms) => Math.round(ms)).join(', '));
  figures.within('first 201, slowest', Math.max(...recoveries), cluster.ttlMs + 5_000);
  figures.within('slowest request', slowest(buyers.answers), 6_000);
  expectOnly(buyers.answers, 201, 503);
  expectOnly(readers.answers, 200, 503);
});

it('a planned switchover fails no request of a store that repeats after a 503', async () => {
  const figures = new Figures('switchover');
  const cluster = await HaCluster.up();
  const service = await Instance.start(cluster.connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const raw: Answer[] = [];
  const noted = async (ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await ask();
    raw.push(answer);
    return answer;
  };
  const buyers = new Crowd(BUYERS, (turn) => {
    const storeOrderId = unique('HA');
    return patiently(() => noted(() => shop.order(baseUrl, shop.items(turn), { storeOrderId })));
  });
  const readers = new Crowd(READERS, (turn) =>
    patiently(() => noted(() => shop.read(baseUrl, turn))),
  );
  const follower = new Follower();
  const following = new Crowd(1, () => follower.poll(service, shop));
  const gaps: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { leader, candidate } = await cluster.settled();
    await buyers.first(201, performance.now());
    await cluster.switchOver(leader, candidate);
    await buyers.first(201, performance.now());
    await sleep(AFTER_MS);
  }
  await cluster.settled();
  await Promise.all([buyers.leave(), readers.leave(), following.leave()]);
  const refused = raw.filter(({ status }) => status === 503);
  for (const { endedAt } of refused) {
    const next = raw.find((answer) => answer.status === 201 && answer.endedAt > endedAt);
    gaps.push((next?.endedAt ?? Infinity) - endedAt);
  }
  figures.keep('switchovers', ROUNDS);
  figures.keep('requests', raw.length);
  figures.keep('answers, before they were repeated', JSON.stringify(statuses(raw)));
  figures.keep('longest time without an order', Math.max(0, ...gaps), { unit: 'ms' });
  figures.keep('orders', JSON.stringify(statuses(buyers.answers)));
  figures.keep('reads', JSON.stringify(statuses(readers.answers)));
  figures.keep('cursors that had to begin again', follower.resets);
  await figures.keepOrders(cluster.proxied, buyers.answers);
  expectOnly(raw, 200, 201, 409, 503);
  // 409: the first attempt had stored the order, and its answer was lost.
  expectOnly(buyers.answers, 201, 409);
  expectOnly(readers.answers, 200);
});

it('a primary that is cut from etcd confirms no order after the ttl', async () => {
  const figures = new Figures('cut from etcd');
  const cluster = await HaCluster.up();
  const service = await Instance.start(cluster.connection);
  const { leader, url } = await cluster.settled();
  // An instance that knows no other node.
  const stale = await Instance.start({ url });
  const shop = await Shop.open(service.baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(service.baseUrl, shop.items(turn)));
  const staleBuyers = new Crowd(BUYERS, (turn) => shop.order(stale.baseUrl, shop.items(turn)));
  await staleBuyers.first(201, performance.now());
  const cutAt = performance.now();
  await cluster.cut(leader);
  await sleep(cluster.ttlMs);
  const recovery = await buyers.first(201, cutAt + cluster.ttlMs);
  await sleep(cluster.ttlMs);
  await Promise.all([buyers.leave(), staleBuyers.leave()]);
  await cluster.heal(leader);
  await cluster.settled();
  const answers = [...buyers.answers, ...staleBuyers.answers];
  const last = Math.max(
    ...staleBuyers.answers.filter(({ status }) => status === 201).map(({ endedAt }) => endedAt),
  );
  figures.within('last 201 of the former primary, after the cut', last - cutAt, cluster.ttlMs);
  figures.within('first 201 of the next primary, after the ttl', recovery, 5_000);
  await figures.keepOrders(cluster.proxied, answers);
  figures.keep('orders', JSON.stringify(statuses(answers)));
  expectOnly(answers, 201, 503);
  expect(last - cutAt).toBeLessThanOrEqual(cluster.ttlMs);
});
