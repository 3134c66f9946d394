import { OwnTransferDto } from '../../../money/bank-transfers/bank-transfers.dto.js';
import type { BankTransfersService } from '../../../money/bank-transfers/bank-transfers.service.js';
import { HAS_BEGUN } from '../../../platform/days/has-begun.rule.js';
import { isDate } from '../../../platform/days/zoned-day.js';
import { recordedReference } from '../../../money/bank/lines/bank-reference.js';
import { normalizeReference } from '../../../platform/reference-form.js';
import { isUtr } from '../../../money/bank-transfers/utr.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { responseDto, text } from '../../../platform/http/response-dto/response-dto.js';
import { Amount, Text, textRule } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import { OrderNumbers } from '../../../orders/order-numbers.field.js';

export { OwnTransferDto };

export class TransfersQuery extends PageQuery {}

export class ClaimTransferDto {
  @Text({
    max: LIMITS.utrLength,
    api: { example: 'HDFCN520261121001', description: "The bank's number of the transfer" },
    rules: [
      textRule('invalid_utr', 'must be the number of a transfer, as HDFCN520261121001', isUtr),
    ],
  })
  utr: string;

  @Amount({ min: 0.01, max: toMajorUnits(LIMITS.moneyMinor), api: { example: 25000 } })
  amount: number;

  @Text({
    max: 10,
    api: { format: 'date', example: '2026-11-21', description: 'The day when it was sent' },
    rules: [textRule('invalid_date', 'must be a day, as 2026-11-21', isDate), HAS_BEGUN],
  })
  date: string;

  @OrderNumbers({
    optional: true,
    isUnique: true,
    description:
      'Orders that it is meant for. Once the transfer is confirmed, they are paid whole, in this order, while it lasts',
  })
  order_numbers?: string[];
}

export class BankAccountDto extends responseDto<{
  details: string | null;
  upiAddress: string | null;
  paymentReference: string;
}>()({
  details: text(
    'The account to send transfers to, in lines; null: bank transfers are not offered',
  ).orNull(),
  upi_address: text('Where to pay to by UPI; null: UPI is not offered').orNull(),
  payment_reference: text({
    example: 'CL000017',
    description: "What to write into a transfer's remarks, so that it is recognized",
  }),
}) {}

export function toClaim(
  clientId: number,
  dto: ClaimTransferDto,
): Parameters<BankTransfersService['claim']>[0] {
  return {
    clientId,
    utr: normalizeReference(recordedReference({ source: 'bank', reference: dto.utr })),
    amountMinor: toMinorUnits(dto.amount),
    sentOn: dto.date,
    orderNumbers: dto.order_numbers ?? [],
  };
}
