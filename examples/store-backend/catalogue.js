import { readFile } from 'node:fs/promises';
import { writeAtomically } from './files.js';

const NOTHING = JSON.stringify({ products: [] });

/** The wholesaler's products as the store last heard of them, in a file that is replaced as a whole. */
export class Catalogue {
  #path;
  #text;
  #known;

  static async open(path) {
    const catalogue = new Catalogue();
    catalogue.#path = path;
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return NOTHING;
      throw error;
    });
    catalogue.#take(text);
    return catalogue;
  }

  get products() {
    return this.#known.products;
  }

  /** Brings it up to date. */
  async sync(store) {
    const text = JSON.stringify(await freshCatalogue(store, this.#known));
    if (text === this.#text) return;
    await writeAtomically(this.#path, text);
    this.#take(text);
  }

  #take(text) {
    this.#text = text;
    this.#known = JSON.parse(text);
  }
}

/** What is to be known from now on: what was, and what has changed since. */
async function freshCatalogue(store, { products, cursor }) {
  const bySku = new Map(products.map((product) => [product.sku, product]));
  for (let since = cursor; ;) {
    const changes = await store.listChanges({ since });
    if (changes.reset) bySku.clear();
    for (const sku of changes.removed) bySku.delete(sku);
    for (const product of changes.data) bySku.set(product.sku, product);
    since = changes.next_cursor;
    if (!changes.has_more) {
      return { products: [...bySku.values()].sort((a, b) => a.id - b.id), cursor: since };
    }
  }
}
