import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallLimits } from './call-limits.js';
import { seededRandom } from './seeded-random.js';

export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  body: string;
}

export interface StubAnswer {
  status: number;
  /** A text or bytes are sent as they are, anything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export interface StubOptions {
  seed?: number;
  /** Share of the costly calls with a random fault. */
  faultShare?: number;
  /** The longest time after which a late call is executed. */
  lateMs?: number;
  /** By default, a free one. */
  port?: number;
}

/** Time-out of calls to a stub: longer than a busy machine takes to answer, but some tests wait for it. */
export const STUB_TIMEOUT_MS = 1_500;

/** The API of a courier on a port of this machine. It fails a test that passes one of the courier's limits. */
export abstract class StubServer<Fault extends string> {
  /** Received calls, as `POST /api/cmu/create.json`. */
  readonly calls: string[] = [];
  protected abstract readonly limits: CallLimits;
  /** The faults that are drawn at random, and the paths whose calls have them. */
  protected abstract readonly chances: { paths: readonly string[]; faults: readonly Fault[] };
  /** Keeps idle connections open: a slow caller may use one at the moment in which it would be closed. */
  private readonly server = createServer({ keepAliveTimeout: 0 }, (request, response) =>
    this.follow(this.answer(request, response)),
  );
  /** Calls that were received and are not executed. */
  private readonly underWay = new Set<Promise<void>>();
  /** Answers of the next calls of a path, before the usual ones. */
  private readonly planned: { path: string; fault: Fault | StubAnswer }[] = [];
  private readonly random: () => number;
  private readonly options: Required<StubOptions>;

  constructor({ seed = 1, faultShare = 0, lateMs = 0, port = 0 }: StubOptions = {}) {
    this.options = { seed, faultShare, lateMs, port };
    this.random = seededRandom(seed);
  }

  protected async listen(): Promise<this> {
    const { port } = this.options;
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Fails if a limit was passed. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.limits.check();
  }

  /** Answers the next calls of a path in another way: by a fault, or an answer. */
  plan(path: string, ...faults: (Fault | StubAnswer)[]): void {
    this.planned.push(...faults.map((fault) => ({ path, fault })));
  }

  /** Waits until what was sent by now is executed, however busy this machine is. */
  async settled(): Promise<void> {
    // Connections are accepted in their order, on a busy machine a second after their callers have given up.
    const last = connect(this.port, '127.0.0.1').resume().end();
    await once(last, 'close');
    // What they sent is read within a few turns of the event loop.
    for (let turns = 0; turns < 10; turns += 1) await wait(2);
    await Promise.all(this.underWay);
    // A call that was being read then is executed late.
    await Promise.all(this.underWay);
  }

  protected abstract respond(request: StubRequest): StubAnswer;

  /** @returns null: there is no answer */
  protected abstract answerWith(fault: Fault, execute: () => StubAnswer): StubAnswer | null;

  /** Executes a call after its caller has given up. */
  protected later(execute: () => StubAnswer): null {
    const after = wait(this.random() * this.options.lateMs, undefined, { ref: false });
    this.follow(after.then(() => void execute()));
    return null;
  }

  private follow(call: Promise<void>): void {
    this.underWay.add(call);
    void call.finally(() => this.underWay.delete(call));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url!, this.url);
    const { method = '' } = request;
    const { authorization } = request.headers;
    const body = await text(request);
    this.calls.push(`${method} ${path}`);
    const execute = () => this.respond({ method, path, query, authorization, body });
    const fault = this.faultFor(path);
    const answer =
      fault === null
        ? execute()
        : typeof fault === 'object'
          ? fault
          : this.answerWith(fault, execute);
    if (answer === null) return;
    response.writeHead(answer.status, answer.headers);
    const isRaw = typeof answer.body === 'string' || answer.body instanceof Uint8Array;
    response.end(isRaw ? answer.body : JSON.stringify(answer.body));
  }

  private faultFor(path: string): Fault | StubAnswer | null {
    const index = this.planned.findIndex((one) => one.path === path);
    if (index >= 0) return this.planned.splice(index, 1)[0]!.fault;
    const { paths, faults } = this.chances;
    if (!paths.includes(path) || this.random() >= this.options.faultShare) return null;
    return faults[Math.floor(this.random() * faults.length)]!;
  }
}
