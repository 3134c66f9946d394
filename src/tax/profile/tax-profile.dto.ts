import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { Day } from '../../platform/days/day.field.js';
import { AddressDto, Gstin, toAddress } from '../../platform/gst/gst-fields.js';
import { panOfGstin, stateOfGstin } from '../../platform/gst/gstin.js';
import { AppError } from '../../platform/http/errors.js';
import { Field, OneOf, Text, textRule, Name, type Rule } from '../../platform/http/input/fields.js';
import { BILL_OF_SUPPLY_SERIES, CREDIT_NOTE_SERIES } from '../documents/numbers/document-number.js';
import {
  DELIVERY_TAXES,
  HSN_DIGITS,
  ON_MISSING,
  PLACES_OF_SUPPLY,
  addressOf,
  type TaxProfile,
} from './tax-profile.entity.js';
import type { NewTaxProfile, TaxProfiles } from './tax-profiles.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

const NAME_LENGTH = 100;
const TERMS_LENGTH = 1000;

const isSeries = textRule(
  'invalid_prefix',
  `must be 1 to 4 capitals and digits, the first not 0, and not ${CREDIT_NOTE_SERIES} or ${BILL_OF_SUPPLY_SERIES}`,
  (text) =>
    /^[A-Z1-9][A-Z0-9]{0,3}$/.test(text) &&
    text !== CREDIT_NOTE_SERIES &&
    text !== BILL_OF_SUPPLY_SERIES,
);

const isOfItsState: Rule = {
  code: 'gstin_state',
  message: 'must be in the state with whose code the GSTIN begins',
  passes: (address, dto) => {
    const { gstin } = dto as PutTaxProfileDto;
    return typeof gstin !== 'string' || (address as AddressDto).state === stateOfGstin(gstin);
  },
};

const isOfGstin = textRule(
  'pan_mismatch',
  'must be the PAN in the GSTIN',
  (pan, dto) => pan === panOfGstin(String((dto as PutTaxProfileDto).gstin)),
);

export class PutTaxProfileDto {
  @Day({
    description: 'First day on which shipments get documents by this profile; today or later',
  })
  effective_from: string;

  @Name({ max: NAME_LENGTH, min: 3, api: { example: 'Asha Wholesale Private Limited' } })
  legal_name: string;

  @Name({ max: NAME_LENGTH, optional: true, api: { example: 'Asha Wholesale' } })
  trade_name?: string;

  @Gstin()
  gstin: string;

  @Text({
    max: 10,
    optional: true,
    api: { description: 'The GSTIN contains it' },
    rules: [isOfGstin],
  })
  pan?: string;

  @ValidateNested()
  @Type(() => AddressDto)
  @Field({
    api: { type: AddressDto },
    rules: [
      {
        code: 'object_expected',
        message: 'must be an object',
        passes: (value) => value instanceof AddressDto,
      },
      isOfItsState,
    ],
  })
  address: AddressDto;

  @Text({
    max: 4,
    optional: true,
    api: { default: 'WS', description: 'Series of invoices, with which their numbers begin' },
    rules: [isSeries],
  })
  series_prefix?: string;

  @Field({
    optional: true,
    api: { type: 'integer', enum: [...HSN_DIGITS], default: 4 },
    rules: [
      {
        code: 'unknown_value',
        message: `must be one of ${HSN_DIGITS.join(', ')}`,
        passes: (value) => HSN_DIGITS.some((digits) => digits === value),
      },
    ],
  })
  hsn_digits?: number;

  @OneOf(DELIVERY_TAXES, {
    optional: true,
    api: {
      default: 'per_line',
      description:
        'The delivery charge is taxed in each line at its rate, or all of it at the highest rate of the invoice',
    },
  })
  delivery_tax?: (typeof DELIVERY_TAXES)[number];

  @OneOf(PLACES_OF_SUPPLY, {
    optional: true,
    api: {
      default: 'billing',
      description: 'The address that decides the place of supply of clients without a GSTIN',
    },
  })
  place_of_supply?: (typeof PLACES_OF_SUPPLY)[number];

