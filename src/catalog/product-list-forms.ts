import { BlockListRepresenter, KeptBlocks } from '../platform/http/representation/chunked-list.js';
import { itemListRepresentation } from '../platform/http/representation/item-list.js';
import type { JsonWriter } from '../platform/http/representation/json-writer.js';
import {
  oncePerObject,
  type Representation,
} from '../platform/http/representation/representation.js';
import type { PlanView, ProductList } from './cache/plan-view.js';
import { productListEnvelope } from './catalog.dto.js';
import type { Inclusion } from './include.js';
import { STOCK_POLL_SECONDS } from './poll-seconds.js';
import type { Offer, ProductBlock } from './priced-product.js';
import { listItemWriter } from './product-json.js';

/** One form of the list of products. */
interface ProductListForm {
  /** The whole list. */
  represent: (list: ProductList) => Representation | Promise<Representation>;
  /** Some products of it, and how many there are on all pages. */
  representSome: (
    offers: readonly Offer[],
    total: number,
    page: Pick<Representation, 'pollSeconds' | 'nextPage'>,
  ) => Representation | Promise<Representation>;
}

/** Longer lists are put together in slices, whether they are whole or not. */
const OFFERS_AT_ONCE = 4_096;
const BLOCK_LENGTH = 64;

/** The forms of the list of products, by what they include. */
export class ProductListForms {
  private readonly forms = new Map<string, ProductListForm>();
  private readonly kept = new KeptBlocks();

  /** @param currency ISO 4217 */
  constructor(private readonly currency: string) {}

  get(included: readonly Inclusion[] = []): ProductListForm {
    const key = [...included].sort().join();
    let form = this.forms.get(key);
    if (form === undefined) {
      form = this.make(included);
      this.forms.set(key, form);
    }
    return form;
  }

  private make(included: readonly Inclusion[]): ProductListForm {
    const write = listItemWriter(this.currency, included);
    const representer = <Block extends object>(
      offersOf: (block: Block) => readonly Offer[],
      envelope = productListEnvelope,
    ): BlockListRepresenter<Block> => {
      const writeBlock = (writer: JsonWriter, block: Block): number => {
        const offers = offersOf(block);
        writer.list(offers, (offer) => write(writer, offer));
        return offers.length;
      };
      return new BlockListRepresenter(writeBlock, envelope, STOCK_POLL_SECONDS, this.kept);
    };
    const representerOf = oncePerObject((view: PlanView) =>
      representer((block: ProductBlock) => view.offers(block)),
    );
    return {
      represent: ({ view, blocks }) => representerOf(view).represent(blocks),
      representSome: (offers, total, page) => {
        const envelope = productListEnvelope(total);
        return offers.length > OFFERS_AT_ONCE
          ? representer(
              (block: readonly Offer[]) => block,
              () => envelope,
            ).represent(inBlocks(offers))
          : itemListRepresentation({ ...envelope, items: offers, write }, page);
      },
    };
  }
}

function inBlocks(offers: readonly Offer[]): Offer[][] {
  return Array.from({ length: Math.ceil(offers.length / BLOCK_LENGTH) }, (_, index) =>
    offers.slice(index * BLOCK_LENGTH, (index + 1) * BLOCK_LENGTH),
  );
}
