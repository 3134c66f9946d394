import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { AllowedTaxRates } from './allowed-tax-rates.entity.js';
import { HsnRate } from './hsn-rate.entity.js';
import type { RateRule } from './rate-rules.js';

@Injectable()
export class TaxRatesRepository {
  /** Lists all rules by their digits, the latest first. */
  async listRules(manager: EntityManager): Promise<HsnRate[]> {
    return manager.getRepository(HsnRate).find({ order: { hsn: 'ASC', effectiveFrom: 'DESC' } });
  }

  async countRules(manager: EntityManager): Promise<number> {
    return manager.getRepository(HsnRate).count();
  }

  /** Finds the rules of some digits that have begun on a day, and the rates that are allowed on it. */
  async findInForce(
    manager: EntityManager,
    day: string,
    prefixes: readonly string[],
  ): Promise<{ rules: RateRule[]; allowed: number[] }> {
    const [found] = await manager.query<[{ rules: RateRule[]; allowed: number[] }]>(
      `SELECT coalesce((
            SELECT jsonb_agg(jsonb_build_object('hsn', hsn, 'effectiveFrom', effective_from, 'rateBp', rate_bp,
              'thresholdMinor', threshold_minor, 'rateAboveBp', rate_above_bp))
            FROM hsn_rates WHERE hsn = ANY (ARRAY (SELECT json_array_elements_text($2::json))) AND effective_from <= $1
          ), '[]') AS rules,
          coalesce((
            SELECT rates_bp FROM allowed_tax_rates WHERE effective_from <= $1 ORDER BY effective_from DESC LIMIT 1
          ), '{}') AS allowed`,
      [day, JSON.stringify(prefixes)],
    );
    return found;
  }

  async findRule(
    manager: EntityManager,
    { hsn, effectiveFrom }: Pick<HsnRate, 'hsn' | 'effectiveFrom'>,
  ): Promise<HsnRate | null> {
    return manager.getRepository(HsnRate).findOneBy({ hsn, effectiveFrom });
  }

  async putRule(manager: EntityManager, rule: RateRule): Promise<void> {
    await manager.getRepository(HsnRate).upsert(rule, ['hsn', 'effectiveFrom']);
  }

  /** @returns it, or null if there is no such rule */
  async deleteRule(manager: EntityManager, id: number): Promise<HsnRate | null> {
    const rule = await manager
      .getRepository(HsnRate)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (rule !== null) await manager.getRepository(HsnRate).delete({ id });
    return rule;
  }

  /** Lists the allowed rates, the latest first. */
  async listAllowed(manager: EntityManager): Promise<AllowedTaxRates[]> {
    return manager.getRepository(AllowedTaxRates).find({ order: { effectiveFrom: 'DESC' } });
  }

  async findAllowed(manager: EntityManager, day: string): Promise<AllowedTaxRates | null> {
    return manager
      .getRepository(AllowedTaxRates)
      .findOne({
        where: { effectiveFrom: LessThanOrEqual(day) },
        order: { effectiveFrom: 'DESC' },
      });
  }

  async putAllowed(manager: EntityManager, rates: AllowedTaxRates): Promise<void> {
    await manager.getRepository(AllowedTaxRates).upsert(rates, ['effectiveFrom']);
  }
}
