import { ApiProperty } from '@nestjs/swagger';
import type { CreditTerms } from '../ledger/credit/credit-terms.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Amount, WholeNumber } from '../../platform/http/input/fields.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';

const DAYS_MAX = 365;

export class PutCreditTermsDto {
  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    api: {
      example: 250_000,
      description: 'Maximum that the client may owe for orders bought on account. 0: none',
    },
  })
  credit_limit: number;

  @WholeNumber({
    min: 0,
    max: DAYS_MAX,
    api: { example: 30, description: 'Days after the purchase within which it has to be paid' },
  })
  payment_days: number;

  @WholeNumber({
    min: 0,
    max: DAYS_MAX,
    api: {
      example: 15,
      description: "Days after the due date after which the client's orders are on hold",
    },
  })
  overdue_days: number;
}

export class CreditTermsDto {
  @ApiProperty({ description: '0: the client cannot buy on account' })
  credit_limit: number;

  @ApiProperty({ type: 'integer' })
  payment_days: number;

  @ApiProperty({ type: 'integer' })
  overdue_days: number;
}

export function toNewCreditTerms(dto: PutCreditTermsDto): CreditTerms {
  return {
    limitMinor: toMinorUnits(dto.credit_limit),
    paymentDays: dto.payment_days,
    overdueDays: dto.overdue_days,
  };
}

export function toCreditTerms(terms: CreditTerms): CreditTermsDto {
  return {
    credit_limit: toMajorUnits(terms.limitMinor),
    payment_days: terms.paymentDays,
    overdue_days: terms.overdueDays,
  };
}
