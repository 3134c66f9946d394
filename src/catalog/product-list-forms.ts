import { BlockListRepresenter } from '../platform/http/representation/chunked-list.js';
import { oncePerObject } from '../platform/http/representation/representation.js';
import { productListEnvelope, toProductListItem } from './catalog.dto.js';
import type { Inclusion } from './include.js';
import { STOCK_POLL_SECONDS } from './poll-seconds.js';
import type { PricedProduct } from './priced-product.js';

/** One form of the list of products. */
interface ProductListForm {
  /** The whole list. */
  lists: BlockListRepresenter<PricedProduct>;
  /** One product as JSON text. */
  toJson: (product: PricedProduct) => string;
}

/** The forms of the list of products, by what they include. Each serializes a product once per change. */
export class ProductListForms {
  private readonly forms = new Map<string, ProductListForm>();

  /** @param currency ISO 4217 */
  constructor(private readonly currency: string) {}

  get(included: readonly Inclusion[] = []): ProductListForm {
    const key = [...included].sort().join();
    let form = this.forms.get(key);
    if (form === undefined) {
      const toItem = (product: PricedProduct): object =>
        toProductListItem(product, this.currency, included);
      form = {
        lists: new BlockListRepresenter(toItem, productListEnvelope, STOCK_POLL_SECONDS),
        toJson: oncePerObject((product) => JSON.stringify(toItem(product))),
      };
      this.forms.set(key, form);
    }
    return form;
  }
}
