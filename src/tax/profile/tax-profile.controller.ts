import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import {
  CurrentTaxProfileDto,
  PutTaxProfileDto,
  toCurrentTaxProfile,
  toNewTaxProfile,
} from './tax-profile.dto.js';
import { TaxProfilesService } from './tax-profiles.service.js';

/** The wholesaler's tax profile. */
@OperatorController('admin/tax-profile', 'Tax')
export class TaxProfileController {
  constructor(private readonly profiles: TaxProfilesService) {}

  @Get()
  @Access('documents:read')
  @Operation('Read the tax profile', 'The one in force, else the next one.')
  @ApiAdmin(200, CurrentTaxProfileDto, 'tax_profile_missing')
  async getTaxProfile(): Promise<AdminAnswer<CurrentTaxProfileDto>> {
    return adminAnswer(toCurrentTaxProfile(await this.profiles.list()));
  }

  @Put()
  @Access('tax:write')
  @Operation(
    'Store the tax profile from a day on',
    'Every shipment from that day on gets a tax document; earlier shipments and test orders never do. Documents that were ' +
      'issued do not change. Prices and delivery charges contain GST, so totals stay as they are.',
  )
  @ApiAdmin(200, CurrentTaxProfileDto, 'tax_needs_rupees', ...BODY_ERRORS)
  async putTaxProfile(@Body() body: PutTaxProfileDto): Promise<AdminAnswer<CurrentTaxProfileDto>> {
    await this.profiles.put(toNewTaxProfile(body));
    return this.getTaxProfile();
  }
}
