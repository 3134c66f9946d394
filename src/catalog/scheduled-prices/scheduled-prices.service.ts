import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { PlansService } from '../../plans/plans.service.js';
import { LIMITS } from '../../platform/config/limits.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { groupBy } from '../../platform/group-by.js';
import { AppError } from '../../platform/http/errors.js';
import { CatalogService } from '../catalog.service.js';
import type { UpcomingPrice } from '../product-record.js';
import type { ScheduledPrice } from './scheduled-price.entity.js';
import { ScheduledPricesRepository } from './scheduled-prices.repository.js';

const PRODUCTS_AT_ONCE = 500;

/** Plans' own prices that begin later. A transaction that changes those of a product locks the product first. */
@Injectable()
export class ScheduledPricesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly catalog: CatalogService,
    private readonly plans: PlansService,
    private readonly repository: ScheduledPricesRepository,
  ) {}

  /**
   * Schedules a plan's own price of a product, in minor units, replacing another that begins at the same time.
   *
   * @throws AppError plan_not_found, product_not_found, validation_failed (not in the future; too many)
   */
  async schedule(
    code: string,
    sku: string,
    { priceMinor, effectiveFrom }: Pick<ScheduledPrice, 'priceMinor' | 'effectiveFrom'>,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const { id: planId } = await this.plans.getPlan(code, manager);
      const { id: productId } = await this.catalog.lockProduct(manager, sku);
      if (!(await this.repository.isFuture(manager, effectiveFrom))) {
        throw refusedStart('out_of_range', 'must be in the future');
      }
      const key = { productId, planId, effectiveFrom };
      const [replaced] = await this.repository.delete(manager, key);
      const ofProduct = await this.repository.list(manager, [productId]);
      const others = ofProduct.filter((price) => price.planId === planId);
      if (others.length === LIMITS.scheduledPrices) {
        const most = `one price too many: a product may have ${LIMITS.scheduledPrices} to begin on a plan`;
        throw refusedStart('too_many', `is of ${most}`);
      }
      await this.repository.put(manager, { ...key, priceMinor });
      const facts = (price: Pick<ScheduledPrice, 'priceMinor'> | undefined): object | null =>
        price === undefined ? null : factsOf(code, price.priceMinor, effectiveFrom);
      await this.audit.record(manager, {
        action: 'price.scheduled',
        subject: `product ${sku}`,
        before: facts(replaced),
        after: facts({ priceMinor }),
      });
    });
  }

  /**
   * Cancels the price that was scheduled to begin at a time.
   *
   * @throws AppError plan_not_found, product_not_found
   */
  async cancel(code: string, sku: string, effectiveFrom: Date): Promise<void> {
    await inTransaction(this.dataSource, (manager) =>
      this.cancelIn(manager, code, sku, effectiveFrom),
    );
  }

  /**
   * Takes a plan's own price of a product off, and all that were to begin later.
   *
   * @throws AppError plan_not_found, product_not_found
   */
  async removeAll(code: string, sku: string): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await this.catalog.putPlanPrice(manager, code, sku, null);
      await this.cancelIn(manager, code, sku, undefined);
    });
  }

  /** Lists what is scheduled of some products, by product id, the first to begin first. */
  async listUpcoming(
    manager: EntityManager,
    productIds: readonly number[],
  ): Promise<ReadonlyMap<number, UpcomingPrice[]>> {
    const prices = await this.repository.list(manager, productIds);
    const codes = prices.length === 0 ? new Map<number, string>() : await this.plans.codes(manager);
    const upcoming = prices.map(({ productId, planId, priceMinor, effectiveFrom }) => {
      return { productId, plan: codes.get(planId)!, priceMinor, effectiveFrom };
    });
    return groupBy(upcoming, ({ productId }) => productId);
  }

  /**
   * Sets all scheduled prices whose time has come, each exactly once: the transaction that sets a price also deletes it
   * from the schedule. Another instance that is at the same product waits for its lock, and finds nothing left.
   */
  async applyDue(): Promise<void> {
    for (;;) {
      const { manager: reader } = this.dataSource;
      const products = await this.repository.findDueProducts(reader, PRODUCTS_AT_ONCE);
      if (products.length === 0) return;
      const codes = await this.plans.codes(reader);
      for (const { id, sku } of products) await this.applyDueOf(id, sku, codes);
    }
  }

  private async applyDueOf(
    productId: number,
    sku: string,
    codes: ReadonlyMap<number, string>,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await this.catalog.lockProduct(manager, sku);
      for (const { planId, priceMinor } of await this.repository.takeDue(manager, productId)) {
        await this.catalog.putPlanPrice(manager, codes.get(planId)!, sku, priceMinor);
      }
    }).catch((error: unknown) => {
      // Renamed since it was found: the next round finds it by its new SKU.
      if (!(error instanceof AppError && error.code === 'product_not_found')) throw error;
    });
  }

  private async cancelIn(
    manager: EntityManager,
    code: string,
    sku: string,
    effectiveFrom: Date | undefined,
  ): Promise<void> {
    const { id: planId } = await this.plans.getPlan(code, manager);
    const { id: productId } = await this.catalog.lockProduct(manager, sku);
    const key = { productId, planId, effectiveFrom };
    for (const canceled of await this.repository.delete(manager, key)) {
      await this.audit.record(manager, {
        action: 'price.unscheduled',
        subject: `product ${sku}`,
        before: factsOf(code, canceled.priceMinor, canceled.effectiveFrom),
      });
    }
  }
}

function factsOf(plan: string, priceMinor: number, effectiveFrom: Date): object {
  return { plan, price_minor: priceMinor, effective_from: effectiveFrom.toISOString() };
}

function refusedStart(code: string, problem: string): AppError {
  return new AppError('validation_failed', {
    fields: [{ field: 'effective_from', code, message: `effective_from ${problem}` }],
  });
}
