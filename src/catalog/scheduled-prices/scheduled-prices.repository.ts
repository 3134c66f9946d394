import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Raw, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { PriceList } from '../price-lists/price-list.entity.js';
import { ScheduledPrice } from './scheduled-price.entity.js';

/** Selects scheduled prices of a product on a plan: the one that begins at a given time, or all. */
export interface ScheduleKey {
  productId: number;
  planId: number;
  effectiveFrom?: Date | undefined;
}

const DUE_PRICES = 'FROM scheduled_prices WHERE effective_from <= clock_timestamp()';
const DUE_LISTS = `FROM price_lists WHERE state = 'scheduled' AND effective_from <= clock_timestamp()`;

/** SQL condition: prices are to begin. */
export const HAS_DUE_PRICES = `EXISTS (SELECT ${DUE_PRICES}) OR EXISTS (SELECT ${DUE_LISTS})`;

@Injectable()
export class ScheduledPricesRepository {
  constructor(
    @InjectRepository(PriceList) private readonly lists: Repository<PriceList>,
    @InjectRepository(ScheduledPrice) private readonly prices: Repository<ScheduledPrice>,
    private readonly audit: AuditService,
    private readonly clock: DatabaseClock,
  ) {}

  /** Reads the database's time, in whole milliseconds. */
  async now(manager: EntityManager): Promise<Date> {
    const [row] = await manager.query<[{ now: Date }]>(
      "SELECT date_trunc('milliseconds', clock_timestamp()) AS now",
    );
    return row.now;
  }

