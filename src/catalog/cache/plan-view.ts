import type { PricedProduct, ProductBlock } from '../priced-product.js';

/** Ids of a block have all but these lowest bits in common: blocks are the same in every instance. */
const BLOCK_BITS = 6;

/** The ids of all products in their blocks, ascending. */
export type IdBlocks = readonly (readonly number[])[];

/** What a plan sees of the products, priced when first wanted; what did not change stays the same object. */
export class PlanView {
  private readonly priced = new Map<number, PricedProduct>();
  private readonly blocks = new Map<number, ProductBlock>();
  private listed: readonly ProductBlock[] | null = null;

  /** @param price undefined: the product can't be ordered on the plan */
  constructor(private readonly price: (id: number) => PricedProduct | undefined) {}

  product(id: number): PricedProduct | undefined {
    let product = this.priced.get(id);
    if (product === undefined) {
      product = this.price(id);
      if (product !== undefined) this.priced.set(id, product);
    }
    return product;
  }

  /** Every product, by id; blocks without one are left out. */
  list(ids: IdBlocks): readonly ProductBlock[] {
    this.listed ??= ids.map((block) => this.block(block)).filter((block) => block.length > 0);
    return this.listed;
  }

  /** These products are not what they were. */
  forget(ids: readonly number[]): void {
    for (const id of ids) {
      this.priced.delete(id);
      this.blocks.delete(blockOf(id));
    }
    this.listed = null;
  }

  private block(ids: readonly number[]): ProductBlock {
    const number = blockOf(ids[0] ?? 0);
    let block = this.blocks.get(number);
    if (block === undefined) {
      block = ids.map((id) => this.product(id)).filter((product) => product !== undefined);
      this.blocks.set(number, block);
    }
    return block;
  }
}

/** The ids in their blocks, ascending. */
export function inBlocks(ids: Iterable<number>): IdBlocks {
  const blocks = new Map<number, number[]>();
  for (const id of [...ids].sort((a, b) => a - b)) {
    const block = blocks.get(blockOf(id));
    if (block === undefined) blocks.set(blockOf(id), [id]);
    else block.push(id);
  }
  return [...blocks.values()];
}

function blockOf(id: number): number {
  return id >> BLOCK_BITS;
}
