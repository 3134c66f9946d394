import { applyDecorators } from '@nestjs/common';
import { getSchemaPath, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { Field, OneOf, Text, textRule, type Rule } from '../http/input/fields.js';
import {
  ADDRESS_LINE_LENGTH,
  ADDRESS_PART_MIN,
  PINCODE,
  PLACE_LENGTH,
  type Address,
} from './address.js';
import { GSTIN_EXAMPLE, isGstin, plainGstin } from './gstin.js';
import { ADDRESS_STATES } from './states.js';

const isLongEnough = textRule(
  'too_short',
  `must have at least ${ADDRESS_PART_MIN} characters`,
  (text) => [...text].length >= ADDRESS_PART_MIN,
);

/** An address in India, in requests and answers. */
export class AddressDto {
  @Text({ max: ADDRESS_LINE_LENGTH, api: { example: '14, Lake View Road' } })
  line1: string;

  @Text({ max: ADDRESS_LINE_LENGTH, optional: true, rules: [isLongEnough] })
  line2?: string | null;

  @Text({
    max: PLACE_LENGTH,
    rules: [isLongEnough],
    api: {
      example: 'Bengaluru',
      minLength: ADDRESS_PART_MIN,
      description: 'City, town or village',
    },
  })
  place: string;

  @OneOf(ADDRESS_STATES.map(({ code }) => code), {
    api: { example: '29', description: 'Code of the state; its GSTINs begin with it' },
  })
  state: string;

  @Text({
    max: 6,
    api: { example: '560001' },
    rules: [
      textRule('invalid_pincode', 'must be a PIN code of six digits, as 560001', (text) =>
        PINCODE.test(text),
      ),
    ],
  })
  pincode: string;
}

/** Declares a GSTIN, sent as it is printed; the DTO holds its {@link plainGstin}. */
export function Gstin({
  optional = false,
  api = {},
  rules = [],
}: {
  optional?: boolean;
  api?: ApiPropertyOptions;
  rules?: readonly Rule[];
} = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? plainGstin(value) : value,
    ),
    Text({
      max: 15,
      optional,
      api: { example: GSTIN_EXAMPLE, ...api },
      rules: [textRule('invalid_gstin', `must be a GSTIN, as ${GSTIN_EXAMPLE}`, isGstin), ...rules],
    }),
  );
}

/** Declares an address in India that may be left out; null removes it. */
export function OptionalAddress(description: string): PropertyDecorator {
  return applyDecorators(
    ValidateNested(),
    Type(() => AddressDto),
    Field({
      optional: true,
      api: { oneOf: [{ $ref: getSchemaPath(AddressDto) }, { type: 'null' }], description },
      rules: [
        {
          code: 'object_expected',
          message: 'must be an object',
          passes: (value) => value instanceof AddressDto,
        },
      ],
    }),
  );
}

export function toAddress({ line1, line2, place, state, pincode }: AddressDto): Address {
  return { line1, line2: line2 ?? null, place, state, pincode };
}
