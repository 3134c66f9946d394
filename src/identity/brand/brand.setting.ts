import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ToldSetting, type ToldChange } from '../approvals/settings/bank-details.kind.js';
import { BrandService, type BrandFacts } from './brand.service.js';

/** The brand, whose address is on pages, mails and papers. */
@Injectable()
export class BrandSetting extends ToldSetting<BrandFacts> {
  readonly name = 'brand';
  override readonly told = ['address'];

  constructor(private readonly brand: BrandService) {
    super();
  }

  async compare(manager: EntityManager, data: BrandFacts): Promise<ToldChange> {
    const before = await this.brand.lockFacts(manager);
    return { note: 'your name and address', before: { ...before }, after: { ...data } };
  }

  async store(manager: EntityManager, data: BrandFacts): Promise<void> {
    await this.brand.putFacts(manager, data);
  }
}
