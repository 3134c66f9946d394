import type { CatalogProduct, ProductBlock } from '../priced-product.js';

/** Number of lowest bits that differ between the ids of a block. Every instance has the same blocks. */
const BLOCK_BITS = 6;

/**
 * Products by id, in blocks. A change replaces a block that a list contains instead of changing it, so that returned lists stay
 * unchanged.
 */
export class ProductBlocks {
  private readonly blocks = new Map<number, CatalogProduct[]>();
  /**
   * The numbers of blocks that were made since the last list was returned. No list contains them, so they may be changed.
   */
  private readonly unlisted = new Set<number>();
  /** The numbers of the blocks, ascending. */
  private readonly numbers: number[] = [];
  private listed: readonly ProductBlock[] | null = null;

  get(id: number): CatalogProduct | undefined {
    const block = this.blocks.get(blockNumberOf(id)) ?? [];
    const found = block[firstAfter(block, id - 1)];
    return found?.facts.id === id ? found : undefined;
  }

  /** Adds a product, or replaces the one with its id. */
  put(product: CatalogProduct): void {
    const { id } = product.facts;
    const block = this.toChange(blockNumberOf(id));
    const index = firstAfter(block, id - 1);
    block.splice(index, block[index]?.facts.id === id ? 1 : 0, product);
  }

  remove(id: number): void {
    if (this.get(id) === undefined) return;
    const number = blockNumberOf(id);
    const block = this.toChange(number);
    block.splice(firstAfter(block, id - 1), 1);
    if (block.length > 0) return;
    this.blocks.delete(number);
    this.numbers.splice(this.indexOf(number), 1);
  }

  /** Lists all present blocks by id, without empty ones. Returns the same object until something changes. */
  list(): readonly ProductBlock[] {
    this.unlisted.clear();
    return (this.listed ??= this.numbers.map((number) => this.blocks.get(number) ?? []));
  }

  /** Finds the position of a block's number among the numbers, or the position at which to insert it. */
  private indexOf(number: number): number {
    return firstIndex(this.numbers.length, (index) => this.numbers[index]! >= number);
  }

  /** Returns a block that may be changed: a copy if a list contains it, or a new one. Makes the next list be built again. */
  private toChange(number: number): CatalogProduct[] {
    this.listed = null;
    const block = this.blocks.get(number);
    if (block !== undefined && this.unlisted.has(number)) return block;
    if (block === undefined) this.numbers.splice(this.indexOf(number), 0, number);
    const copy = [...(block ?? [])];
    this.blocks.set(number, copy);
    this.unlisted.add(number);
    return copy;
  }
}

/** Computes the number of the block that a product belongs to. */
export function blockNumberOf(id: number): number {
  return id >> BLOCK_BITS;
}

/** Lists the blocks that contain a product with a greater id. */
export function blocksAfter(blocks: readonly ProductBlock[], id: number): readonly ProductBlock[] {
  return blocks.slice(
    firstIndex(blocks.length, (index) => (blocks[index]?.at(-1)?.facts.id ?? 0) > id),
  );
}

/** Finds the position of the first product after an id in a block. */
export function firstAfter(block: ProductBlock, id: number): number {
  return firstIndex(block.length, (index) => (block[index]?.facts.id ?? 0) > id);
}

/** Finds the first index from which on a condition holds, by binary search; `length` if it never does. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  for (let high = length; low < high;) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
