import { PickType } from '@nestjs/swagger';
import { BILLING_FIELD, ChangeTaxPartyDto } from '../../clients/tax-party.dto.js';
import type { Client } from '../../../clients/client.entity.js';
import type { ClientBilling } from '../../../clients/clients.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { toAddress } from '../../../platform/gst/gst-fields.js';
import { responseDto, text } from '../../../platform/http/response-dto/response-dto.js';
import { Text } from '../../../platform/http/input/fields.js';

/** Fields that are left out stay as they are. */
export class PutCompanyDto extends PickType(ChangeTaxPartyDto, ['billing', 'gstin'] as const) {
  @Text({
    max: LIMITS.addressLength,
    lineBreaks: true,
    optional: true,
    api: {
      example: '14, Lake View Road\nBengaluru 560001',
      nullable: true,
      deprecated: true,
      description:
        'The address as one text, from before `billing` had fields. No document prints it. null = none',
    },
  })
  billing_address?: string | null;
}

export class CompanyDto extends responseDto<Client>()({
  name: text(),
  email: text('Where the wholesaler writes to'),
  billing: BILLING_FIELD,
  billing_address: text(
    'The address as one text, as it was written before `billing` had fields',
  ).orNull(),
  gstin: text().orNull(),
}) {}

export function toBilling({ billing, billing_address: text, gstin }: PutCompanyDto): ClientBilling {
  return { gstin, billing: billing && toAddress(billing), billingAddress: text };
}
