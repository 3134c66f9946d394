import { wholesalePriceMinor } from '../price.js';
import type { CatalogProduct, Offer, ProductBlock } from '../priced-product.js';

export interface PlanTerms {
  id: number;
  discountBp: number;
}

/**
 * View of the products for a plan's live or test callers. It computes prices on demand and stores no products, so that a plan
 * takes hardly any memory.
 * - a plan that changes gets a new object
 */
export class PlanView {
  constructor(
    /** undefined: there is no such plan, and nothing can be ordered on it. */
    private readonly plan: PlanTerms | undefined,
    private readonly isTest: boolean,
  ) {}

  /** Finds the product on the plan; null if it cannot be ordered. */
  offer(product: CatalogProduct): Offer | null {
    const priceMinor = this.priceMinor(product);
    return priceMinor === null ? null : { product, priceMinor };
  }

  /** Lists the products of a block that can be ordered. */
  offers(block: ProductBlock): Offer[] {
    return block.map((product) => this.offer(product)).filter((offer) => offer !== null);
  }

  /** Computes the price of a product on the plan, in minor units; null if it cannot be ordered. */
  priceMinor({ facts }: CatalogProduct): number | null {
    const { isTest, active, basePriceMinor, ownPricesMinor } = facts;
    // Test products are never active: code unaware of test mode must not offer them.
    if (this.plan === undefined || (isTest ? !this.isTest : !active)) return null;
    return wholesalePriceMinor({
      basePriceMinor,
      ownPriceMinor: ownPricesMinor?.[this.plan.id] ?? null,
      discountBp: this.plan.discountBp,
    });
  }
}

/** The products of a plan from one snapshot. Later changes do not affect it. */
export interface ProductList {
  readonly view: PlanView;
  /** The same object for all plans, until a product changes. */
  readonly blocks: readonly ProductBlock[];
}
