import { ApiProperty } from '@nestjs/swagger';
import type { Client } from '../../../clients/client.entity.js';
import type { ClientBilling } from '../../../clients/clients.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Text, textRule } from '../../../platform/http/input/fields.js';

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

export class PutCompanyDto {
  @Text({
    max: LIMITS.addressLength,
    lineBreaks: true,
    optional: true,
    api: { example: '14, Lake View Road\nBengaluru 560001', description: 'Left out: none' },
  })
  billing_address?: string;

  @Text({
    max: 15,
    optional: true,
    api: { example: '29ABCDE1234F1Z5', description: 'In any letter case. Left out: none' },
    rules: [
      textRule('invalid_gstin', 'must be a GSTIN, as 29ABCDE1234F1Z5', (text) =>
        GSTIN.test(text.toUpperCase()),
      ),
    ],
  })
  gstin?: string;
}

export class CompanyDto {
  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Where the wholesaler writes to' })
  email: string;

  @ApiProperty({ type: String, nullable: true })
  billing_address: string | null;

  @ApiProperty({ type: String, nullable: true })
  gstin: string | null;
}

export function toBilling({ billing_address, gstin }: PutCompanyDto): ClientBilling {
  return { billingAddress: billing_address ?? null, gstin: gstin?.toUpperCase() ?? null };
}

export function toCompany({ name, email, billingAddress, gstin }: Client): CompanyDto {
  return { name, email, billing_address: billingAddress, gstin };
}
