import { readFile } from 'node:fs/promises';
import { writeAtomically } from './files.js';

/** The wholesaler's products as the store last heard of them, one JSON line each. */
export class Catalogue {
  #path;
  #text = '';
  #products = [];

  static async open(path) {
    const catalogue = new Catalogue();
    catalogue.#path = path;
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    catalogue.#take(text);
    return catalogue;
  }

  get products() {
    return this.#products;
  }

  /** Brings it up to date. */
  async sync(store) {
    const products = await freshProducts(store);
    const text = products.map((product) => `${JSON.stringify(product)}\n`).join('');
    if (text === this.#text) return;
    await writeAtomically(this.#path, text);
    this.#take(text);
  }

  #take(text) {
    this.#text = text;
    this.#products = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }
}

/** How the products are asked for; an unchanged list is not sent again, by its ETag. */
async function freshProducts(store) {
  const { data } = await store.listProducts();
  return data;
}
