import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { duration, statuses } from './support/http.js';
import { HAS_NGINX, stagedNginx } from './support/servers/nginx.js';
import { size } from './support/run.js';
import { Shop } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

// Idle connections of nginx are closed by nginx: an instance waits for longer than this before it cuts them.
const KEPT = 'keepalive 32; keepalive_timeout 1s;';

const KINDS: [string, string][] = [
  ['that connects for each request', ''],
  ['that keeps its connections', KEPT],
];

/** Share in the short run, where other tests keep all processors busy. */
const BUSY_SHARE = 0.01;

(HAS_NGINX ? describe : describe.skip)('two instances, restarted in turn', () => {
  it.each(KINDS.slice(0, size(KINDS.length, 1)))(
    'behind an nginx %s, fail no request',
    async (name, upstream) => {
      const figures = new Figures(`rolling restarts, nginx ${name}`);
      const connection = await stagedDatabase();
      const instances = [await Instance.start(connection), await Instance.start(connection)];
      const ports = instances.map(({ port }) => port);
      const baseUrl = await stagedNginx(ports, upstream);
      const shop = await Shop.open(baseUrl);
      const buyers = new Crowd(24, (turn) => shop.order(baseUrl, shop.items(turn)));
      const readers = new Crowd(3, (turn) => shop.read(baseUrl, turn));
      const rounds = size(20, 1);
      const exits: (number | null)[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const instance of instances) {
          exits.push(await instance.process.end('SIGTERM'));
          await instance.restart();
          await buyers.first(201, performance.now());
        }
      }
      await Promise.all([buyers.leave(), readers.leave()]);

      const answers = [...buyers.answers, ...readers.answers];
      const failed = answers.filter(({ status }) => status !== 200 && status !== 201);
      figures.keep('restarts', exits.length);
      figures.keep('answers', JSON.stringify(statuses(answers)));
      figures.keep('requests failed', failed.length, { promise: '0', kept: failed.length === 0 });
      figures.keep('slowest request', Math.max(...answers.map(duration)), { unit: 'ms' });
      await figures.keepOrders(connection, answers);
      const lost = failed.filter(({ status }) => status !== 502);
      expect(lost.slice(0, 3)).toEqual([]);
      // An instance that loses the processor while it closes its socket resets what the kernel has accepted since.
      expect(failed.length).toBeLessThanOrEqual(size(0, answers.length * BUSY_SHARE));
      expect(new Set(exits)).toEqual(new Set([0]));
    },
  );
});