  /** Lists the scheduled prices of products, the next to begin first. */
  async list(manager: EntityManager, productIds: readonly number[]): Promise<ScheduledPrice[]> {
    return manager
      .withRepository(this.prices)
      .find({
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
    await manager.withRepository(this.prices).upsert(price, key);
  }

  /** Deletes prices that have not begun, and returns them. */
  async delete(
    manager: EntityManager,
    { productId, planId, effectiveFrom }: ScheduleKey,
  ): Promise<ScheduledPrice[]> {
    const where = { productId, planId, ...(effectiveFrom !== undefined && { effectiveFrom }) };
    const prices = manager.withRepository(this.prices);
    const found = await prices.findBy(where);
    await prices.delete(where);
    return found;
  }

  /**
   * Cancels prices that are due but have not begun, for example because the clock is not trusted. The price that is set now was
   * decided later.
   *
   * @param set SQL of rows `c` with product_id and plan_id; the caller has locked the products
   */
  async cancelDue(manager: EntityManager, set: string): Promise<void> {
    const now = this.clock.passed((await this.now(manager)).getTime()) / 1_000;
    const due = `scheduled_prices s JOIN ${set} ON c.product_id = s.product_id AND c.plan_id = s.plan_id
      AND s.effective_from <= to_timestamp(${now})`;
    await this.audit.recordAll(manager, {
      action: 'price.unscheduled',
      subject: `'product ' || p.sku`,
      before: `jsonb_build_object('plan', plan.code, 'price_minor', s.price_minor, 'effective_from', s.effective_from)`,
      after: 'NULL::jsonb',
      from: `${due} JOIN products p ON p.id = s.product_id JOIN plans plan ON plan.id = s.plan_id`,
    });
    await manager.query(
      `DELETE FROM scheduled_prices WHERE (product_id, plan_id, effective_from) IN (
        SELECT s.product_id, s.plan_id, s.effective_from FROM ${due})`,
    );
  }

  /** Counts the products of a list that have scheduled prices from elsewhere. */
  async countOthers(
    manager: EntityManager,
    { listId, planId }: { listId: number; planId: number },
  ): Promise<number> {
    const [row] = await manager.query<[{ others: number }]>(
      `SELECT count(DISTINCT s.product_id)::integer AS others FROM scheduled_prices s
        JOIN price_list_prices i ON i.product_id = s.product_id
        WHERE i.price_list_id = $1 AND s.plan_id = $2 AND s.price_list_id IS DISTINCT FROM $1`,
      [listId, planId],
    );
    return row.others;
  }

  /** Counts the prices of a list that have not begun. */
  async countOfList(manager: EntityManager, listId: number): Promise<number> {
    return manager.withRepository(this.prices).countBy({ priceListId: listId });
  }

  /** Locks the products of a list by id, and counts those that have no room for another price on the plan. */
  async lockProductsOfList(
    manager: EntityManager,
    { listId, planId, most }: { listId: number; planId: number; most: number },
  ): Promise<{ full: number }> {
    await manager.query(
      `SELECT FROM products WHERE id IN (SELECT product_id FROM price_list_prices WHERE price_list_id = $1)
        ORDER BY id FOR NO KEY UPDATE`,
      [listId],
    );
    const [row] = await manager.query<[{ full: number }]>(
      `SELECT count(*)::integer AS full FROM (
          SELECT FROM scheduled_prices s JOIN price_list_prices i ON i.product_id = s.product_id
          WHERE i.price_list_id = $1 AND s.plan_id = $2
          GROUP BY s.product_id HAVING count(*) >= $3
        ) products`,
      [listId, planId, most],
    );
    return row;
  }

  /**
   * Schedules the prices of a list, except for products that have another price at the same moment. Returns the number of
   * prices.
   */
  async putList(
    manager: EntityManager,
    { listId, planId, effectiveFrom }: { listId: number; planId: number; effectiveFrom: Date },
  ): Promise<number> {
    const put = await manager.query<object[]>(
      `INSERT INTO scheduled_prices (product_id, plan_id, effective_from, price_minor, price_list_id)
        SELECT product_id, $2, $3, price_minor, $1 FROM price_list_prices
        WHERE price_list_id = $1 ORDER BY product_id
        ON CONFLICT (product_id, plan_id, effective_from) DO NOTHING RETURNING product_id`,
      [listId, planId, effectiveFrom],
    );
    return put.length;
  }

  /** Deletes the prices of a list that have not begun. */
  async deleteList(manager: EntityManager, listId: number): Promise<void> {
    await manager.withRepository(this.prices).delete({ priceListId: listId });
  }

  /** Finds the first moment when prices were to begin, as PostgreSQL writes it; null: none are due. */
  async findDueMoment(): Promise<string | null> {
    const [row] = await this.prices.query<[{ moment: string | null }]>(
      `SELECT least(
          (SELECT min(effective_from) ${DUE_PRICES}), (SELECT min(effective_from) ${DUE_LISTS})
        )::text AS moment`,
    );
    return row.moment;
  }

  /** Locks the lists that begin at a moment. */
  async lockDueLists(manager: EntityManager, moment: string): Promise<PriceList[]> {
    const effectiveFrom = Raw((from) => `${from} = :moment`, { moment });
    return manager
      .withRepository(this.lists)
      .find({
        where: { state: 'scheduled', effectiveFrom },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
  }

  /**
   * Locks the products whose prices begin at a moment, by id, and moves these prices from the schedule to the temporary table
   * `due_prices`. Returns the number of prices.
   *
   * @param listIds the locked lists; the prices of other lists stay scheduled, so that a list begins as a whole
   */
  async takeDue(
    manager: EntityManager,
    moment: string,
    listIds: readonly number[],
  ): Promise<number> {
    const products = await manager.query<{ id: number }[]>(
      `SELECT id FROM products
        WHERE id IN (SELECT product_id FROM scheduled_prices WHERE effective_from = $1::timestamptz)
        ORDER BY id FOR NO KEY UPDATE`,
      [moment],
    );
    await manager.query(
      `CREATE TEMP TABLE due_prices (
        product_id integer, plan_id integer, after_minor bigint, before_minor bigint
      ) ON COMMIT DROP`,
    );
    const taken = await manager.query<object[]>(
      `WITH due AS (
          DELETE FROM scheduled_prices WHERE effective_from = $1::timestamptz AND product_id = ANY ($2::integer[])
            AND (price_list_id IS NULL OR price_list_id = ANY ($3::integer[]))
          RETURNING product_id, plan_id, price_minor
        )
        INSERT INTO due_prices
        SELECT due.product_id, due.plan_id, due.price_minor, own.price_minor
        FROM due LEFT JOIN plan_prices own ON own.product_id = due.product_id AND own.plan_id = due.plan_id
        RETURNING 1`,
      [moment, products.map(({ id }) => id), listIds],
    );
    await manager.query('ANALYZE due_prices');
    return taken.length;
  }

  /** Sets the prices that were taken, with an audit entry for each that differs from the previous one. */
  async applyTaken(manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO plan_prices (plan_id, product_id, price_minor)
        SELECT plan_id, product_id, after_minor FROM due_prices
        WHERE after_minor IS DISTINCT FROM before_minor ORDER BY product_id, plan_id
        ON CONFLICT (plan_id, product_id) DO UPDATE SET price_minor = excluded.price_minor`,
    );
    await this.audit.recordAll(manager, {
      action: 'price.set',
      subject: `'product ' || p.sku`,
      before: `jsonb_build_object('plan', plan.code, 'price_minor', r.before_minor)`,
      after: `jsonb_build_object('plan', plan.code, 'price_minor', r.after_minor)`,
      from: `due_prices r JOIN products p ON p.id = r.product_id JOIN plans plan ON plan.id = r.plan_id
        WHERE r.after_minor IS DISTINCT FROM r.before_minor ORDER BY r.product_id, r.plan_id`,
    });
  }

  async markApplied(manager: EntityManager, listIds: readonly number[]): Promise<void> {
    await manager.withRepository(this.lists).update({ id: In(listIds) }, { state: 'applied' });
  }
}
