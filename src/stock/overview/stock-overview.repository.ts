import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StockKey } from '../stock-key.js';

/** Filter of levels; an undefined field does not restrict the result. */
export interface StockFilter {
  /** `out`: nothing is available; `low`: less than `below` is available; `reserved`: open orders have reserved units. */
  state?: 'out' | 'low' | 'reserved' | undefined;
  below: number;
  /** Only levels from which units were shipped within the last seven days. */
  isSold: boolean;
  /** A part of the SKU or name; case is ignored. */
  q?: string | undefined;
}

/** A level in lists and count sheets. */
export interface ListedLevel extends StockKey {
  sku: string;
  name: string;
  /** Shelf of the product; null: unknown. */
  shelf: string | null;
  onHand: number;
  reserved: number;
  /** Units that were shipped within the last seven days. */
  shipped: number;
  /** Id of the latest movement; 0 without any. A different id means that the units on hand have changed. */
  lastMovement: number;
}

/** Position of a level in the order of SKU and variation. */
export interface LevelsRequest {
  after: { sku: string; variationKey: string } | null;
  limit: number;
}

const CONDITIONS = {
  out: 'l.on_hand = l.reserved',
  low: 'l.on_hand - l.reserved < $5',
  reserved: 'l.reserved > 0',
};

/** The movements `m` that shipped units of a level `l` within the last seven days, see stock_movements_shipped_ix. */
const SHIPPED = `FROM stock_movements m
  WHERE m.product_id = l.product_id AND m.variation_key = l.variation_key AND m.order_id IS NOT NULL AND m.delta < 0
    AND m.created_at > now() - interval '7 days'`;

/** Makes a regular expression that matches exactly one text. */
const literally = (text: string): string =>
  String.raw`regexp_replace(${text}, '([\\.*+?|(){}$^\[\]-])', '\\\1', 'g')`;

/**
 * Condition: the level `l` of a product `p` belongs to an offered combination. The pattern has the name and the values of
 * each variation, in order.
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
   * Lists levels by SKU and variation. Levels without units are omitted if the combination is no longer offered or the
   * product is inactive.
   */
  async list(
    manager: EntityManager,
    { state, below, isSold, q }: StockFilter,
    { after, limit }: LevelsRequest,
  ): Promise<ListedLevel[]> {
    const values: unknown[] = [limit, after?.sku ?? null, after?.variationKey ?? null, q ?? null];
    const conditions = state === undefined ? [] : [CONDITIONS[state]];
    if (state === 'low') values.push(below);
    if (isSold) conditions.push(`EXISTS (SELECT ${SHIPPED})`);
    // OFFSET 0 makes the planner go from product to product in the order of SKUs: otherwise each page would read all levels.
    return manager.query<ListedLevel[]>(
      `SELECT l.product_id AS "productId", l.variation_key AS "variationKey", p.sku, p.name, p.shelf, l.on_hand AS "onHand",
          l.reserved, (SELECT coalesce(-sum(m.delta), 0)::integer ${SHIPPED}) AS shipped,
          coalesce((SELECT max(m.id) FROM stock_movements m
            WHERE m.product_id = l.product_id AND m.variation_key = l.variation_key), 0) AS "lastMovement"
        FROM products p
        CROSS JOIN LATERAL (SELECT * FROM stock_levels WHERE product_id = p.id OFFSET 0) l
        WHERE p.test_scenario IS NULL
          AND ($2::text IS NULL OR p.sku >= $2 AND (p.sku, l.variation_key) > ($2, $3::text))
          AND ($4::text IS NULL OR position(lower($4) IN lower(p.sku)) > 0 OR position(lower($4) IN lower(p.name)) > 0
            OR ltrim(p.gtin, '0') = ltrim($4, '0') OR ltrim(p.variation_codes->>l.variation_key, '0') = ltrim($4, '0'))
          AND (l.on_hand > 0 OR p.active AND ${IS_OFFERED})
          ${conditions.map((condition) => `AND ${condition}`).join(' ')}
        ORDER BY p.sku, l.variation_key LIMIT $1`,
      values,
    );
  }
}
