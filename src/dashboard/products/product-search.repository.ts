import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SEARCHED_COLUMNS } from '../../catalog/details/product-details.js';
import { articleCodes } from '../../catalog/article-codes.js';
import { searchTerm } from '../../platform/database/search-words.js';
import { TaxGapsService } from '../../tax/gaps/tax-gaps.service.js';
import type { OwnTax } from '../../tax/rates/rate-rules.js';
import type { PageRequest } from '../../platform/http/paging/page.js';

/** Products to find; a field that is undefined does not restrict the search. */
export interface ProductFilter {
  /** Each begins a word of one of {@link SEARCHED_COLUMNS}. */
  words?: string | undefined;
  active?: boolean | undefined;
  /** True if anything can be sold, of any combination. */
  hasStock?: boolean | undefined;
  hasImage?: boolean | undefined;
  /** Code of a plan. Finds only products without an own price on that plan, which sells them at the discounted base price. */
  withoutPriceOf?: string | undefined;
  /** Finds only products that cannot be invoiced. */
  lacksTax?: boolean | undefined;
}

/** A filter with resolved taxes: finds only products with one of these HSN codes and rates. */
type TaxedFilter = ProductFilter & { taxes?: readonly OwnTax[] | undefined };

/** Finds products for operators, without test products. */
@Injectable()
export class ProductSearchRepository {
  constructor(private readonly taxGaps: TaxGapsService) {}

  /** Finds the ids of a page, and one more if there is a next page. */
  async findProducts(
    manager: EntityManager,
    filter: ProductFilter,
    { afterId, limit }: PageRequest,
  ): Promise<{ id: number }[]> {
    const taxes = filter.lacksTax === true ? await this.taxGaps.listLacking(manager) : undefined;
    const values: unknown[] = [afterId, limit + 1];
    const conditions = conditionsOf({ ...filter, taxes }, (value) => `$${values.push(value)}`);
    return manager.query<{ id: number }[]>(
      `SELECT p.id FROM products p
        WHERE p.id > $1 AND ${['p.test_scenario IS NULL', ...conditions].join(' AND ')}
        ORDER BY p.id LIMIT $2`,
      values,
    );
  }
}

function conditionsOf(
  { words, active, hasStock, hasImage, withoutPriceOf, taxes }: TaxedFilter,
  parameter: (value: unknown) => string,
): string[] {
  const conditions: string[] = [];
  if (words !== undefined) {
    // In a query of its own, so that the index of words is used: the planner knows little of what words match.
    conditions.push(
      `p.id IN (SELECT m.id FROM products m
        WHERE product_search_terms(${SEARCHED_COLUMNS.map((column) => `m.${column}`).join(', ')})
          @@ lower(${parameter(wordsQuery(words))})::tsquery OFFSET 0)`,
    );
  }
  if (active !== undefined) conditions.push(`p.active = ${parameter(active)}`);
  if (hasStock !== undefined) {
    conditions.push(
      `${hasStock ? '' : 'NOT '}EXISTS (
        SELECT FROM stock_levels l WHERE l.product_id = p.id AND l.on_hand > l.reserved)`,
    );
  }
  if (hasImage !== undefined) conditions.push(`p.images ${hasImage ? '<>' : '='} '[]'::jsonb`);
  if (withoutPriceOf !== undefined) {
    conditions.push(
      `NOT EXISTS (SELECT FROM plan_prices own JOIN plans plan ON plan.id = own.plan_id
        WHERE own.product_id = p.id AND plan.code = ${parameter(withoutPriceOf)})`,
    );
  }
  if (taxes !== undefined) {
    const codes = parameter(taxes.map(({ hsn }) => hsn));
    const rates = parameter(taxes.map(({ gstRateBp }) => gstRateBp));
    conditions.push(
      `EXISTS (SELECT FROM unnest(${codes}::text[], ${rates}::integer[]) t (hsn, rate_bp)
        WHERE t.hsn IS NOT DISTINCT FROM p.hsn AND t.rate_bp IS NOT DISTINCT FROM p.gst_rate_bp)`,
    );
  }
  return conditions;
}

/** Writes every word of a text as the beginning of a search term; an article number in each of its lengths. */
function wordsQuery(words: string): string {
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(
      (word) =>
        `(${articleCodes(word)
          .map((code) => `${searchTerm(code)}:*`)
          .join(' | ')})`,
    )
    .join(' & ');
}
