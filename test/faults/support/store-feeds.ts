import { send, type Answer } from './http.js';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_LIMIT_MS = 30_000;
const PAUSE_MS = 25;

/** Repeats a call while it is answered with 503, as the service requires. */
export async function patiently(call: () => Promise<Answer>): Promise<Answer> {
  for (const until = Date.now() + WAIT_LIMIT_MS; ; await sleep(PAUSE_MS)) {
    const answer = await call();
    if ((answer.status !== 503 && answer.status !== 0) || Date.now() > until) return answer;
  }
}

/** Result of one poll of a feed. */
interface AdminAnswer {
  /** True if it began from the beginning. */
  isReset: boolean;
  /** SKUs or order numbers, in their order. */
  names: string[];
}

/** A store that knows products and orders only by what the two feeds tell it. */
export class StoreFeeds {
  /** Names of the products by SKU. */
  readonly products = new Map<string, string>();
  /** Status by order number. */
  readonly orders = new Map<string, string>();
  private since: string | null = null;
  private cursor: string | null = null;

  constructor(
    public baseUrl: string,
    private readonly headers: Record<string, string>,
  ) {}

  async pollChanges(): Promise<AdminAnswer> {
    const told: AdminAnswer = { isReset: false, names: [] };
    for (let hasMore = true; hasMore;) {
      const { body } = await this.get('changes', { since: this.since });
      const { reset, data, removed } = body as {
        reset: boolean;
        data: { sku: string; name: string }[];
        removed: string[];
      };
      told.isReset ||= reset;
      if (reset) this.products.clear();
      for (const sku of removed) this.products.delete(sku);
      for (const { sku, name } of data) this.products.set(sku, name);
      told.names.push(...data.map(({ sku }) => sku));
      this.since = body.next_cursor as string;
      hasMore = body.has_more as boolean;
    }
    return told;
  }

  async pollOrders(): Promise<AdminAnswer> {
    const told: AdminAnswer = { isReset: false, names: [] };
    for (let hasMore = true; hasMore;) {
      const { body } = await this.get('orders', { cursor: this.cursor });
      const data = body.data as { order_number: string; status: string }[];
      for (const { order_number: number, status } of data) this.orders.set(number, status);
      told.names.push(...data.map((order) => order.order_number));
      this.cursor = body.next_cursor as string;
      hasMore = body.has_more as boolean;
    }
    return told;
  }

  private async get(feed: string, query: Record<string, string | null>): Promise<Answer> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
    const url = `${this.baseUrl}/api/${feed}?${new URLSearchParams(given).toString()}`;
    const answer = await patiently(() => send(url, { headers: this.headers }));
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.failure ?? ''}`);
    return answer;
  }
}
