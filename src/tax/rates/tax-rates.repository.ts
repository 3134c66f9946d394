import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, Repository, type EntityManager } from 'typeorm';
import { AllowedTaxRates } from './allowed-tax-rates.entity.js';
import { HsnRate } from './hsn-rate.entity.js';
import { RULE_DIGITS, type OwnTax, type RateRule } from './rate-rules.js';

/** Products, rules and allowed rates. Together they decide the tax of the products on a day. */
export interface TaxesInForce {
  products: (OwnTax & { id: number; gstUnit: string | null })[];
  rules: RateRule[];
  allowed: number[];
}

/** Makes the columns `rules` and `allowed`. @param day and prefixes SQL expressions, the latter of an array */
const inForce = (day: string, prefixes: string): string => `
  coalesce((
    SELECT jsonb_agg(jsonb_build_object('hsn', hsn, 'effectiveFrom', effective_from, 'rateBp', rate_bp,
      'thresholdMinor', threshold_minor, 'rateAboveBp', rate_above_bp))
    FROM hsn_rates WHERE hsn = ANY (${prefixes}) AND effective_from <= ${day}
  ), '[]') AS rules,
  coalesce((
    SELECT rates_bp FROM allowed_tax_rates WHERE effective_from <= ${day} ORDER BY effective_from DESC LIMIT 1
  ), '{}') AS allowed`;
const IN_FORCE = `SELECT ${inForce('$1', 'ARRAY (SELECT json_array_elements_text($2::json))')}`;

/** Makes a statement of one row, {@link TaxesInForce}. @param day and ids SQL expressions, the latter of a list of ids as JSON */
export const taxesInForce = (day: string, ids: string): string => `
  SELECT products, ${inForce(day, 'prefixes')}
  FROM (
    SELECT coalesce(json_agg(json_build_object('id', id, 'hsn', hsn, 'gstRateBp', gst_rate_bp, 'gstUnit', gst_unit)), '[]') AS products,
      ${RULE_DIGITS.map((digits) => `array_agg(left(hsn, ${digits}))`).join(' || ')} AS prefixes
    FROM products WHERE id = ANY (ARRAY (SELECT value::integer FROM json_array_elements_text(${ids}::json)))
  ) sold`;
const TAXES = taxesInForce('$1', '$2');

@Injectable()
export class TaxRatesRepository {
  constructor(
    @InjectRepository(HsnRate) private readonly rates: Repository<HsnRate>,
    @InjectRepository(AllowedTaxRates) private readonly allowedRates: Repository<AllowedTaxRates>,
  ) {}

  /** Finds what decides the tax of products on a day. */
  async findTaxes(
    manager: EntityManager,
    day: string,
    ids: readonly number[],
  ): Promise<TaxesInForce> {
    const [taxes] = await manager.query<[TaxesInForce]>(TAXES, [day, JSON.stringify(ids)]);
    return taxes;
  }

  /** Lists all rules by their digits, the latest first. */
  async listRules(manager: EntityManager): Promise<HsnRate[]> {
    return manager
      .withRepository(this.rates)
      .find({ order: { hsn: 'ASC', effectiveFrom: 'DESC' } });
  }

  async countRules(manager: EntityManager): Promise<number> {
    return manager.withRepository(this.rates).count();
  }

  /** Finds the rules of some digits that have begun on a day, and the rates that are allowed on it. */
  async findInForce(
    manager: EntityManager,
    day: string,
    prefixes: readonly string[],
  ): Promise<{ rules: RateRule[]; allowed: number[] }> {
    const [found] = await manager.query<[{ rules: RateRule[]; allowed: number[] }]>(IN_FORCE, [
      day,
      JSON.stringify(prefixes),
    ]);
    return found;
  }

  async findRule(
    manager: EntityManager,
    { hsn, effectiveFrom }: Pick<HsnRate, 'hsn' | 'effectiveFrom'>,
  ): Promise<HsnRate | null> {
    return manager.withRepository(this.rates).findOneBy({ hsn, effectiveFrom });
  }

  async putRule(manager: EntityManager, rule: RateRule): Promise<void> {
    await manager.withRepository(this.rates).upsert(rule, ['hsn', 'effectiveFrom']);
  }

  /** @returns it, or null if there is no such rule */
  async deleteRule(manager: EntityManager, id: number): Promise<HsnRate | null> {
    const rule = await manager
      .withRepository(this.rates)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (rule !== null) await manager.withRepository(this.rates).delete({ id });
    return rule;
  }

  /** Lists the allowed rates, the latest first. */
  async listAllowed(manager: EntityManager): Promise<AllowedTaxRates[]> {
    return manager.withRepository(this.allowedRates).find({ order: { effectiveFrom: 'DESC' } });
  }

  async findAllowed(manager: EntityManager, day: string): Promise<AllowedTaxRates | null> {
    return manager
      .withRepository(this.allowedRates)
      .findOne({
        where: { effectiveFrom: LessThanOrEqual(day) },
        order: { effectiveFrom: 'DESC' },
      });
  }

  async putAllowed(manager: EntityManager, rates: AllowedTaxRates): Promise<void> {
    await manager.withRepository(this.allowedRates).upsert(rates, ['effectiveFrom']);
  }
}
