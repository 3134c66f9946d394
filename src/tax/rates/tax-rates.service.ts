import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { readToday } from '../../platform/clock/today.js';
import { LIMITS } from '../../platform/config/limits.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { AllowedTaxRates } from './allowed-tax-rates.entity.js';
import type { HsnRate } from './hsn-rate.entity.js';
import {
  lacksTax,
  rateByRules,
  rateNotAllowed,
  rulePrefixes,
  type OwnTax,
  type RateRule,
  type RatesOfDay,
} from './rate-rules.js';
import { TaxRatesRepository, type TaxesInForce } from './tax-rates.repository.js';

export interface SoldProduct {
  productId: number;
  /** With tax. */
  unitPriceMinor: number;
}

/** Unit quantity code of products without one. */
const USUAL_UNIT = 'PCS';

/** Tax of a product; null: not known, so that no document can be issued for it. */
export interface ProductTax {
  hsn: string | null;
  /** Basis points: 1800 is 18 percent. */
  rateBp: number | null;
  /** Unit quantity code of the tax office. */
  unit: string;
}

export function productIdsOf(products: readonly SoldProduct[]): number[] {
  return [...new Set(products.map(({ productId }) => productId))];
}

/** Computes the tax of products from what is in force; see {@link TaxRatesService.ratesOn}. */
export function taxesOf(
  sold: readonly SoldProduct[],
  { products, rules, allowed }: TaxesInForce,
): ProductTax[] {
  const own = new Map(products.map((product) => [product.id, product]));
  return sold.map(({ productId, unitPriceMinor }) => {
    const { hsn = null, gstRateBp = null, gstUnit = null } = own.get(productId) ?? {};
    const unit = gstUnit ?? USUAL_UNIT;
    const ruled = hsn === null ? null : rateByRules(rules, hsn, unitPriceMinor);
    const rateBp = ruled ?? gstRateBp;
    const isAllowed = rateBp !== null && allowed.includes(rateBp);
    return { hsn, unit, rateBp: isAllowed ? rateBp : null };
  });
}

/** Tax rates of products: by rules for HSN codes, else their own. */
@Injectable()
export class TaxRatesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: TaxRatesRepository,
  ) {}

  /**
   * Finds the HSN codes and tax rates of products on a day, in the order of the products. A rule that has begun takes
   * precedence over the product's own rate.
   * - a rate that is not allowed on that day counts as not known
   *
   * @param day in India, YYYY-MM-DD
   */
  async ratesOn(
    manager: EntityManager,
    day: string,
    products: readonly SoldProduct[],
  ): Promise<ProductTax[]> {
    const taxes = await this.repository.findTaxes(manager, day, productIdsOf(products));
    return taxesOf(products, taxes);
  }

  /** Returns those that make products impossible to invoice on a day. */
  async filterLacking<Own extends OwnTax>(
    manager: EntityManager,
    day: string,
    kinds: readonly Own[],
    hsnDigits: number,
  ): Promise<Own[]> {
    const known = { ...(await this.findInForce(manager, day, kinds)), hsnDigits };
    return kinds.filter((kind) => lacksTax(kind, known));
  }

  /** Lists the rates that the law allows on a day. */
  async allowedOn(manager: EntityManager, day: string): Promise<RatesOfDay> {
    const found = await this.repository.findAllowed(manager, day);
    return { day, allowed: found?.ratesBp ?? [] };
  }

  /** Lists the rates that products can be given today. */
  async allowedToday(manager: EntityManager): Promise<RatesOfDay> {
    return this.allowedOn(manager, await readToday(manager));
  }

  /** Lists all rules by their digits, the latest first. */
  async listRules(): Promise<HsnRate[]> {
    return this.repository.listRules(this.dataSource.manager);
  }

  /** Lists the allowed rates with their first days, the latest first. */
  async listAllowed(): Promise<AllowedTaxRates[]> {
    return this.repository.listAllowed(this.dataSource.manager);
  }

  /**
   * Stores a rule. One of the same digits and day is replaced; documents that were issued keep their rates.
   *
   * @throws AppError validation_failed (a rate that is not allowed on its first day; too many rules)
   */
  async putRule(rule: RateRule): Promise<HsnRate> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.requireAllowed(manager, rule);
      const before = await this.repository.findRule(manager, rule);
      if (before === null && (await this.repository.countRules(manager)) >= LIMITS.taxRates) {
        throw invalidField(
          'hsn',
          'too_many',
          `at most ${LIMITS.taxRates} rules are kept; delete old ones`,
        );
      }
      await this.repository.putRule(manager, rule);
      const after = (await this.repository.findRule(manager, rule))!;
      await this.record(manager, 'tax_rate.stored', before, after);
      return after;
    });
  }

  /** @throws AppError tax_rate_not_found */
  async deleteRule(id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const rule = await this.repository.deleteRule(manager, id);
      if (rule === null) throw new AppError('tax_rate_not_found');
      await this.record(manager, 'tax_rate.deleted', rule, null);
    });
  }

  /** Stores the rates that are allowed from a day on. Those of the same day are replaced. */
  async putAllowed(rates: AllowedTaxRates): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await this.repository.findAllowed(manager, rates.effectiveFrom);
      await this.repository.putAllowed(manager, rates);
      await this.audit.record(manager, {
        action: 'tax_rates.allowed',
        subject: `tax rates from ${rates.effectiveFrom}`,
        before: before && { ...before },
        after: { ...rates },
      });
    });
  }

  /** Finds the rules about some products that have begun on a day, and the rates that are allowed on it. */
  private async findInForce(
    manager: EntityManager,
    day: string,
    products: readonly Pick<OwnTax, 'hsn'>[],
  ): Promise<{ rules: RateRule[]; allowed: number[] }> {
    const prefixes = products.flatMap(({ hsn }) => (hsn === null ? [] : rulePrefixes(hsn)));
    return this.repository.findInForce(manager, day, [...new Set(prefixes)]);
  }

  private async requireAllowed(
    manager: EntityManager,
    { effectiveFrom, rateBp, rateAboveBp }: RateRule,
  ): Promise<void> {
    const rates = await this.allowedOn(manager, effectiveFrom);
    const given = { rate: rateBp, rate_above: rateAboveBp ?? rateBp };
    const wrong = Object.entries(given).find(([, rate]) => !rates.allowed.includes(rate));
    if (wrong !== undefined) throw rateNotAllowed(...wrong, rates);
  }

  private async record(
    manager: EntityManager,
    action: string,
    before: HsnRate | null,
    after: HsnRate | null,
  ): Promise<void> {
    const { hsn, effectiveFrom } = (after ?? before)!;
    await this.audit.record(manager, {
      action,
      subject: `tax rate of HSN ${hsn} from ${effectiveFrom}`,
      before: before && { ...before },
      after: after && { ...after },
    });
  }
}
