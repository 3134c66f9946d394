import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { slowest, statuses } from './support/http.js';
import { HAS_HAPROXY, HAS_NGINX, stagedHaproxy, stagedNginx } from './support/servers/proxies.js';
import { buildRelease } from './support/servers/previous-release.js';
import { IS_SHORT, size } from './support/run.js';
import { Shop } from './support/shop.js';
import { Instance, stagedEmptyDatabase, stagedFolder } from './support/stage.js';
import { StoreFeeds } from './support/store-feeds.js';

/** Share in the short run, where other tests keep all processors busy. */
const BUSY_SHARE = 0.01;

/** Between two orders of a buyer in a long run: the database's rules are checked on all of them in the end. */
const PAUSE_MS = size(40, 0);

const figures = new Figures('rolling upgrade');
let previous: string;

beforeAll(async () => {
  const buildAt = performance.now();
  previous = await buildRelease(await stagedFolder());
  figures.keep('release before built', performance.now() - buildAt, { unit: 'ms' });
});

(HAS_NGINX && HAS_HAPROXY ? it : it.skip)(
  'two instances of the release before become this one and the release before again, and behind each shipped proxy no request fails',
  async () => {
    const connection = await stagedEmptyDatabase();
    const instances = [
      await Instance.start(connection, {}, previous),
      await Instance.start(connection, {}, previous),
    ];
    const proxies = [await stagedNginx(instances), await stagedHaproxy(instances)];
    const behind = (turn: number): string => proxies[turn % proxies.length]!.baseUrl;
    const shop = await Shop.open(behind(0));
    const store = new StoreFeeds(behind(0), shop.buyer.headers);
    const buyers = new Crowd(4, async (turn) => {
      await sleep(PAUSE_MS);
      return shop.order(behind(turn), shop.items(turn));
    });
    const operators = new Crowd(2, (turn) => shop.sell(behind(turn), shop.items(turn)));
    const readers = new Crowd(3, (turn) => shop.read(behind(turn), turn));
    const exits: (number | null)[] = [];
    await buyers.first(201, performance.now());

    for (let round = 0; round < size(5, 1); round += 1) {
      // Back again, too, unless time is short.
      for (const main of IS_SHORT ? [undefined] : [undefined, previous]) {
        for (const instance of instances) {
          exits.push(await instance.process.end('SIGTERM'));
          await instance.restart({ main });
          // Each alone, with the cursors that the other release returned.
          for (const { baseUrl: one } of instances) {
            expect((await shop.order(one, shop.items(round))).status).toBe(201);
            store.baseUrl = one;
            await Promise.all([store.pollChanges(), store.pollOrders()]);
          }
        }
      }
    }
    await Promise.all([buyers.leave(), operators.leave(), readers.leave()]);
    await Promise.all([store.pollChanges(), store.pollOrders()]);
    expect([...store.products.keys()].sort()).toEqual([...shop.skus].sort());
    const all = 'SELECT order_number AS number FROM orders';
    const numbers = await query<{ number: string }>(connection, all);
    expect([...store.orders.keys()].sort()).toEqual(numbers.map(({ number }) => number).sort());

    const answers = [...buyers.answers, ...operators.answers, ...readers.answers];
    const failed = answers.filter(({ status }) => status !== 200 && status !== 201);
    figures.keep('answers', JSON.stringify(statuses(answers)));
    figures.keep('requests failed', failed.length, { promise: '0', kept: failed.length === 0 });
    figures.keep('slowest request', slowest(answers), { unit: 'ms' });
    await query(connection, 'ANALYZE');
    await figures.keepOrders(connection, buyers.answers);
    // An instance that closes its socket resets a connection of that moment: nginx answers 502, HAProxy closes its own to the caller.
    const lost = failed.filter((one) => one.status !== 502 && one.failure !== 'socket hang up');
    expect(lost.slice(0, 3)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(size(0, answers.length * BUSY_SHARE));
    expect(new Set(exits)).toEqual(new Set([0]));
  },
);
