import { Type } from 'class-transformer';
import type { Permitted } from '../../../identity/signed-in-user.js';
import { AppError } from '../../../platform/http/errors.js';
import { money, word } from '../../../platform/http/response-dto/response-dto.js';
import { Amount, OneOf } from '../../../platform/http/input/fields.js';
import { toBasisPoints } from '../../../platform/money.js';
import { MARKUP_MAX, ROUNDINGS, type Markup, type Rounding } from './markup.js';

const PERCENT_TEXT =
  'Makes the base price from the column `cost`: 18 makes 118 of 100. The file must not have the column `base_price` then';
const ROUNDING_TEXT =
  'The price is rounded up to an amount that ends so; nine: 9, 19, 29 and so on. Default: exact';

const Percent = Amount({
  min: 0,
  max: MARKUP_MAX,
  optional: true,
  api: { example: 18, description: PERCENT_TEXT },
});
const RoundingField = OneOf(ROUNDINGS, {
  optional: true,
  api: { description: ROUNDING_TEXT },
  rules: [
    {
      code: 'without_markup',
      message: 'needs markup_percent',
      passes: (_, dto) => (dto as MarkupInputDto).markup_percent !== undefined,
    },
  ],
});

/** Fields of a request that make prices from costs. */
export class MarkupInputDto {
  @Percent
  markup_percent?: number;

  @RoundingField
  rounding?: Rounding;
}

/** The same in a query. */
export class MarkupQuery {
  @Type(() => Number)
  @Percent
  markup_percent?: number;

  @RoundingField
  rounding?: Rounding;
}

/** Fields of an answer; left out: not set, or the caller may not see costs. */
export const MARKUP_FIELDS = {
  // A basis point is a hundredth of a percent.
  markup_percent: [money().optional(), ({ markup }: HasMarkup) => markup?.basisPoints],
  rounding: [word(ROUNDINGS).optional(), ({ markup }: HasMarkup) => markup?.rounding],
} as const;

interface HasMarkup {
  markup: Markup | null;
}

/** Reads the rule that a request asks for; null: none. */
export function toMarkup({ markup_percent: percent, rounding }: MarkupInputDto): Markup | null {
  if (percent === undefined) return null;
  return { basisPoints: toBasisPoints(percent), rounding: rounding ?? 'exact' };
}

/** @throws AppError permission_denied for callers who may not change costs, if there are any */
export function assertMayChangeCosts(hasCosts: boolean, isPermitted: Permitted): void {
  if (!hasCosts || isPermitted('costs:write')) return;
  const message = 'Your role does not allow to see or change costs, which this file has.';
  throw new AppError('permission_denied', { message });
}
