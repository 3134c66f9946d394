import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst, PageRequest } from '../../platform/http/paging/page.js';
import { FILTER_DETAILS, type DetailFilter } from '../details/product-details.js';
import type { ChangeCounts, NewPrice } from './price-change.js';
import { PriceListPrice } from './price-list-price.entity.js';
import { PriceList, type PriceListState } from './price-list.entity.js';

/**
 * Products that a price list is made for; a field that is undefined does not restrict it. Categories and details have to match
 * as a whole; case is ignored.
 */
export interface ProductSelection extends DetailFilter {
  category?: string | undefined;
  /** A part of the SKU or name; case is ignored. */
  q?: string | undefined;
}

/** Inputs of the price of a product on a plan; amounts in minor units. */
export interface PriceSource {
  productId: number;
  sku: string;
  basePriceMinor: number | null;
  ownPriceMinor: number | null;
}

/** A price of a list, as pages and files show it. */
export interface ListedPrice extends Pick<NewPrice, 'beforeMinor' | 'priceMinor'> {
  /** Id of the product. */
  id: number;
  sku: string;
  name: string;
}

export interface ListedPriceFilter {
  /** A part of the SKU or name; case is ignored. */
  q?: string | undefined;
  change?: 'rise' | 'fall' | undefined;
}

const DRAFT_DAYS = 30;

const LISTED = `p.id, p.sku, p.name, i.before_minor AS "beforeMinor", i.price_minor AS "priceMinor"
  FROM price_list_prices i JOIN products p ON p.id = i.product_id`;

const CHANGES = { rise: '>', fall: '<' };

@Injectable()
export class PriceListsRepository {
  constructor(
    @InjectRepository(PriceList) private readonly lists: Repository<PriceList>,
    @InjectRepository(PriceListPrice) private readonly prices: Repository<PriceListPrice>,
  ) {}

  /** Reads the inputs of the prices of products on a plan by product id, from one snapshot. */
  async listSources(
    manager: EntityManager,
    planId: number,
    { category, q, ...details }: ProductSelection,
  ): Promise<PriceSource[]> {
    const values: unknown[] = [planId, category ?? null, q ?? null];
    const filters = FILTER_DETAILS.map(({ name, column }) => {
      const parameter = `$${values.push(details[name] ?? null)}`;
      return `AND (${parameter}::text IS NULL OR lower(p.${column}) = lower(${parameter}))`;
    });
    return manager.query<PriceSource[]>(
      `SELECT p.id AS "productId", p.sku, p.base_price_minor AS "basePriceMinor",
          own.price_minor AS "ownPriceMinor"
        FROM products p
        LEFT JOIN plan_prices own ON own.plan_id = $1 AND own.product_id = p.id
        WHERE p.test_scenario IS NULL
          AND ($2::text IS NULL OR lower(p.category) = lower($2))
          AND ($3::text IS NULL OR ${contains('$3')})
          ${filters.join(' ')}
        ORDER BY p.id`,
      values,
    );
  }

  /** Deletes drafts that were not scheduled within a month. */
  async deleteOldDrafts(manager: EntityManager): Promise<void> {
    const createdAt = Raw((at) => `${at} < now() - make_interval(days => ${DRAFT_DAYS})`);
    await manager.withRepository(this.lists).delete({ state: 'draft', createdAt });
  }

  /** Stores a draft with its prices. Returns its id. */
  async insert(
    manager: EntityManager,
    list: Pick<PriceList, 'planId' | 'name' | 'madeBy' | 'problems'> & ChangeCounts,
    prices: readonly NewPrice[],
  ): Promise<number> {
    const draft = this.lists.create(list);
    await manager.withRepository(this.lists).insert(draft);
    await manager.query(
      `INSERT INTO price_list_prices (price_list_id, product_id, before_minor, price_minor)
        SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::bigint[])`,
      [
        draft.id,
        prices.map(({ productId }) => productId),
        prices.map(({ beforeMinor }) => beforeMinor),
        prices.map(({ priceMinor }) => priceMinor),
      ],
    );
    return draft.id;
  }

  async find(manager: EntityManager, id: number): Promise<PriceList | null> {
    return manager.withRepository(this.lists).findOneBy({ id });
  }

  /** Locks a list against being scheduled, withdrawn or applied. */
  async lock(manager: EntityManager, id: number): Promise<PriceList | null> {
    return manager
      .withRepository(this.lists)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Lists the lists, the newest first. */
  async list(
    manager: EntityManager,
    { state, planId }: { state?: PriceListState | undefined; planId?: number | undefined },
    { beforeId, limit }: NewestFirst,
  ): Promise<PriceList[]> {
    const lists = manager.withRepository(this.lists).createQueryBuilder('list');
    if (state !== undefined) lists.andWhere('list.state = :state', { state });
    if (planId !== undefined) lists.andWhere('list.planId = :planId', { planId });
    if (beforeId !== null) lists.andWhere('list.id < :beforeId', { beforeId });
    return lists.orderBy('list.id', 'DESC').take(limit).getMany();
  }

  async update(manager: EntityManager, id: number, change: Partial<PriceList>): Promise<void> {
    await manager.withRepository(this.lists).update({ id }, change);
  }

  /** Lists the prices of a list by product id. */
  async listPrices(
    listId: number,
    { q, change }: ListedPriceFilter,
    { afterId, limit }: PageRequest,
  ): Promise<ListedPrice[]> {
    const isChanged = change && `AND i.price_minor ${CHANGES[change]} i.before_minor`;
    return this.prices.query<ListedPrice[]>(
      `SELECT ${LISTED} WHERE i.price_list_id = $1 AND p.id > $2 ${isChanged ?? ''}
          AND ($3::text IS NULL OR ${contains('$3')})
        ORDER BY p.id LIMIT $4`,
      [listId, afterId, q ?? null, limit],
    );
  }

  /** Finds the price with the largest relative change; null: no price changes. */
  async findLargest(
    manager: EntityManager,
    listId: number,
    change: 'rise' | 'fall',
  ): Promise<ListedPrice | null> {
    const direction = change === 'rise' ? 'DESC' : 'ASC';
    const [largest] = await manager.query<ListedPrice[]>(
      `SELECT ${LISTED} WHERE i.price_list_id = $1 AND i.price_minor ${CHANGES[change]} i.before_minor
        ORDER BY i.price_minor::numeric / i.before_minor ${direction}, p.id LIMIT 1`,
      [listId],
    );
    return largest ?? null;
  }

  /** Reads the prices that a list was made from, by product id. */
  async listBefore(manager: EntityManager, listId: number): Promise<Map<number, number | null>> {
    const rows = await manager
      .withRepository(this.prices)
      .createQueryBuilder('price')
      .select(['price.productId AS "productId"', 'price.beforeMinor AS "beforeMinor"'])
      .where({ priceListId: listId })
      .getRawMany<Pick<NewPrice, 'productId' | 'beforeMinor'>>();
    return new Map(rows.map(({ productId, beforeMinor }) => [productId, beforeMinor]));
  }
}

/** Writes the SQL condition that the SKU or name of a product `p` contains a text. */
function contains(parameter: string): string {
  return `position(lower(${parameter}) IN lower(p.sku)) > 0 OR position(lower(${parameter}) IN lower(p.name)) > 0`;
}
