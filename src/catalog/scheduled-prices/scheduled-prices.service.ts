import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { PlansService } from '../../plans/plans.service.js';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { isFuture } from '../../platform/clock/is-future.js';
import { LIMITS } from '../../platform/config/limits.js';
import { allowLongStatements, inTransaction } from '../../platform/database/transaction.js';
import { groupBy } from '../../platform/group-by.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { CatalogService } from '../catalog.service.js';
import type { PriceList } from '../price-lists/price-list.entity.js';
import type { UpcomingPrice } from '../product-record.js';
import type { ScheduledPrice } from './scheduled-price.entity.js';
import { ScheduledPricesRepository } from './scheduled-prices.repository.js';

/** Plans' own prices that begin later. A transaction that changes scheduled prices locks their product first. */
@Injectable()
export class ScheduledPricesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly catalog: CatalogService,
    private readonly plans: PlansService,
    private readonly repository: ScheduledPricesRepository,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Schedules a plan's own price of a product, in minor units. Replaces another one that begins at the same time.
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
      if (!(await isFuture(manager, effectiveFrom))) {
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
   * Removes a plan's own price of a product, and all its scheduled prices on the plan.
   *
   * @throws AppError plan_not_found, product_not_found
   */
  async removeAll(code: string, sku: string): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await this.catalog.putPlanPrice(manager, code, sku, null);
      await this.cancelIn(manager, code, sku, undefined);
    });
  }

  /** Cancels due prices where a price is set now, see {@link ScheduledPricesRepository.cancelDue}. */
  async cancelDue(manager: EntityManager, set: string): Promise<void> {
    await this.repository.cancelDue(manager, set);
  }

  /** Lists the scheduled prices of products by product id, the next to begin first. */
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
   * Schedules all prices of a list in the caller's transaction, which has locked the list. Returns when they begin: now, if no
   * time is given.
   *
   * @throws AppError validation_failed (not in the future; a product has a price at that moment, or too many)
   */
  async scheduleList(
    manager: EntityManager,
    { id: listId, planId, prices }: Pick<PriceList, 'id' | 'planId' | 'prices'>,
    start: Date | null,
  ): Promise<Date> {
    if (start !== null && !(await isFuture(manager, start))) {
      throw refusedStart('out_of_range', 'must be in the future');
    }
    const effectiveFrom = start ?? (await this.repository.now(manager));
    const most = LIMITS.scheduledPrices;
    const { full } = await this.repository.lockProductsOfList(manager, { listId, planId, most });
    if (full > 0) {
      const problem = `is not possible: ${full} products of the list have the maximum of ${most} scheduled prices already`;
      throw refusedStart('too_many', problem);
    }
    const put = await this.repository.putList(manager, { listId, planId, effectiveFrom });
    if (put < prices) {
      const problem = `is taken: ${prices - put} products of the list already have a price that begins then, so choose another time`;
      throw refusedStart('taken', problem);
    }
    return effectiveFrom;
  }

  /** Withdraws the prices of a list in the caller's transaction, which must have locked the list. */
  async withdrawList(manager: EntityManager, listId: number): Promise<void> {
    await this.repository.deleteList(manager, listId);
  }

  /** Counts the other scheduled prices of a list's products, and the list's own prices that have not begun. */
  async countAround(
    manager: EntityManager,
    { id: listId, planId }: Pick<PriceList, 'id' | 'planId'>,
  ): Promise<{ others: number; scheduled: number }> {
    return {
      others: await this.repository.countOthers(manager, { listId, planId }),
      scheduled: await this.repository.countOfList(manager, listId),
    };
  }

  /**
   * Sets all scheduled prices whose time has come, each exactly once. One transaction handles the prices of a moment: it sets
   * them, deletes them from the schedule and marks their lists.
   * - another instance that does the same waits for the locks, and finds nothing left
   */
  async applyDue(): Promise<void> {
    for (;;) {
      const moment = await this.repository.findDueMoment();
      if (moment === null || !(await this.clock.isTrusted())) return;
      if (!(await this.applyMoment(moment))) return;
    }
  }

  /** Applies the prices of a moment. Returns false if another instance was first. */
  private async applyMoment(moment: string): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      await allowLongStatements(manager);
      const lists = await this.repository.lockDueLists(manager, moment);
      const listIds = lists.map(({ id }) => id);
      const taken = await this.repository.takeDue(manager, moment, listIds);
      await this.repository.applyTaken(manager);
      await this.repository.markApplied(manager, listIds);
      for (const { id, name } of lists) {
        await this.audit.record(manager, {
          action: 'price_list.applied',
          subject: `price list ${id}`,
          after: { name, state: 'applied' },
        });
      }
      return taken > 0 || lists.length > 0;
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
  return invalidField('effective_from', code, `effective_from ${problem}`);
}
