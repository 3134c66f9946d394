import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import type { Client } from '../../clients/client.entity.js';
import { SEZ_KINDS, type Sez } from '../../clients/sez.js';
import { taxPartyOf, type TaxParty } from '../../clients/tax-party.js';
import { AddressDto, Gstin, OptionalAddress, toAddress } from '../../platform/gst/gst-fields.js';
import { GSTIN_EXAMPLE } from '../../platform/gst/gstin.js';
import { OneOf } from '../../platform/http/input/fields.js';
import { ObjectOrNull, OrNull } from '../../platform/http/openapi/or-null.js';

const SEZ_API = {
  nullable: true,
  enum: [...SEZ_KINDS, null],
  description:
    'The client supplies from a special economic zone: with payment of IGST, or without under a letter of undertaking. Needs a GSTIN. null = no',
};
const BILLING = 'Billing address on tax documents, in the state of the GSTIN. null = none';

/** Recipient of tax documents, in requests. */
@ApiExtraModels(AddressDto)
export class ChangeTaxPartyDto {
  @Gstin({
    optional: true,
    api: { nullable: true, description: 'In any letter case. null = none' },
  })
  gstin?: string | null;

  @OneOf(SEZ_KINDS, { optional: true, api: SEZ_API })
  sez?: Sez | null;

  @OptionalAddress(BILLING)
  billing?: AddressDto | null;
}

/** Recipient of tax documents, in answers. */
@ApiExtraModels(AddressDto)
export class TaxPartyDto {
  @OrNull(String, 'Billing address as one text, as it was written before `billing` had fields')
  billing_address: string | null;

  @ObjectOrNull(AddressDto, 'Billing address on tax documents')
  billing: AddressDto | null;

  @ApiProperty({ type: String, nullable: true, example: GSTIN_EXAMPLE })
  gstin: string | null;

  @ApiProperty({ type: String, ...SEZ_API })
  sez: Sez | null;
}

export function toParty(client: Client): TaxPartyDto {
  return { billing_address: client.billingAddress, ...taxPartyOf(client) };
}

/** Returns the fields that a request sets. */
export function toPartyChange({ gstin, sez, billing }: ChangeTaxPartyDto): {
  [Field in keyof TaxParty]: TaxParty[Field] | undefined;
} {
  return { gstin, sez, billing: billing && toAddress(billing) };
}
