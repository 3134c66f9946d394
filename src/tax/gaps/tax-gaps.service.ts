import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CatalogService } from '../../catalog/catalog.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { readToday } from '../../platform/clock/today.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { HSN_DIGITS } from '../profile/tax-profile.entity.js';
import { TaxProfilesService } from '../profile/tax-profiles.service.js';
import type { OwnTax } from '../rates/rate-rules.js';
import { TaxRatesService } from '../rates/tax-rates.service.js';

/** Data that tax documents need and that is missing. */
export interface TaxGaps {
  /** First day of the profile in force, else of the next one; null: no profile yet, so nothing is needed. */
  effectiveFrom: string | null;
  /** Active products. */
  products: number;
  clients: number;
}

/** Finds what is missing for tax documents before anything is shipped. */
@Injectable()
export class TaxGapsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly clients: ClientsService,
    private readonly profiles: TaxProfilesService,
    private readonly rates: TaxRatesService,
  ) {}

  async getGaps(): Promise<TaxGaps> {
    return inSnapshot(this.dataSource, async (manager) => {
      const profile = await this.profiles.findCurrent(manager);
      if (profile === null) return { effectiveFrom: null, products: 0, clients: 0 };
      const lacking = await this.countLacking(manager, profile.hsnDigits);
      return {
        effectiveFrom: profile.effectiveFrom,
        products: lacking.reduce((sum, { products }) => sum + products, 0),
        clients: await this.clients.countWithoutAddress(manager),
      };
    });
  }

  /** Lists the HSN codes and own rates of products that cannot be invoiced. */
  async listLacking(manager: EntityManager): Promise<readonly OwnTax[]> {
    const profile = await this.profiles.findCurrent(manager);
    return this.countLacking(manager, profile?.hsnDigits ?? HSN_DIGITS[0]);
  }

  /** Checks the combinations of codes and rates instead of the products, because there are far fewer. */
  private async countLacking(
    manager: EntityManager,
    hsnDigits: number,
  ): Promise<(OwnTax & { products: number })[]> {
    const day = await readToday(manager);
    const kinds = await this.catalog.countByTax(manager);
    return this.rates.filterLacking(manager, day, kinds, hsnDigits);
  }
}
