import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { Client } from '../../../clients/client.entity.js';
import type { ClientBilling } from '../../../clients/clients.service.js';
import { taxPartyOf } from '../../../clients/tax-party.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { AddressDto, Gstin, OptionalAddress, toAddress } from '../../../platform/gst/gst-fields.js';
import { Text } from '../../../platform/http/input/fields.js';

@ApiExtraModels(AddressDto)
export class PutCompanyDto {
  @OptionalAddress(
    'Billing address on tax documents, in the state of the GSTIN. null: none. Left out: unchanged',
  )
  billing?: AddressDto | null;

  @Text({
    max: LIMITS.addressLength,
    lineBreaks: true,
    optional: true,
    api: {
      example: '14, Lake View Road\nBengaluru 560001',
      deprecated: true,
      description:
        'The address as one text, from before `billing` had fields. No document prints it. Left out: none; with `billing`: unchanged',
    },
  })
  billing_address?: string;

  @Gstin({ optional: true, api: { description: 'In any letter case. Left out: none' } })
  gstin?: string;
}

@ApiExtraModels(AddressDto)
export class CompanyDto {
  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Where the wholesaler writes to' })
  email: string;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(AddressDto) }, { type: 'null' }],
    description: 'Billing address on tax documents',
  })
  billing: AddressDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The address as one text, as it was written before `billing` had fields',
  })
  billing_address: string | null;

  @ApiProperty({ type: String, nullable: true })
  gstin: string | null;
}

export function toBilling({ billing, billing_address: text, gstin }: PutCompanyDto): ClientBilling {
  return {
    gstin: gstin ?? null,
    billing: billing && toAddress(billing),
    billingAddress: text ?? (billing === undefined ? null : undefined),
  };
}

export function toCompany(client: Client): CompanyDto {
  const { name, email, billingAddress } = client;
  const { billing, gstin } = taxPartyOf(client);
  return { name, email, billing, billing_address: billingAddress, gstin };
}
