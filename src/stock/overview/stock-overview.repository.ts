import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StockKey } from '../stock-key.js';

/** Which levels to list; what is undefined does not restrict them. */
export interface StockFilter {
  /**
   * `out`: nothing of it can be sold; `low`: less than `below` can be sold; `reserved`: open orders hold some.
   */
  state?: 'out' | 'low' | 'reserved' | undefined;
  below: number;
  /** Only levels of which something was shipped within the last seven days. */
  isSold: boolean;
  /** A part of the SKU or name; case is ignored. */
  q?: string | undefined;
}

/** A level as lists and count sheets have it. */
export interface ListedLevel extends StockKey {
  sku: string;
  name: string;
  /** Of the product; null: not known. */
  shelf: string | null;
  onHand: number;
  reserved: number;
  /** Units that were shipped within the last seven days. */
  shipped: number;
  /** Id of its latest movement; 0: none. Another one means that the units on hand have changed. */
  lastMovement: number;
}

/** Levels after a level, by SKU and variation. */
export interface LevelsRequest {
  after: { sku: string; variationKey: string } | null;
  limit: number;
}

const CONDITIONS = {
  out: 'l.on_hand = l.reserved',
  low: 'l.on_hand - l.reserved < $5',
  reserved: 'l.reserved > 0',
};

/** Returns a text as a regular expression that matches it alone. */
const literally = (text: string): string =>
  String.raw`regexp_replace(${text}, '([\\.*+?|(){}$^\[\]-])', '\\\1', 'g')`;

/**
 * Whether a level `l` of a product `p` is of a combination that is offered: the pattern has every variation's name with
 * its values, in their order.
 */
const IS_OFFERED = String.raw`CASE WHEN p.variations = '[]' THEN l.variation_key = '' ELSE l.variation_key ~ (
    SELECT '^' || string_agg(${literally(`v.item->>'name'`)} || ':(' || (
        SELECT string_agg(${literally('value')}, '|') FROM jsonb_array_elements_text(v.item->'values') value
      ) || ')', '\|' ORDER BY v.n) || '$'
    FROM jsonb_array_elements(p.variations) WITH ORDINALITY AS v (item, n)
  ) END`;

@Injectable()
export class StockOverviewRepository {
  /**
   * Lists levels by SKU and variation. Left out are those without units of combinations that are no longer offered, and
   * of products that are not active.
   */
  async list(
    manager: EntityManager,
    { state, below, isSold, q }: StockFilter,
    { after, limit }: LevelsRequest,
  ): Promise<ListedLevel[]> {
    const values: unknown[] = [limit, after?.sku ?? null, after?.variationKey ?? null, q ?? null];
    const conditions = state === undefined ? [] : [CONDITIONS[state]];
    if (state === 'low') values.push(below);
    if (isSold) conditions.push('week.shipped > 0');
    return manager.query<ListedLevel[]>(
      `SELECT l.product_id AS "productId", l.variation_key AS "variationKey", p.sku, p.name, p.shelf, l.on_hand AS "onHand",
          l.reserved, coalesce(week.shipped, 0)::integer AS shipped,
          coalesce((SELECT max(m.id) FROM stock_movements m
            WHERE m.product_id = l.product_id AND m.variation_key = l.variation_key), 0) AS "lastMovement"
        FROM stock_levels l
        JOIN products p ON p.id = l.product_id AND p.test_scenario IS NULL
        LEFT JOIN (
          SELECT product_id, variation_key, -sum(delta) AS shipped FROM stock_movements
          WHERE created_at > now() - interval '7 days' AND order_id IS NOT NULL AND delta < 0
          GROUP BY product_id, variation_key
        ) week ON week.product_id = l.product_id AND week.variation_key = l.variation_key
        WHERE ($2::text IS NULL OR (p.sku, l.variation_key) > ($2, $3::text))
          AND ($4::text IS NULL OR position(lower($4) IN lower(p.sku)) > 0 OR position(lower($4) IN lower(p.name)) > 0)
          AND (l.on_hand > 0 OR p.active AND ${IS_OFFERED})
          ${conditions.map((condition) => `AND ${condition}`).join(' ')}
        ORDER BY p.sku, l.variation_key LIMIT $1`,
      values,
    );
  }
}
