import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CatalogService } from '../../catalog/catalog.service.js';

/** A product that is sold. */
export interface SoldProduct {
  productId: number;
  /** With tax. */
  unitPriceMinor: number;
}

/** Tax of a product; null: not known, and then no document can be issued for it. */
export interface ProductTax {
  hsn: string | null;
  /** Basis points: 1800 is 18 percent. */
  rateBp: number | null;
}

/** Tax rates of products. */
@Injectable()
export class TaxRatesService {
  constructor(private readonly catalog: CatalogService) {}

  /**
   * Returns the HSN codes and tax rates of products on a day in India, in the order of the products.
   *
   * @param _day YYYY-MM-DD
   */
  async ratesOn(
    manager: EntityManager,
    _day: string,
    products: readonly SoldProduct[],
  ): Promise<ProductTax[]> {
    const ids = [...new Set(products.map(({ productId }) => productId))];
    const details = await this.catalog.findTaxDetails(manager, ids);
    return products.map(({ productId }) => {
      const { hsn = null, gstRateBp = null } = details.get(productId) ?? {};
      return { hsn, rateBp: gstRateBp };
    });
  }
}
