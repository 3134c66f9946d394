import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SettingFacts } from '../../identity/approvals/approval.entity.js';
import {
  ToldSetting,
  type ToldChange,
} from '../../identity/approvals/settings/bank-details.kind.js';
import { readToday } from '../../platform/clock/today.js';
import { TaxProfilesService, type NewTaxProfile } from './tax-profiles.service.js';

/** The tax profile: its terms are on invoices, and returns go to its address if no other place is set. */
@Injectable()
export class TaxProfileSetting extends ToldSetting<NewTaxProfile> {
  readonly name = 'taxProfile';
  override readonly told = ['terms', 'address'];

  constructor(private readonly profiles: TaxProfilesService) {
    super();
  }

  async compare(manager: EntityManager, data: NewTaxProfile): Promise<ToldChange> {
    const before = await this.profiles.lockFor(manager, await this.dayOf(manager, data));
    return { note: 'the tax profile', before: before ? factsOf(before) : {}, after: factsOf(data) };
  }

  /** @throws AppError as TaxProfilesService.put */
  async store(manager: EntityManager, data: NewTaxProfile, isApproved: boolean): Promise<void> {
    const { effectiveFrom } = data;
    const day = isApproved ? await this.dayOf(manager, data) : effectiveFrom;
    await this.profiles.put(manager, { ...data, effectiveFrom: day });
  }

  /** Finds the first day on which a profile can be in force. */
  private async dayOf(manager: EntityManager, { effectiveFrom }: NewTaxProfile): Promise<string> {
    const today = await readToday(manager);
    return effectiveFrom > today ? effectiveFrom : today;
  }
}

function factsOf(profile: NewTaxProfile): SettingFacts {
  const lines = [profile.addressLine1, profile.addressLine2, profile.addressPlace];
  const place = `${profile.addressState} ${profile.addressPincode}`;
  return {
    effective_from: profile.effectiveFrom,
    legal_name: profile.legalName,
    trade_name: profile.tradeName,
    gstin: profile.gstin,
    address: [...lines, place].filter((line) => line !== null).join(', '),
    series_prefix: profile.seriesPrefix,
    hsn_digits: profile.hsnDigits,
    delivery_tax: profile.deliveryTax,
    place_of_supply: profile.placeOfSupply,
    on_missing: profile.onMissing,
    e_invoice_from: profile.eInvoiceFrom,
    terms: profile.terms,
    signatory: profile.signatory,
  };
}
