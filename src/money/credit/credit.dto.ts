import { responseDto, integer, money } from '../../platform/http/response-dto/response-dto.js';
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
    api: { example: 30, description: 'Days from the purchase until it has to be paid' },
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

export class CreditTermsDto extends responseDto<CreditTerms>()({
  credit_limit: [money('0: the client cannot buy on account'), 'limitMinor'],
  payment_days: integer(),
  overdue_days: integer(),
}) {}

export function toNewCreditTerms(dto: PutCreditTermsDto): CreditTerms {
  return {
    limitMinor: toMinorUnits(dto.credit_limit),
    paymentDays: dto.payment_days,
    overdueDays: dto.overdue_days,
  };
}
