import type { TestApp } from './app.js';
import type { GivenClient } from './given.js';

export interface ListedProduct {
  id: number;
  sku: string;
  name: string;
  stock_qty: number;
  pricing: { wholesale_price: number; currency: string };
}

export interface ChangesBody {
  reset: boolean;
  data: ListedProduct[];
  removed: string[];
  next_cursor: string;
  has_more: boolean;
}

/** A store's own copy of its list of products, kept up to date by what the service says has changed. */
export class StoreCopy {
  readonly products = new Map<string, ListedProduct>();
  cursor: string | null = null;

  constructor(
    private readonly client: GivenClient,
    private readonly limit: number | null = null,
  ) {}

  /** One answer, taken in. */
  async readPage(app: TestApp): Promise<ChangesBody> {
    const query = new URLSearchParams({
      ...(this.cursor !== null && { since: this.cursor }),
      ...(this.limit !== null && { limit: String(this.limit) }),
    });
    const answer = await app
      .get(`/api/changes?${query.toString()}`, this.client.headers)
      .expect(200);
    const body = answer.body as ChangesBody;
    if (body.reset) this.products.clear();
    for (const sku of body.removed) this.products.delete(sku);
    for (const product of body.data) this.products.set(product.sku, product);
    this.cursor = body.next_cursor;
    return body;
  }

  /** All pages there are now. */
  async sync(app: TestApp): Promise<ChangesBody[]> {
    const pages = [await this.readPage(app)];
    while (pages.at(-1)?.has_more) pages.push(await this.readPage(app));
    return pages;
  }

  /** Fails unless the copy is what the list of products says. */
  async expectEqual(app: TestApp): Promise<void> {
    const { body } = await app.get('/api/products', this.client.headers).expect(200);
    const { data } = body as { data: ListedProduct[] };
    expect([...this.products.values()].sort((a, b) => a.id - b.id)).toEqual(data);
  }
}