  @OneOf(ON_MISSING, {
    optional: true,
    api: {
      default: 'refuse',
      description: 'A shipment that cannot be invoiced is refused, or goes without a document',
    },
  })
  on_missing?: (typeof ON_MISSING)[number];

  @Day({
    optional: true,
    description: 'Invoices to clients with a GSTIN are e-invoices from then on',
  })
  e_invoice_from?: string;

  @Text({ max: TERMS_LENGTH, optional: true, lineBreaks: true })
  terms?: string;

  @Text({ max: NAME_LENGTH, optional: true, api: { example: 'Asha Rao, Director' } })
  signatory?: string;
}

export class TaxProfileDto {
  @ApiProperty({ format: 'date' })
  effective_from: string;

  @ApiProperty()
  legal_name: string;

  @OrNull(String)
  trade_name: string | null;

  @ApiProperty()
  gstin: string;

  @ApiProperty()
  pan: string;

  @ApiProperty()
  address: AddressDto;

  @ApiProperty()
  series_prefix: string;

  @ApiProperty({ type: 'integer' })
  hsn_digits: number;

  @ApiProperty({ enum: DELIVERY_TAXES })
  delivery_tax: string;

  @ApiProperty({ enum: PLACES_OF_SUPPLY })
  place_of_supply: string;

  @ApiProperty({ enum: ON_MISSING })
  on_missing: string;

  @OrNull('date')
  e_invoice_from: string | null;

  @OrNull(String)
  terms: string | null;

  @OrNull(String)
  signatory: string | null;

  @ApiProperty({ format: 'date-time' })
  changed_at: string;
}

/** The profile that is in force, else the next one, with all others. */
export class CurrentTaxProfileDto extends TaxProfileDto {
  @ApiProperty({ description: 'false: shipments get no documents yet' })
  in_force: boolean;

  @ApiProperty({ type: [TaxProfileDto], description: 'All profiles, the latest first' })
  versions: TaxProfileDto[];
}

export function toNewTaxProfile(body: PutTaxProfileDto): NewTaxProfile {
  const address = toAddress(body.address);
  return {
    effectiveFrom: body.effective_from,
    legalName: body.legal_name,
    tradeName: body.trade_name ?? null,
    gstin: body.gstin,
    addressLine1: address.line1,
    addressLine2: address.line2,
    addressPlace: address.place,
    addressState: address.state,
    addressPincode: address.pincode,
    seriesPrefix: body.series_prefix ?? 'WS',
    hsnDigits: body.hsn_digits ?? 4,
    deliveryTax: body.delivery_tax ?? 'per_line',
    placeOfSupply: body.place_of_supply ?? 'billing',
    onMissing: body.on_missing ?? 'refuse',
    eInvoiceFrom: body.e_invoice_from ?? null,
    terms: body.terms ?? null,
    signatory: body.signatory ?? null,
  };
}

/** @throws AppError tax_profile_missing */
export function toCurrentTaxProfile({ all, inForce }: TaxProfiles): CurrentTaxProfileDto {
  const current = inForce ?? all.at(-1);
  if (current === undefined) throw new AppError('tax_profile_missing');
  return {
    ...toTaxProfile(current),
    in_force: inForce !== null,
    versions: all.map(toTaxProfile),
  };
}

export function toTaxProfile(profile: TaxProfile): TaxProfileDto {
  return {
    effective_from: profile.effectiveFrom,
    legal_name: profile.legalName,
    trade_name: profile.tradeName,
    gstin: profile.gstin,
    pan: panOfGstin(profile.gstin),
    address: addressOf(profile),
    series_prefix: profile.seriesPrefix,
    hsn_digits: profile.hsnDigits,
    delivery_tax: profile.deliveryTax,
    place_of_supply: profile.placeOfSupply,
    on_missing: profile.onMissing,
    e_invoice_from: profile.eInvoiceFrom,
    terms: profile.terms,
    signatory: profile.signatory,
    changed_at: profile.changedAt.toISOString(),
  };
}
