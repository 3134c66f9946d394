import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { Day } from '../../platform/days/day.field.js';
import { AddressDto, Gstin, toAddress } from '../../platform/gst/gst-fields.js';
import { panOfGstin, stateOfGstin } from '../../platform/gst/gstin.js';
import {
  responseDto,
  day,
  flag,
  integer,
  parts,
  shownBy,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { Field, OneOf, Text, textRule, Name } from '../../platform/http/input/fields.js';
import { BILL_OF_SUPPLY_SERIES, CREDIT_NOTE_SERIES } from '../documents/numbers/document-number.js';
import {
  DELIVERY_TAXES,
  HSN_DIGITS,
  ON_MISSING,
  PLACES_OF_SUPPLY,
  addressOf,
  type TaxProfile,
} from './tax-profile.entity.js';
import type { CurrentTaxProfile, NewTaxProfile } from './tax-profiles.service.js';

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

/** Reported at the GSTIN: a fault of the address as a whole would hide those of its fields. */
const isOfItsState = textRule(
  'gstin_state',
  'must begin with the code of the state in address',
  (gstin, dto) => {
    const { address } = dto as Partial<PutTaxProfileDto>;
    return typeof address?.state !== 'string' || address.state === stateOfGstin(gstin);
  },
);

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

  @Gstin({ rules: [isOfItsState] })
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
    ],
  })
  address: AddressDto;

  @Text({
    max: 4,
    optional: true,
    api: { default: 'WS', description: 'Series of invoices; their numbers begin with it' },
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
      description:
        'refuse: a shipment that cannot be invoiced is refused. ship: it goes without a document',
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

class TaxProfileDto extends responseDto<TaxProfile>()({
  effective_from: day(),
  legal_name: text(),
  trade_name: text().orNull(),
  gstin: text(),
  pan: [text(), ({ gstin }) => panOfGstin(gstin)],
  address: [shownBy(AddressDto, addressOf), (profile) => profile],
  series_prefix: text(),
  hsn_digits: integer(),
  delivery_tax: word(DELIVERY_TAXES),
  place_of_supply: word(PLACES_OF_SUPPLY),
  on_missing: word(ON_MISSING),
  e_invoice_from: day().orNull(),
  terms: text().orNull(),
  signatory: text().orNull(),
  changed_at: time(),
}) {}

/** The profile that is in force, else the next one, with all others. */
export class CurrentTaxProfileDto extends responseDto<CurrentTaxProfile>()({
  ...TaxProfileDto.fields,
  in_force: flag('false: shipments get no documents yet'),
  versions: parts(TaxProfileDto, 'All profiles, the latest first'),
}) {}

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
