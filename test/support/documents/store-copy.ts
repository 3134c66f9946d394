import { TestApp } from '../app.js';
import { Admin } from '../shop/admin.js';
import { givenClient, type GivenClient } from '../shop/given.js';
import type { StoreAnswer } from '../shop/shop.js';

export let app: TestApp;
export let admin: Admin;
export let client: GivenClient;
/** The copy of the client's store. */
export let copy: StoreCopy;

/** Starts the service for a suite. Each test has a client, its store's copy, and nothing for sale yet. */
export function startWithCopy(): void {
  beforeAll(async () => {
    app = await TestApp.start();
    admin = new Admin(app);
  });
  beforeEach(async () => {
    client = await givenClient(app);
    copy = new StoreCopy(client);
  });
  afterEach(() => app.sql`UPDATE products SET active = false`);
}

export type ChangesBody = StoreAnswer<'listChanges'>;
type ListedProduct = ChangesBody['data'][number];

/** A store's own copy of its list of products, kept up to date with the service's changes. */
export class StoreCopy {
  readonly products = new Map<string, ListedProduct>();
  cursor: string | null = null;
  /** Number of rows for stock alone. */
  stockRows = 0;

  /** @param asksWhatChanged reads only the stock if nothing else changed */
  constructor(
    private readonly client: GivenClient,
    private readonly limit: number | null = null,
    private readonly asksWhatChanged = false,
  ) {}

  /** Reads one answer into the copy. */
  async readPage(app: TestApp): Promise<ChangesBody> {
    const query = new URLSearchParams({
      ...(this.cursor !== null && { since: this.cursor }),
      ...(this.limit !== null && { limit: String(this.limit) }),
      ...(this.asksWhatChanged && { include: 'changed' }),
    });
    const answer = await app
      .get(`/api/changes?${query.toString()}`, this.client.headers)
      .expect(200);
    const body = answer.body as ChangesBody;
    if (body.reset) this.products.clear();
    for (const sku of body.removed) this.products.delete(sku);
    for (const row of body.data) this.takeIn(row);
    this.cursor = body.next_cursor;
    return body;
  }

  /** Reads all current pages. */
  async sync(app: TestApp): Promise<ChangesBody[]> {
    const pages = [await this.readPage(app)];
    while (pages.at(-1)?.has_more) pages.push(await this.readPage(app));
    return pages;
  }

  /** Applies a change. Fails if it is wrongly marked as a change of the stock only. */
  private takeIn({ changed, ...product }: ListedProduct): void {
    expect(changed !== undefined).toBe(this.asksWhatChanged);
    if (changed === 'stock') {
      this.stockRows += 1;
      expect(product).toEqual({ ...this.products.get(product.sku), stock_qty: product.stock_qty });
    }
    this.products.set(product.sku, product);
  }

  /** Fails unless the copy is equal to the list of products. */
  async expectEqual(app: TestApp): Promise<void> {
    const { body } = await app.get('/api/products', this.client.headers).expect(200);
    const { data } = body as { data: ListedProduct[] };
    expect([...this.products.values()].sort((a, b) => a.id - b.id)).toEqual(data);
  }
}
