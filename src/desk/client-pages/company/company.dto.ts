import { ApiExtraModels, ApiProperty, PickType } from '@nestjs/swagger';
import { ChangeTaxPartyDto } from '../../clients/tax-party.dto.js';
import type { Client } from '../../../clients/client.entity.js';
import type { ClientBilling } from '../../../clients/clients.service.js';
import { taxPartyOf } from '../../../clients/tax-party.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { AddressDto, toAddress } from '../../../platform/gst/gst-fields.js';
import { Text } from '../../../platform/http/input/fields.js';
import { ObjectOrNull, OrNull } from '../../../platform/http/openapi/or-null.js';

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

@ApiExtraModels(AddressDto)
export class CompanyDto {
  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Where the wholesaler writes to' })
  email: string;

  @ObjectOrNull(AddressDto, 'Billing address on tax documents')
  billing: AddressDto | null;

  @OrNull(String, 'The address as one text, as it was written before `billing` had fields')
  billing_address: string | null;

  @OrNull(String)
  gstin: string | null;
}

export function toBilling({ billing, billing_address: text, gstin }: PutCompanyDto): ClientBilling {
  return {
    gstin,
    billing: billing && toAddress(billing),
    billingAddress: text,
  };
}

export function toCompany(client: Client): CompanyDto {
  const { name, email, billingAddress } = client;
  const { billing, gstin } = taxPartyOf(client);
  return { name, email, billing, billing_address: billingAddress, gstin };
}
