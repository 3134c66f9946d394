import { BlockListRepresenter, KeptBlocks } from '../platform/http/representation/chunked-list.js';
import {
  oncePerObject,
  type Representation,
} from '../platform/http/representation/representation.js';
import type { PlanView, ProductList } from './cache/plan-view.js';
import { productListEnvelope } from './catalog.dto.js';
import type { Inclusion } from './include.js';
import { STOCK_POLL_SECONDS } from './poll-seconds.js';
import type { ProductBlock } from './priced-product.js';
import { listItemJson, type OfferToJson } from './product-json.js';

/** One form of the list of products. */
interface ProductListForm {
  /** The whole list. */
  represent: (list: ProductList) => Representation | Promise<Representation>;
  /** One product as JSON text. */
  toJson: OfferToJson;
}

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
    const toJson = listItemJson(this.currency, included);
    const representerOf = oncePerObject((view: PlanView) => {
      const itemsOf = (block: ProductBlock): string[] =>
        view.offers(block).map((offer) => toJson(offer));
      return new BlockListRepresenter(itemsOf, productListEnvelope, STOCK_POLL_SECONDS, this.kept);
    });
    return { represent: ({ view, blocks }) => representerOf(view).represent(blocks), toJson };
  }
}
