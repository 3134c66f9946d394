import { LIMITS } from '../../platform/config/limits.js';
import { Day } from '../../platform/days/day.field.js';
import {
  responseDto,
  day,
  integer,
  money,
  percent,
  text,
} from '../../platform/http/response-dto/response-dto.js';
import { Amount, Field, Text, textRule, type Rule } from '../../platform/http/input/fields.js';
import { toBasisPoints, toMajorUnits, toMinorUnits } from '../../platform/money.js';
import type { AllowedTaxRates } from './allowed-tax-rates.entity.js';
import type { HsnRate } from './hsn-rate.entity.js';
import type { RateRule } from './rate-rules.js';

const RATES_MAX = 30;

/** Makes a rule that a field comes with another one. */
function comesWith(other: 'threshold' | 'rate_above'): Rule {
  return {
    code: `${other}_required`,
    message: `must come with ${other}`,
    passes: (_value, dto) => (dto as PutTaxRateDto)[other] != null,
  };
}

export class PutTaxRateDto {
  @Text({
    max: 8,
    api: { example: '6109', description: 'The first 2, 4, 6 or 8 digits of HSN codes' },
    rules: [
      textRule('invalid_hsn', 'must be 2, 4, 6 or 8 digits', (text) => /^(\d\d){1,4}$/.test(text)),
    ],
  })
  hsn: string;

  @Day({ description: 'First day in India' })
  effective_from: string;

  @Amount({ min: 0, max: 100, api: { example: 5, description: 'Percent' } })
  rate: number;

  @Amount({
    min: 0.01,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      type: Number,
      example: 2_500,
      description: 'Highest value of a unit, without tax, that has the rate. Left out: all have it',
    },
    rules: [comesWith('rate_above')],
  })
  threshold?: number;

  @Amount({
    min: 0,
    max: 100,
    optional: true,
    api: { type: Number, example: 18, description: 'Percent; of a unit above the threshold' },
    rules: [comesWith('threshold')],
  })
  rate_above?: number;
}

export class TaxRateDto extends responseDto<HsnRate>()({
  id: integer(),
  hsn: text({ example: '6109', description: 'The first digits of HSN codes' }),
  effective_from: day(),
  rate: [percent('Percent'), 'rateBp'],
  threshold: money('Highest value of a unit, without tax, that has the rate. null: all have it')
    .orNull()
    .guarded(),
  rate_above: [percent('Percent; above the threshold').orNull(), 'rateAboveBp'],
}) {}

export class AllowedRatesDto {
  @Day({ description: 'First day in India' })
  effective_from: string;

  @Field({
    api: {
      type: [Number],
      minItems: 1,
      maxItems: RATES_MAX,
      example: [0, 0.25, 1.5, 3, 5, 18, 40],
      description: 'Percent',
    },
    rules: [
      {
        code: 'invalid_rates',
        message: `must be 1 to ${RATES_MAX} different percentages from 0 to 100 with at most two decimals`,
        passes: areRates,
      },
    ],
  })
  rates: number[];
}

export function toRule(body: PutTaxRateDto): RateRule {
  const { threshold = null, rate_above: above = null } = body;
  return {
    hsn: body.hsn,
    effectiveFrom: body.effective_from,
    rateBp: toBasisPoints(body.rate),
    thresholdMinor: threshold && toMinorUnits(threshold),
    rateAboveBp: above === null ? null : toBasisPoints(above),
  };
}

export function toAllowed({ effective_from, rates }: AllowedRatesDto): AllowedTaxRates {
  return { effectiveFrom: effective_from, ratesBp: rates.map(toBasisPoints).sort((a, b) => a - b) };
}

export function toAllowedRates({ effectiveFrom, ratesBp }: AllowedTaxRates): AllowedRatesDto {
  return { effective_from: effectiveFrom, rates: ratesBp.map(toMajorUnits) };
}

function areRates(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= RATES_MAX &&
    value.every((rate) => typeof rate === 'number' && rate >= 0 && rate <= 100) &&
    value.every((rate) => /^\d+(\.\d{1,2})?$/.test(String(rate))) &&
    new Set(value).size === value.length
  );
}
