import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { ScheduledPrice } from './scheduled-price.entity.js';

/** Selects the scheduled prices of a product on a plan: the one that begins at a given time, or all. */
export interface ScheduleKey {
  productId: number;
  planId: number;
  effectiveFrom?: Date | undefined;
}

@Injectable()
export class ScheduledPricesRepository {
  /** Whether a time is in the future, by the database's clock, which also decides when prices begin. */
  async isFuture(manager: EntityManager, time: Date): Promise<boolean> {
    const [row] = await manager.query<{ isFuture: boolean }[]>(
      'SELECT $1::timestamptz > clock_timestamp() AS "isFuture"',
      [time],
    );
    return row?.isFuture ?? false;
  }

  /** Lists what is scheduled of some products, the first to begin first. */
  async list(manager: EntityManager, productIds: readonly number[]): Promise<ScheduledPrice[]> {
    return manager.getRepository(ScheduledPrice).find({
      where: { productId: In(productIds) },
      order: { effectiveFrom: 'ASC', planId: 'ASC' },
    });
  }

  /** Stores a price, replacing another that begins at the same time. */
  async put(
    manager: EntityManager,
    price: Pick<ScheduledPrice, 'productId' | 'planId' | 'effectiveFrom' | 'priceMinor'>,
  ): Promise<void> {
    const key = ['productId', 'planId', 'effectiveFrom'];
    await manager.getRepository(ScheduledPrice).upsert(price, key);
  }

  /** Deletes prices that have not begun. Returns those that there were. */
  async delete(
    manager: EntityManager,
    { productId, planId, effectiveFrom }: ScheduleKey,
  ): Promise<ScheduledPrice[]> {
    const where = { productId, planId, ...(effectiveFrom !== undefined && { effectiveFrom }) };
    const found = await manager.getRepository(ScheduledPrice).findBy(where);
    await manager.getRepository(ScheduledPrice).delete(where);
    return found;
  }

  /** Finds products of which prices are to begin. */
  async findDueProducts(
    manager: EntityManager,
    limit: number,
  ): Promise<{ id: number; sku: string }[]> {
    return manager.query<{ id: number; sku: string }[]>(
      `SELECT id, sku FROM products WHERE id IN (
          SELECT product_id FROM scheduled_prices WHERE effective_from <= clock_timestamp()
          ORDER BY effective_from LIMIT $1
        ) ORDER BY id`,
      [limit],
    );
  }

  /** Takes out the prices of a product that are to begin, in the order in which they do. */
  async takeDue(manager: EntityManager, productId: number): Promise<ScheduledPrice[]> {
    const [due] = await manager.query<[ScheduledPrice[], number]>(
      `DELETE FROM scheduled_prices WHERE product_id = $1 AND effective_from <= clock_timestamp()
        RETURNING product_id AS "productId", plan_id AS "planId", price_minor AS "priceMinor",
          effective_from AS "effectiveFrom"`,
      [productId],
    );
    return due.toSorted(
      (one, other) => one.effectiveFrom.getTime() - other.effectiveFrom.getTime(),
    );
  }
}
