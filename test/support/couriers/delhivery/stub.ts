import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DelhiveryDepot } from './depot.js';
import { failed, NO_MONEY, type StubAnswer } from './texts.js';
import { seededRandom } from '../seeded-random.js';

/** What can happen to a call. `lost_…`: no answer; `late`: executed only after the caller has given up. */
export const DELHIVERY_FAULTS = [
  'lost_before',
  'lost_after',
  'late',
  'error_500',
  'error_502_after',
  'busy_429',
  'firewall_403',
  'xml',
  'html',
  'partly_saved',
  'refused',
  'no_money',
] as const;
export type DelhiveryFault = (typeof DELHIVERY_FAULTS)[number];

/** Delhivery's API on a port of this machine. It fails a test that passes one of Delhivery's limits. */
export class DelhiveryStub extends DelhiveryDepot {
  /** Received calls, as `POST /api/cmu/create.json`. */
  readonly calls: string[] = [];
  /** Answers of the next calls of a path, before the usual ones. */
  private readonly planned: { path: string; fault: DelhiveryFault | StubAnswer }[] = [];
  private readonly random: () => number;

  private constructor(
    private readonly server: Server,
    private readonly options: { seed: number; faultShare: number; lateMs: number },
  ) {
    super();
    this.random = seededRandom(options.seed);
  }

  /**
   * @param faultShare share of the bookings with a random fault
   * @param lateMs the longest time after which a late call is executed
   */
  static async open({ seed = 1, faultShare = 0, lateMs = 0 } = {}): Promise<DelhiveryStub> {
    const server = createServer();
    const stub = new DelhiveryStub(server, { seed, faultShare, lateMs });
    server.on('request', (request, response) => void stub.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Fails if a limit was passed. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.limits.check();
  }

  /** Answers the next calls of a path in another way: by a fault, or an answer. */
  plan(path: string, ...faults: (DelhiveryFault | StubAnswer)[]): void {
    this.planned.push(...faults.map((fault) => ({ path, fault })));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url!, this.url);
    const body = await text(request);
    this.calls.push(`${request.method} ${path}`);
    const execute = () => this.execute(path, request.headers.authorization, query, body);
    const fault = this.faultFor(path);
    const answer = this.answerWith(fault, execute);
    if (answer === null) return;
    const { status, body: answered, headers } = answer;
    response.writeHead(status, headers);
    response.end(typeof answered === 'string' ? answered : JSON.stringify(answered));
  }

  private faultFor(path: string): DelhiveryFault | StubAnswer | null {
    const index = this.planned.findIndex((one) => one.path === path);
    if (index >= 0) return this.planned.splice(index, 1)[0]!.fault;
    if (path !== '/api/cmu/create.json' || this.random() >= this.options.faultShare) return null;
    return DELHIVERY_FAULTS[Math.floor(this.random() * DELHIVERY_FAULTS.length)]!;
  }

  /** @returns null: there is no answer */
  private answerWith(
    fault: DelhiveryFault | StubAnswer | null,
    execute: () => StubAnswer,
  ): StubAnswer | null {
    if (fault === null) return execute();
    if (typeof fault === 'object') return fault;
    switch (fault) {
      case 'lost_before':
        return null;
      case 'lost_after':
        execute();
        return null;
      case 'late':
        setTimeout(execute, this.random() * this.options.lateMs).unref();
        return null;
      case 'error_500':
        return { status: 500, body: { detail: 'Server Error' } };
      case 'error_502_after':
        execute();
        return { status: 502, body: '<html>Bad Gateway</html>' };
      case 'busy_429':
        return { status: 429, body: { detail: 'Throttled, wait 8 seconds.' } };
      case 'firewall_403':
        return { status: 403, body: '<html>403 Forbidden</html>' };
      case 'xml':
        execute();
        return { status: 200, body: '<?xml version="1.0" encoding="utf-8"?><root></root>' };
      case 'html':
        return { status: 200, body: '<html>Maintenance</html>' };
      case 'partly_saved':
        execute();
        return failed('An internal error. Package might have been partially saved.');
      case 'refused':
        return failed(
          'exception suspicious order/consignee. Package might have been partially saved.',
        );
      case 'no_money':
        return failed(NO_MONEY);
    }
  }
}
