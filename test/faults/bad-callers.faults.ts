import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newToken } from '../../src/auth/tokens/token-format.js';
import { REFUSALS_PER_WINDOW } from '../../src/platform/http/limits/rate-limits.js';
import { headersOf, orderBody } from '../support/shop/given.js';
import { Crowd } from './support/crowd.js';
import { Figures, percentile } from './support/figures.js';
import { duration, statuses } from './support/http.js';
import { size } from './support/run.js';
import { calledService } from './support/servers/staged-service.js';
import { Shop } from './support/shop.js';
import { afterwards, Instance, stagedDatabase } from './support/stage.js';

const GUESSES = size(20_000, 1_000);
const GUESSES_PER_SECOND = 1_000;
const CONNECTIONS = 64;
const BASELINE_MS = size(20_000, 2_000);
const MEMORY_MB = 30;
const CUT_WITHIN_MS = 15_000;
const DRIP_MS = 500;

interface Refusal {
  status: number;
  retryAfter: string | undefined;
}

/** An attacker who tries tokens of the right form, from one address of this machine. */
class Guesser {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  constructor(
    private readonly port: number,
    private readonly localAddress: string,
  ) {
    afterwards(() => Promise.resolve(this.agent.destroy()));
  }

  guess(): Promise<Refusal> {
    const { port, localAddress, agent } = this;
    const headers = { ...headersOf(newToken(), 'store.example') };
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, localAddress, agent, path: '/api/products', headers },
        (response) => {
          const { statusCode: status = 0, headers: told } = response.resume();
          response.once('end', () => resolve({ status, retryAfter: told['retry-after'] }));
        },
      ).once('error', (error: NodeJS.ErrnoException) => {
        // The service closed the connection, idle for seconds on a busy machine, just when it was used again.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(this.guess());
        else reject(error);
      });
      sent.end();
    });
  }
}

async function residentMegabytes(baseUrl: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
}

it.each([1, 200])(
  'tokens guessed from %i addresses open nothing, and a good client hardly notices',
  async (addresses) => {
    const figures = new Figures(`tokens guessed from ${addresses}`);
    const connection = await stagedDatabase();
    const { baseUrl } = await calledService(connection);
    const port = Number(new URL(baseUrl).port);
    const shop = await Shop.open(baseUrl);
    const good = new Crowd(2, (turn) =>
      turn % 4 === 0 ? shop.order(baseUrl, shop.items(turn)) : shop.read(baseUrl, turn),
    );
    await sleep(BASELINE_MS);
    const measuredFrom = performance.now();
    await sleep(BASELINE_MS);
    const before = await residentMegabytes(baseUrl);

    const begunAt = performance.now();
    const guessers = Array.from(
      { length: addresses },
      (_, index) => new Guesser(port, `127.0.1.${index + 1}`),
    );
    const guesses: Promise<Refusal>[] = [];
    while (guesses.length < GUESSES) {
      const due = Math.floor(((performance.now() - begunAt) / 1_000) * GUESSES_PER_SECOND);
      while (guesses.length < Math.min(due, GUESSES)) {
        guesses.push(guessers[guesses.length % addresses]!.guess());
      }
      await sleep(2);
    }
    const refusals = await Promise.all(guesses);
    const endedAt = performance.now();
    const growth = (await residentMegabytes(baseUrl)) - before;
    const answers = await good.leave();

    const limited = refusals.filter(({ status }) => status === 429);
    const unauthorized = refusals.filter(({ status }) => status === 401);
    expect(unauthorized).toHaveLength(
      Math.min(REFUSALS_PER_WINDOW, GUESSES / addresses) * addresses,
    );
    expect(unauthorized.length + limited.length).toBe(GUESSES);
    expect(limited.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))).toEqual([]);
    expect(Object.keys(statuses(answers))).toEqual(['200', '201']);
    const p99 = (from: number, to: number): number =>
      percentile(good.sentWithin(from, to).map(duration), 0.99);
    const [quiet, meanwhile] = [p99(measuredFrom, begunAt), p99(begunAt, endedAt)];
    figures.keep('answers', `{"401":${unauthorized.length},"429":${limited.length}}`);
    figures.keep('a second', GUESSES / ((endedAt - begunAt) / 1_000));
    figures.keep('good client before, p99', quiet, { unit: 'ms' });
    figures.within('good client meanwhile, p99', meanwhile, quiet * 2);
    figures.within('more memory', growth, MEMORY_MB, 'MB');
    await figures.keepOrders(connection, answers);
  },
);

/** A caller who never completes its request. Tells after how many milliseconds it was cut off. */
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
  const figures = new Figures('slow callers');
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
  await sleep(size(5_000, 2_000));

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
      Promise.race([cutAfterMs, sleep(CUT_WITHIN_MS * 3, Infinity, { ref: false })]),
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
  figures.within('half-sent headers cut after, slowest', heads, CUT_WITHIN_MS);
  figures.within('slow bodies cut after, slowest', Math.max(...cuts.slice(2_000)), CUT_WITHIN_MS);
});
