import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { CurrentTaxProfileDto, PutTaxProfileDto, toNewTaxProfile } from './tax-profile.dto.js';
import { TaxProfilesService } from './tax-profiles.service.js';

@OperatorController('admin/tax-profile', 'Tax')
export class TaxProfileController {
  constructor(private readonly profiles: TaxProfilesService) {}

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
      'issued do not change. Prices and delivery charges contain GST, so totals stay as they are.',
  )
  @Responds(200, CurrentTaxProfileDto, 'tax_needs_rupees', ...BODY_ERRORS)
  async putTaxProfile(@Body() body: PutTaxProfileDto) {
    await this.profiles.put(toNewTaxProfile(body));
    return this.getTaxProfile();
  }
}
