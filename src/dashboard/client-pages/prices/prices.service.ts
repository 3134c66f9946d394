import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CatalogService } from '../../../catalog/catalog.service.js';
import { toPricedProduct, type PricedProduct } from '../../../catalog/priced-product.js';
import { LiveCache } from '../../../platform/live-cache/live-cache.js';
import { mapPage, type Page, type PageRequest } from '../../../platform/http/paging/page.js';
import { PlansService, type SubscriptionStanding } from '../../../plans/plans.service.js';

export interface OwnPlan {
  /** null: the client never had a subscription. */
  subscription: SubscriptionStanding | null;
  /** Off every base price, in percent; products may have prices of their own. */
  discountPercent: number;
}

/** The plan of a client and what it pays for each product. */
@Injectable()
export class PricesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly liveCache: LiveCache,
    private readonly plans: PlansService,
    private readonly catalog: CatalogService,
  ) {}

  async getPlan(clientId: number): Promise<OwnPlan> {
    const subscription = await this.subscriptionOf(clientId);
    if (subscription === null) return { subscription, discountPercent: 0 };
    const { discountBp } = await this.plans.getPlan(subscription.planCode);
    return { subscription, discountPercent: discountBp / 100 };
  }

  /**
   * Lists the products of the client's plan by id; none if it has no plan.
   *
   * @param words as {@link CatalogService.pageProductsWith}
   */
  async listPrices(
    clientId: number,
    words: string,
    page: PageRequest,
  ): Promise<Page<PricedProduct>> {
    const subscription = await this.subscriptionOf(clientId);
    if (subscription === null) return { rows: [], nextCursor: null };
    const { id: planId } = await this.plans.getPlan(subscription.planCode);
    await this.liveCache.refresh();
    const scope = { planId, isTest: false };
    return mapPage(this.catalog.pageProductsWith(scope, words, page), toPricedProduct);
  }

  /** Lists the same products, all of them. */
  async allPrices(clientId: number, words: string): Promise<PricedProduct[]> {
    const all = { afterId: 0, limit: Number.MAX_SAFE_INTEGER };
    return (await this.listPrices(clientId, words, all)).rows;
  }

  private async subscriptionOf(clientId: number): Promise<SubscriptionStanding | null> {
    const { manager } = this.dataSource;
    return (await this.plans.listSubscriptions(manager, [clientId])).get(clientId) ?? null;
  }
}
