import { readFile } from 'node:fs/promises';
import { writeAtomically } from './files.js';

/** Fields to include. Orders need the variation keys and the delivery charge; `changed` tells if anything but the stock changed. */
const INCLUDED = 'variations,delivery,changed';
const NOTHING = JSON.stringify({ products: [] });

/** The store's copy of the wholesaler's products, in a file that is replaced atomically. */
export class Catalog {
  #path;
  #text;
  #known;

  static async open(path) {
    const catalog = new Catalog();
    catalog.#path = path;
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return NOTHING;
      throw error;
    });
    catalog.#load(text);
    return catalog;
  }

  get products() {
    return this.#known.products;
  }

  /** Fetches the changes since the last sync and stores the result. */
  async sync(store) {
    const text = JSON.stringify(await updatedCatalog(store, this.#known));
    if (text === this.#text) return;
    await writeAtomically(this.#path, text);
    this.#load(text);
  }

  #load(text) {
    this.#text = text;
    this.#known = JSON.parse(text);
  }
}

/** Applies all changes since the cursor to the known products, and returns them with the new cursor. */
async function updatedCatalog(store, { products, cursor }) {
  const bySku = new Map(products.map((product) => [product.sku, product]));
  for (let since = cursor; ;) {
    const changes = await store.listChanges({ since, include: INCLUDED });
    if (changes.reset) bySku.clear();
    for (const sku of changes.removed) bySku.delete(sku);
    for (const row of changes.data) bySku.set(row.sku, updatedProduct(bySku.get(row.sku), row));
    since = changes.next_cursor;
    if (!changes.has_more) {
      return { products: [...bySku.values()].sort((a, b) => a.id - b.id), cursor: since };
    }
  }
}

/** Computes what a product is after a change. Here a store would rewrite its page and fetch its images, but not for a sale. */
function updatedProduct(known, { changed, ...product }) {
  if (changed !== 'stock') return product;
  const { stock_qty, variation_stocks } = product;
  return { ...known, stock_qty, variation_stocks };
}
