import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { download } from './downloads.js';
import { run } from '../processes/run.js';

const EXAMPLE = 'examples/store-backend';
const LIMIT_MS = 120_000;
/** Intervals of the store's work: short, for tests. */
const INTERVALS = {
  CATALOG_EVERY_SECONDS: '0.2',
  ORDERS_EVERY_SECONDS: '0.2',
  RESEND_EVERY_SECONDS: '0.2',
};
/** Prevents installing packages, because the client has none. */
const WITHOUT_REGISTRY = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' };

export interface ExampleOrder {
  id: string;
  state: string;
  order_number?: string;
  code?: string;
  shipments?: ExampleShipment[];
}

interface ExampleShipment {
  id: number;
  state: string;
  failure: object | null;
  answer: { state: string; message?: string } | null;
}

/** An example store, installed in its own folder as its README says, in processes that can be killed. */
export class ExampleStore {
  output = '';
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  static async install(folder: string, env: Record<string, string>): Promise<ExampleStore> {
    const store = new ExampleStore(folder, env);
    // Leave out what a developer has installed or stored there.
    const filter = (path: string) => !/\/(node_modules|data)$/.test(path);
    await cp(EXAMPLE, folder, { recursive: true, filter });
    const [install = ''] = await store.readmeBlocks();
    const commands = install.replace('npm ci && ', '').replaceAll(EXAMPLE, folder);
    await run('sh', ['-ec', commands], { env: WITHOUT_REGISTRY });
    return store;
  }

  /** Downloads a store from the service at `env.STORE_URL`, with the commands of its page. */
  static async download(
    folder: string,
    env: Record<string, string> & { STORE_URL: string },
  ): Promise<ExampleStore> {
    const file = await download(env.STORE_URL, /^example-store-backend-.+\.tgz$/, folder);
    const commands = `tar -xzf ${basename(file)} && cd package && npm install`;
    await run('sh', ['-ec', commands], { cwd: folder, env: WITHOUT_REGISTRY });
    return new ExampleStore(join(folder, 'package'), env);
  }

  /** Starts it, or starts it again, and waits until it listens. */
  async start(): Promise<void> {
    this.output = '';
    const child = spawn(process.execPath, ['store-backend.js'], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, PORT: '0', ...INTERVALS, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => (this.output += data.toString()));
    }
    this.child = child;
    await this.eventually('listens', async () => {
      const answer = await fetch(`${this.baseUrl}/products`).catch(() => null);
      return answer?.ok === true ? true : null;
    });
  }

  async kill(): Promise<void> {
    if (this.child?.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.child = undefined;
  }

  async killAndRestart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Presses "order" as a customer, until the store has confirmed the order. */
  async order(id: string, body: object): Promise<void> {
    await this.eventually(`takes order ${id}`, async () => {
      const answer = await fetch(`${this.baseUrl}/orders/${id}`, {
        method: 'PUT',
        body: JSON.stringify(body),
      }).catch(() => null);
      return answer?.status === 202 || null;
    });
  }

  /** Finds the shipment of an order once it is as a test expects. */
  async shipmentOf(
    id: string,
    isExpected: (shipment: ExampleShipment) => boolean,
  ): Promise<ExampleShipment> {
    return this.eventually(`has such a shipment of order ${id}`, async () => {
      const answer = await fetch(`${this.baseUrl}/orders/${id}`).catch(() => null);
      const { shipments } = ((await answer?.json()) ?? {}) as Partial<ExampleOrder>;
      return shipments?.find(isExpected) ?? null;
    });
  }

  /** Answers a failed delivery with the call that its README shows, perhaps by another action. */
  async answerFailure(id: string, shipmentId: number, action = 'reattempt'): Promise<ExampleOrder> {
    const [, , , call = ''] = await this.readmeBlocks();
    const command = call
      .replace('http://127.0.0.1:4000/orders/SHOP-3001', `${this.baseUrl}/orders/${id}`)
      .replace('/12/', `/${shipmentId}/`)
      .replace('reattempt', action);
    return JSON.parse((await run('sh', ['-ec', command])).stdout) as ExampleOrder;
  }

  /** Finds an order once it is in one of these states. */
  async orderIn(states: string[], id: string): Promise<ExampleOrder> {
    return this.eventually(`has order ${id} in ${states.join(', ')}`, async () => {
      const answer = await fetch(`${this.baseUrl}/orders/${id}`).catch(() => null);
      const order = (await answer?.json()) as ExampleOrder | undefined;
      return order !== undefined && states.includes(order.state) ? order : null;
    });
  }

  /** Lists the products that its pages would show. */
  async products(): Promise<unknown[]> {
    return (await (await fetch(`${this.baseUrl}/products`)).json()) as unknown[];
  }

  /** Lists the ids of the orders in the outbox, each once. */
  async outboxIds(): Promise<string[]> {
    const lines = (await readFile(join(this.folder, 'data/outbox.jsonl'), 'utf8')).trim();
    // Besides the orders, the file holds the cursor up to which the list of orders was read.
    const ids = lines.split('\n').flatMap((line) => (JSON.parse(line) as { id?: string }).id ?? []);
    return [...new Set(ids)];
  }

  /** Reads the answers to the calls in its README. */
  async readmeAnswers(): Promise<unknown[]> {
    const [, , calls = ''] = await this.readmeBlocks();
    const commands = calls
      .replaceAll('http://127.0.0.1:4000', this.baseUrl)
      // One answer a line.
      .replaceAll(/^curl -s/gm, "curl -s -w '\\n'");
    const { stdout } = await run('sh', ['-ec', commands]);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }

  /** Awaits the first result of `attempt` that is not null. */
  async eventually<T>(what: string, attempt: () => Promise<T | null> | T | null): Promise<T> {
    for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(20)) {
      const result = await attempt();
      if (result !== null) return result;
    }
    throw new Error(`the example never ${what}: ${this.output}`);
  }

  /** Reads the blocks of commands: installation, start, and calls. */
  private async readmeBlocks(): Promise<string[]> {
    const readme = await readFile(join(EXAMPLE, 'README.md'), 'utf8');
    return [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  }

  private get baseUrl(): string {
    return /listens on (\S+)/.exec(this.output)?.[1] ?? '';
  }
}
