import { ApiExtraModels } from '@nestjs/swagger';
import type { Client } from '../../clients/client.entity.js';
import { SEZ_KINDS, type Sez } from '../../clients/sez.js';
import { taxPartyOf, type TaxParty } from '../../clients/tax-party.js';
import type { Address } from '../../platform/gst/address.js';
import { AddressDto, Gstin, OptionalAddress, toAddress } from '../../platform/gst/gst-fields.js';
import { GSTIN_EXAMPLE } from '../../platform/gst/gstin.js';
import { shownBy, text, word } from '../../platform/http/response-dto/response-dto.js';
import { OneOf } from '../../platform/http/input/fields.js';

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
    api: {
      nullable: true,
      description: 'In any letter case, also with blanks and dashes. null = none',
    },
  })
  gstin?: string | null;

  @OneOf(SEZ_KINDS, { optional: true, api: SEZ_API })
  sez?: Sez | null;

  @OptionalAddress(BILLING)
  billing?: AddressDto | null;
}

export const BILLING_FIELD = [
  shownBy(
    AddressDto,
    (address: Address): AddressDto => address,
    'Billing address on tax documents',
  ).orNull(),
  (client: Client) => taxPartyOf(client).billing,
] as const;

/** Recipient of tax documents, in answers. */
export const TAX_PARTY_FIELDS = {
  billing_address: text(
    'Billing address as one text, as it was written before `billing` had fields',
  ).orNull(),
  billing: BILLING_FIELD,
  gstin: text({ example: GSTIN_EXAMPLE }).orNull(),
  sez: word(SEZ_API.enum, SEZ_API.description).orNull(),
};

/** Reads the fields that a request sets. */
export function toPartyChange({ gstin, sez, billing }: ChangeTaxPartyDto): {
  [Field in keyof TaxParty]: TaxParty[Field] | undefined;
} {
  return { gstin, sez, billing: billing && toAddress(billing) };
}
