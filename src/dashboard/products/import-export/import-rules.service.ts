import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PlansService } from '../../../plans/plans.service.js';
import type { RatesOfDay } from '../../../tax/rates/rate-rules.js';
import { TaxRatesService } from '../../../tax/rates/tax-rates.service.js';
import type { PricedPlan } from './catalog-csv.js';

/** What a catalog file is read by, besides its own columns. */
interface RulesOfImport {
  plans: PricedPlan[];
  /** GST rates at which may be sold today. */
  rates: RatesOfDay;
}

@Injectable()
export class ImportRulesService {
  constructor(
    private readonly plans: PlansService,
    private readonly taxRates: TaxRatesService,
  ) {}

  async read(manager: EntityManager): Promise<RulesOfImport> {
    const codes = await this.plans.codes(manager);
    return {
      plans: [...codes].map(([id, code]) => ({ id, code })),
      rates: await this.taxRates.allowedToday(manager),
    };
  }
}
