import { NAMED_ONCE } from '../../orders/order-numbers.field.js';
import { IntersectionType } from '@nestjs/swagger';
import { RECEIPT_SOURCES, type ReceiptSource } from '../ledger/receipt.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import {
  responseDto,
  flag,
  integer,
  money,
  text,
  texts,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
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
import type { ReceiptRow, SpentReceipt } from './receipts.repository.js';
import type { RecordedReceipt } from './receipts.service.js';
import { OtherMoney, SameAs, SameAsDto, toAnswer } from '../bank/lines/similar-money.dto.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';

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
        '`other`, and this word is their method',
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
      NAMED_ONCE,
    ],
  })
  orders?: string[];

  @OtherMoney()
  other_money?: boolean;

  @SameAs()
  same_as?: SameAsDto;
}

export class ReceiptFilterQuery {
  @QueryId()
  client_id?: number;

  @OneOf(RECEIPT_SOURCES, { optional: true })
  source?: ReceiptSource;

  @Text({
    max: LIMITS.storedReferenceLength,
    optional: true,
    api: { description: 'The whole reference, in any spelling: `CHQ 034177` finds `34177`' },
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
const AMOUNTS = {
  id: integer(),
  amount: money(),
  tax_deducted: money('Income tax that the client deducted; the wallet got it with the amount'),
  paid: texts('The orders that it paid'),
  debt_paid: money("The amount that paid the client's debt"),
  credit_paid: money('The amount that paid orders bought on account'),
  credited: [money('The amount that stayed in the wallet'), creditedMinorOf],
} as const;

export class RecordedReceiptDto extends responseDto<SpentReceipt>()({
  ...AMOUNTS,
  reference: [text(), ({ reference }) => reference ?? ''],
  wallet_balance: [
    money("Balance of the client's wallet after the orders were paid"),
    'balanceMinor',
  ],
}) {}

export class ReceiptDto extends responseDto<ReceiptRow>()({
  ...AMOUNTS,
  client_id: integer(),
  source: word(RECEIPT_SOURCES),
  method: text({
    description: 'The word that it was recorded with, such as `neft`',
    example: 'neft',
  }),
  in_hand: flag('Whether it is a cheque that no line of the bank has cleared'),
  refundable: money('Amount that can still be refunded to its source, including refunds that wait'),
  reference: text().orNull(),
  received_at: time(),
  created_at: time(),
  reversed_at: time(
    'Time of its reversal, after which its reference can be recorded again',
  ).orNull(),
}) {}

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
    ...toAnswer(dto),
  };
}

/** Computes the amount of a receipt that stayed in the wallet, in minor units. */
export function creditedMinorOf(receipt: SpentReceipt): number {
  const { amountMinor, taxDeductedMinor, paidMinor, debtPaidMinor, creditPaidMinor } = receipt;
  return amountMinor + taxDeductedMinor - paidMinor - debtPaidMinor - creditPaidMinor;
}
