import { Injectable } from '@nestjs/common';
import { AuthService } from '../../auth/auth.service.js';
import type { ActiveClient } from '../../auth/caller.js';
import { CatalogService, type ProductsSnapshot } from '../../catalog/catalog.service.js';
import type { CacheSnapshot } from '../../platform/live-cache/live-cache.js';
import { DeliveryZonesCache } from '../delivery-zones/delivery-zones.cache.js';
import { notServiceable } from '../delivery-zones/zone-of.js';
import { inTestMode } from '../lifecycle/test-scenarios.js';
import {
  articleFinder,
  validateItems,
  type RequestedItem,
  type ValidatedItems,
} from './request/order-request.js';
import type { CheckedPart } from './request/readable-part.js';

/** A request with the data that it was validated against, all of one snapshot. */
export interface ValidatedRequest {
  client: ActiveClient;
  snapshot: CacheSnapshot;
  items: ValidatedItems;
  /** Surcharge for delivery to the address, minor units. */
  surchargeMinor: number;
}

/** Validation of requests against the live cache. */
@Injectable()
export class OrderValidator {
  constructor(
    private readonly auth: AuthService,
    private readonly catalog: CatalogService,
    private readonly zones: DeliveryZonesCache,
  ) {}

  /** Validates a request without I/O, so that the client's access and the products are of the same snapshot. */
  validate(client: ActiveClient, { items, shipping }: CheckedPart): ValidatedRequest {
    const current = this.auth.recheck(client);
    const { products, snapshot } = this.productsOf(current, items);
    const surchargeMinor = this.zones.surchargeMinor(shipping);
    const validated = validateItems(items, products, (code) =>
      this.catalog.findByCode(current, code),
    );
    if (surchargeMinor !== null) {
      return { client: current, snapshot, items: validated, surchargeMinor };
    }
    const others = 'problems' in validated ? validated.problems : [];
    const problems = [...others, notServiceable('shipping.pincode', shipping)];
    return { client: current, snapshot, items: { problems }, surchargeMinor: 0 };
  }

  /** Writes items with the SKUs and variation keys that they mean. Items that mean none stay as they are. */
  inSkusAndKeys(client: ActiveClient, items: readonly RequestedItem[]): RequestedItem[] {
    const { products } = this.productsOf(client, items);
    const meant = articleFinder(products, (code) => this.catalog.findByCode(client, code));
    return items.map((item) => {
      const found = meant(item);
      if ('problem' in found) return item;
      return { ...item, sku: found.product.sku, variation: found.key };
    });
  }

  private productsOf(client: ActiveClient, items: readonly RequestedItem[]): ProductsSnapshot {
    const skus = [...new Set(items.map(({ sku }) => sku))];
    const { products, snapshot } = this.catalog.findProducts(client, skus);
    return { products: client.isTest ? products.map(inTestMode) : products, snapshot };
  }
}
