import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { RECEIPT_SOURCES, type ReceiptSource } from '../ledger/receipt.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import {
  Amount,
  Field,
  Timestamp,
  isText,
  OneOf,
  Text,
  Id,
  QueryId,
} from '../../platform/http/input/fields.js';
import { Reference } from '../../platform/http/input/reference.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { sourceOf } from '../payment-methods.js';
import { DAY_HAS_BEGUN } from '../../platform/days/has-begun.rule.js';
import type { ReceiptFilter, ReceiptRow } from './receipts.repository.js';
import type { RecordedReceipt } from './receipts.service.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

const ORDER_NUMBER_LENGTH = 13;

/** The sources of receipts that operators record; the gateway reports its own. */
const OPERATOR_SOURCES = ['bank', 'cash', 'cheque', 'card', 'other'] as const;

export class RecordReceiptDto {
  @Id({ api: { example: 17 } })
  client_id: number;

  @OneOf(OPERATOR_SOURCES, {
    api: {
      example: 'bank',
      description:
        'A `cheque` is in hand until a line of a bank statement clears it. Receipts by `cheque` or `card` have the source ' +
        '`other`, and this word as their method',
    },
  })
  source: (typeof OPERATOR_SOURCES)[number];

  @Reference({
    api: {
      example: 'UTR-20260115-0042',
      description: "The payment's id at its source, such as the bank's UTR; unique for its source",
    },
  })
  reference: string;

  @Amount({ min: 0.01, max: toMajorUnits(LIMITS.moneyMinor), api: { example: 25000 } })
  amount: number;

  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      example: 25,
      description:
        'Income tax that the client deducted from what it owes; the wallet gets it with the amount',
    },
  })
  tax_deducted?: number | null;

  @Timestamp({
    optional: true,
    api: { description: "Time at which the money arrived, at most the shop's today. Default: now" },
    rules: [DAY_HAS_BEGUN],
  })
  received_at?: Date;

  @Field({
    optional: true,
    api: {
      type: [String],
      maxItems: LIMITS.ordersPaidAtOnce,
      uniqueItems: true,
      example: ['WO-7K3M9QZT2A', 'WO-4ND8XW1B6C'],
      description:
        'Order numbers of this client. They are paid in full, in this order, until one costs more than is left. Orders ' +
        'that cannot be paid are skipped. The rest of the money stays in the wallet',
    },
    rules: [
      {
        code: 'list_expected',
        message: `must be a list of at most ${LIMITS.ordersPaidAtOnce} order numbers`,
        passes: (value) =>
          Array.isArray(value) &&
          value.length <= LIMITS.ordersPaidAtOnce &&
          value.every((number) => isText(number, ORDER_NUMBER_LENGTH)),
      },
      {
        code: 'duplicate_value',
        message: 'must name each order once',
        passes: (value) => new Set(value as string[]).size === (value as string[]).length,
      },
    ],
  })
  orders?: string[];
}

export class ReceiptFilterQuery {
  @QueryId()
  client_id?: number;

  @OneOf(RECEIPT_SOURCES, { optional: true })
  source?: ReceiptSource;

  @Text({
    max: LIMITS.storedReferenceLength,
    optional: true,
    api: { description: 'The whole reference, without regard to case and spaces' },
  })
  reference?: string;

  @Timestamp({ optional: true, api: { description: 'Recorded at this time or later' } })
  created_from?: Date;

  @Timestamp({ optional: true, api: { description: 'Recorded before this time' } })
  created_to?: Date;
}

export class ReceiptsFileQuery extends IntersectionType(ReceiptFilterQuery, TableFileQuery) {}

export class ReceiptsQuery extends IntersectionType(PageQuery, ReceiptFilterQuery) {}

export class ReverseReceiptDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'The cheque bounced' } })
  reason: string;
}

/** The amounts of a receipt, and where its money went. */
class ReceiptAmountsDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  amount: number;

  @ApiProperty({
    description: 'Income tax that the client deducted; the wallet got it with the amount',
  })
  tax_deducted: number;

  @ApiProperty({ type: [String], description: 'The orders that it paid' })
  paid: string[];

  @ApiProperty({ description: "The amount that paid the client's debt" })
  debt_paid: number;

  @ApiProperty({ description: 'The amount that paid orders bought on account' })
  credit_paid: number;

  @ApiProperty({ description: 'The amount that stayed in the wallet' })
  credited: number;
}

/** The response to the recording of a receipt. */
export class RecordedReceiptDto extends ReceiptAmountsDto {
  @ApiProperty()
  reference: string;

  @ApiProperty({ description: "Balance of the client's wallet after the orders were paid" })
  wallet_balance: number;
}

export class ReceiptDto extends ReceiptAmountsDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({ enum: RECEIPT_SOURCES })
  source: string;

  @ApiProperty({
    description: 'The word with which it was recorded, such as `neft`',
    example: 'neft',
  })
  method: string;

  @ApiProperty({ description: 'Whether it is a cheque that no line of the bank has cleared' })
  in_hand: boolean;

  @OrNull(String)
  reference: string | null;

  @ApiProperty({ format: 'date-time' })
  received_at: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @OrNull('date-time', 'Time of its reversal, after which its reference can be recorded again')
  reversed_at: string | null;
}

export function toNewReceipt(dto: RecordReceiptDto): RecordedReceipt {
  return {
    clientId: dto.client_id,
    source: sourceOf(dto.source),
    method: dto.source,
    reference: dto.reference,
    amountMinor: toMinorUnits(dto.amount),
    taxDeductedMinor: toMinorUnits(dto.tax_deducted ?? 0),
    receivedAt: dto.received_at ?? null,
    orderNumbers: dto.orders ?? [],
  };
}

export function toRecordedReceipt(receipt: ReceiptRow): RecordedReceiptDto {
  return {
    ...amountsOf(receipt),
    reference: receipt.reference ?? '',
    wallet_balance: toMajorUnits(receipt.balanceMinor),
  };
}

function amountsOf(receipt: ReceiptRow): ReceiptAmountsDto {
  return {
    id: receipt.id,
    amount: toMajorUnits(receipt.amountMinor),
    tax_deducted: toMajorUnits(receipt.taxDeductedMinor),
    paid: receipt.paid,
    debt_paid: toMajorUnits(receipt.debtPaidMinor),
    credit_paid: toMajorUnits(receipt.creditPaidMinor),
    credited: toMajorUnits(creditedMinorOf(receipt)),
  };
}

/** Computes the amount of a receipt that stayed in the wallet, in minor units. */
export function creditedMinorOf(receipt: ReceiptRow): number {
  const { amountMinor, taxDeductedMinor, paidMinor, debtPaidMinor, creditPaidMinor } = receipt;
  return amountMinor + taxDeductedMinor - paidMinor - debtPaidMinor - creditPaidMinor;
}

export function toReceipt(receipt: ReceiptRow): ReceiptDto {
  return {
    ...amountsOf(receipt),
    client_id: receipt.clientId,
    source: receipt.source,
    method: receipt.method,
    in_hand: receipt.isInHand,
    reference: receipt.reference,
    received_at: receipt.receivedAt.toISOString(),
    created_at: receipt.createdAt.toISOString(),
    reversed_at: receipt.reversedAt?.toISOString() ?? null,
  };
}

export function toReceiptFilter(query: ReceiptFilterQuery): Omit<ReceiptFilter, 'id'> {
  return {
    clientId: query.client_id,
    source: query.source,
    reference: query.reference,
    createdFrom: query.created_from,
    createdTo: query.created_to,
  };
}
