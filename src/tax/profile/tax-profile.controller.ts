import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { BankDetailsKind } from '../../identity/approvals/settings/bank-details.kind.js';
import { RespondsOrWaits } from '../../identity/approvals/waiting-answer.js';
import { Responds, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { CurrentTaxProfileDto, PutTaxProfileDto, toNewTaxProfile } from './tax-profile.dto.js';
import { TaxProfileSetting } from './tax-profile.setting.js';
import { TaxProfilesService } from './tax-profiles.service.js';

@OperatorController('admin/tax-profile', 'Tax')
export class TaxProfileController {
  constructor(
    private readonly profiles: TaxProfilesService,
    private readonly details: BankDetailsKind,
    private readonly setting: TaxProfileSetting,
  ) {}

  @Get()
  @Access('documents:read')
  @Operation('Read the tax profile', 'The one in force, else the next one.')
  @Responds(200, CurrentTaxProfileDto, 'tax_profile_missing')
  getTaxProfile() {
    return this.profiles.getCurrent();
  }

  @Put()
  @Access('tax:write')
  @Operation(
    'Store the tax profile from a day on',
    'Every shipment from that day on gets a tax document; earlier shipments and test orders never do. Documents that were ' +
      'issued do not change. Prices and delivery charges contain GST, so totals stay as they are. ' +
      'Other terms or another address wait for another person if an owner other than the caller exists (202); if the day is ' +
      'past by then, the profile begins on the day of the approval.',
  )
  @RespondsOrWaits(200, CurrentTaxProfileDto, 'tax_needs_rupees', ...BODY_ERRORS)
  async putTaxProfile(@Body() body: PutTaxProfileDto) {
    const done = await this.details.change(this.setting, toNewTaxProfile(body));
    return done.approval === null ? { ...done, outcome: await this.getTaxProfile() } : done;
  }
}
