import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Field, Flag, Id, OneOf } from '../../../platform/http/input/fields.js';
import {
  day,
  integer,
  money,
  responseDto,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import {
  SIMILAR_KINDS,
  type MoneyAnswer,
  type SimilarKind,
  type SimilarMoney,
} from './similar-money.js';

export class SimilarMoneyDto extends responseDto<SimilarMoney>()({
  kind: word(SIMILAR_KINDS),
  id: integer(),
  date: day(),
  amount: money(),
  reference: text().orNull(),
}) {}

export class SameAsDto {
  @OneOf(SIMILAR_KINDS)
  kind: SimilarKind;

  @Id()
  id: number;
}

/** Declares that money is other money than all that is similar. */
export function OtherMoney(): PropertyDecorator {
  return Flag({
    optional: true,
    api: {
      description:
        "true: it is other money than all `similar` money of a 409 `receipt_similar`. It counts to the person's limit of receipts",
    },
  });
}

/** Declares the similar money that money is the same as. */
export function SameAs(): PropertyDecorator {
  return applyDecorators(
    ApiExtraModels(SameAsDto) as PropertyDecorator,
    ValidateNested(),
    Type(() => SameAsDto),
    Field({
      optional: true,
      api: {
        allOf: [{ $ref: getSchemaPath(SameAsDto) }],
        description:
          'The one of the `similar` money of a 409 `receipt_similar` that is the same money: both are linked, and the money counts once',
      },
      rules: [
        {
          code: 'object_expected',
          message: 'must be an object',
          passes: (value) => value instanceof SameAsDto,
        },
      ],
    }),
  );
}

export function toAnswer(dto: { other_money?: boolean; same_as?: SameAsDto }): MoneyAnswer {
  const { other_money: isOtherMoney = false, same_as: sameAs } = dto;
  return {
    ...(isOtherMoney && { isOtherMoney }),
    ...(sameAs !== undefined && { sameAs: { kind: sameAs.kind, id: sameAs.id } }),
  };
}
