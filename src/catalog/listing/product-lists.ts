import {
  BlockLists,
  ListCache,
  type Envelope,
} from '../../platform/http/representation/block-lists.js';
import {
  oncePerObject,
  type Representation,
} from '../../platform/http/representation/representation.js';
import type { PlanView, ProductList } from '../cache/plan-view.js';
import {
  productListEnvelope,
  toListItem,
  toProductList,
  type ProductListDto,
} from '../catalog.dto.js';
import type { Offer, ProductBlock } from '../priced-product.js';
import type { Inclusion } from './include.js';
import type { ProductPage } from './product-pages.js';

/** Longer lists are made in blocks, even if they are only a part. */
const OFFERS_AT_ONCE = 4_096;
const BLOCK_LENGTH = 64;

/** Lists of products, with the fields that `included` adds. */
export class ProductLists {
  private readonly cache = new ListCache();
  private readonly byInclusion = new Map<string, (view: PlanView) => BlockLists<ProductBlock>>();

  /** @param currency ISO 4217 */
  constructor(private readonly currency: string) {}

  /** Represents the whole list of a plan. */
  whole(
    { view, blocks }: ProductList,
    included: readonly Inclusion[] = [],
  ): Promise<Representation> {
    const key = [...included].sort().join();
    let listsOf = this.byInclusion.get(key);
    if (listsOf === undefined) {
      listsOf = oncePerObject((of) =>
        this.lists(this.cache, included, (block) => of.offers(block), productListEnvelope),
      );
      this.byInclusion.set(key, listsOf);
    }
    return listsOf(view).represent(blocks);
  }

  /** Makes the answer for a page, which is long if the caller set no limit. */
  async page(
    { rows, total }: ProductPage,
    included: readonly Inclusion[] = [],
  ): Promise<ProductListDto | Representation> {
    if (rows.length <= OFFERS_AT_ONCE) return toProductList(rows, total, this.currency, included);
    const envelope = productListEnvelope(total);
    const offersOf = (offers: Offer[]): Offer[] => offers;
    const lists = this.lists(new ListCache(), included, offersOf, () => envelope);
    return lists.represent(inBlocks(rows));
  }

  private lists<Block extends object>(
    cache: ListCache,
    included: readonly Inclusion[],
    offersOf: (block: Block) => readonly Offer[],
    envelope: (total: number) => Envelope,
  ): BlockLists<Block> {
    return new BlockLists(
      cache,
      (block) => offersOf(block).map((offer) => toListItem(offer, this.currency, included)),
      envelope,
    );
  }
}

function inBlocks(offers: readonly Offer[]): Offer[][] {
  return Array.from({ length: Math.ceil(offers.length / BLOCK_LENGTH) }, (_, index) =>
    offers.slice(index * BLOCK_LENGTH, (index + 1) * BLOCK_LENGTH),
  );
}
