import {
  BlockListRepresenter,
  BlockBytesCache,
} from '../../platform/http/representation/chunked-list.js';
import { itemListRepresentation } from '../../platform/http/representation/item-list.js';
import type { JsonWriter } from '../../platform/http/representation/json-writer.js';
import {
  oncePerObject,
  type Representation,
} from '../../platform/http/representation/representation.js';
import type { PlanView, ProductList } from '../cache/plan-view.js';
import { productListEnvelope } from '../catalog.dto.js';
import type { Inclusion } from './include.js';
import { STOCK_POLL_SECONDS } from './poll-seconds.js';
import type { Offer, ProductBlock } from '../priced-product.js';
import { listItemWriter, type WriteItem } from './product-json.js';

interface ProductListForm {
  /** The whole list. */
  represent: (list: ProductList) => Representation | Promise<Representation>;
  /** A page of the list, and the number of products on all pages. */
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
  private readonly kept = new BlockBytesCache();

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
    const represented = <Block extends object>(
      writeBlock: (writer: JsonWriter, block: Block) => number,
      envelope = productListEnvelope,
    ): BlockListRepresenter<Block> =>
      new BlockListRepresenter(writeBlock, envelope, STOCK_POLL_SECONDS, this.kept);
    const writeOffer = (writer: JsonWriter, { product, priceMinor }: Offer): void =>
      write(writer, product, priceMinor);
    const writeOffers = (writer: JsonWriter, offers: readonly Offer[]): number => {
      writer.list(offers, (offer) => writeOffer(writer, offer));
      return offers.length;
    };
    const representerOf = oncePerObject((view: PlanView) =>
      represented((writer, block: ProductBlock) => writeSellable(writer, block, view, write)),
    );
    return {
      represent: ({ view, blocks }) => representerOf(view).represent(blocks),
      representSome: (offers, total, page) => {
        const envelope = productListEnvelope(total);
        return offers.length > OFFERS_AT_ONCE
          ? represented(writeOffers, () => envelope).represent(inBlocks(offers))
          : itemListRepresentation({ ...envelope, items: offers, write: writeOffer }, page);
      },
    };
  }
}

/**
 * Writes the products of a block that can be ordered on a plan, and returns their number. Creates no objects: for lists of
 * a hundred thousand products, the garbage collector would pause the process.
 */
function writeSellable(
  writer: JsonWriter,
  block: ProductBlock,
  view: PlanView,
  write: WriteItem,
): number {
  let count = 0;
  for (const product of block) {
    const priceMinor = view.priceMinor(product);
    if (priceMinor === null) continue;
    if (count > 0) writer.ascii(',');
    write(writer, product, priceMinor);
    count += 1;
  }
  return count;
}

function inBlocks(offers: readonly Offer[]): Offer[][] {
  return Array.from({ length: Math.ceil(offers.length / BLOCK_LENGTH) }, (_, index) =>
    offers.slice(index * BLOCK_LENGTH, (index + 1) * BLOCK_LENGTH),
  );
}
