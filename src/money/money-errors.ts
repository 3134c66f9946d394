import { ApiPropertyOptional } from '@nestjs/swagger';
import { ApiErrorsAs, ErrorDto, type ErrorExample } from '../platform/http/openapi/api-docs.js';
import { SimilarMoneyDto } from './bank/lines/similar-money.dto.js';
import type { ErrorCode } from '../platform/http/errors.js';

/** The error answer of operations that move money. */
export class MoneyErrorDto extends ErrorDto {
  @ApiPropertyOptional({
    description:
      'insufficient_balance: the balance that is required; credit_exceeded: the amount to buy on account',
  })
  required?: number;

  @ApiPropertyOptional({
    description:
      'insufficient_balance: the current balance; credit_exceeded: what the credit limit leaves',
  })
  available?: number;

  @ApiPropertyOptional({
    description: 'The debt of the client, if it has one, which is paid first',
  })
  debt?: number;

  @ApiPropertyOptional({
    description: 'credit_exceeded: the amount that is overdue, if any; it is paid first',
  })
  overdue?: number;

  @ApiPropertyOptional({
    description: 'not_refundable: the amount of the receipt that can still be refunded',
  })
  left?: number;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'payment_recorded: the receipt that has this reference',
  })
  receipt_id?: number;

  @ApiPropertyOptional({
    description:
      'bank_line_refused: the number of a cheque in hand of the client and of the amount of the line',
  })
  cheque?: string;

  @ApiPropertyOptional({
    type: [SimilarMoneyDto],
    description: 'receipt_similar: the money that may be the same',
  })
  similar?: SimilarMoneyDto[];
}

const EXAMPLES: Partial<Record<ErrorCode, ErrorExample>> = {
  insufficient_balance: {
    code: 'insufficient_balance',
    message: 'The wallet holds 240.00; 1499.50 is required.',
    details: { required: 1499.5, available: 240 },
  },
  credit_exceeded: {
    code: 'credit_exceeded',
    message: 'The remaining credit is 240.00; 1499.50 is required.',
    details: { required: 1499.5, available: 240 },
  },
  payment_recorded: {
    code: 'payment_recorded',
    message:
      'Receipt 17 of the source bank has this reference already, and it is not for this order.',
    details: { receipt_id: 17 },
  },
};

/** Documents the conflicts (409) of an operation that moves money. */
export function ApiMoneyConflicts(...codes: readonly ErrorCode[]): MethodDecorator {
  return ApiErrorsAs(MoneyErrorDto, ...codes.map((code) => EXAMPLES[code] ?? code));
}
