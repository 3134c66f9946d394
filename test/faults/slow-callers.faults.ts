import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderBody } from '../support/shop/given.js';
import { Crowd } from './support/crowd.js';
import { Figures, percentile } from './support/figures.js';
import { duration, statuses } from './support/http.js';
import { size } from './support/run.js';
import { Shop } from './support/shop.js';
import { afterwards, Instance, stagedDatabase } from './support/stage.js';

const LIMIT_MS = 15_000;
const BASELINE_MS = size(5_000, 2_000);
const DRIP_MS = 500;
const figures = new Figures('slow callers');

/** A caller who never gets done; tells after how many milliseconds it was cut off. */
class SlowCaller {
  readonly cutAfterMs: Promise<number>;
  private readonly socket: Socket;
  private readonly dripping: NodeJS.Timeout;

  constructor(port: number, head: string, drip: string) {
    const openedAt = performance.now();
    this.socket = connect({ port, host: '127.0.0.1' });
    this.socket.on('error', () => undefined).resume();
    this.socket.write(head);
    this.dripping = setInterval(() => this.socket.write(drip), DRIP_MS);
    this.cutAfterMs = new Promise((resolve) => {
      const cut = (): void => resolve(performance.now() - openedAt);
      this.socket.once('end', cut).once('close', () => {
        clearInterval(this.dripping);
        cut();
      });
    });
  }

  end(): void {
    clearInterval(this.dripping);
    this.socket.destroy();
  }
}

it('callers who never get done are cut off, and others hardly notice', async () => {
  const connection = await stagedDatabase();
  // The others call from the same address, and are not to be refused with the slow ones.
  const service = await Instance.start(connection, { MAX_CONNECTIONS_PER_ADDRESS: '0' });
  const { baseUrl, port } = service;
  const shop = await Shop.open(baseUrl);
  const others = new Crowd(4, (turn) =>
    turn % 4 === 0 ? shop.order(baseUrl, shop.items(turn)) : shop.read(baseUrl, turn),
  );
  await sleep(1_000);
  const measuredFrom = performance.now();
  await sleep(BASELINE_MS);

  const begunAt = performance.now();
  const headers = Object.entries(shop.buyer.headers).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const body = JSON.stringify(orderBody(shop.items(1)));
  const head = `POST /api/orders HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}`;
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length + 1_000}`;
  const slow = [
    ...Array.from({ length: 2_000 }, () => new SlowCaller(port, head, 'X-Slow: 1\r\n')),
    ...Array.from(
      { length: 500 },
      () => new SlowCaller(port, `${head}${type}\r\n\r\n${body}`, ' '),
    ),
  ];
  afterwards(() => Promise.resolve(slow.forEach((caller) => caller.end())));
  const cuts = await Promise.all(
    slow.map(({ cutAfterMs }) =>
      Promise.race([cutAfterMs, sleep(LIMIT_MS * 3, Infinity, { ref: false })]),
    ),
  );
  const endedAt = performance.now();
  const answers = await others.leave();

  expect(service.process.isRunning).toBe(true);
  expect(Object.keys(statuses(answers))).toEqual(['200', '201']);
  const p99 = (from: number, to: number): number =>
    percentile(others.sentWithin(from, to).map(duration), 0.99);
  const [before, meanwhile] = [p99(measuredFrom, begunAt), p99(begunAt, endedAt)];
  await figures.keepOrders(connection, answers);
  figures.keep('other callers before, p99', before, { unit: 'ms' });
  figures.within('other callers meanwhile, p99', meanwhile, before * 2);
  const heads = Math.max(...cuts.slice(0, 2_000));
  figures.within('half-sent headers cut after, slowest', heads, LIMIT_MS);
  figures.within('slow bodies cut after, slowest', Math.max(...cuts.slice(2_000)), LIMIT_MS);
});
