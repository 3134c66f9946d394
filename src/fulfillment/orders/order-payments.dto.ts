import { OrderRecordDto } from './order-record.js';
import type { OrderRecord } from './orders.admin.service.js';
import {
  integer,
  money,
  parts,
  responseDto,
  text,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Amount, Text, textRule } from '../../platform/http/input/fields.js';
import { Reference } from '../../platform/http/input/reference.js';
import { toMajorUnits } from '../../platform/money.js';
import { GATEWAY, normalizeMethod } from '../../money/payment-methods.js';
import type {
  BulkOutcome,
  PaymentOutcome,
  WalletPreview,
} from '../../money/order-payments/order-payments.service.js';
import { OrderNumbers } from '../../orders/order-numbers.field.js';

export class RecordPaymentDto {
  @Text({
    max: LIMITS.paymentMethodLength,
    api: {
      example: 'bank_transfer',
      description:
        "`wallet` takes the total from the client's wallet. `credit` does so, too, and buys what the wallet lacks on " +
        'account. `bank` is money from the bank, also as `bank_transfer`, `neft`, `rtgs`, `imps` or `upi`. `cash`, ' +
        '`card`, `cheque` and `other` are other money; the last two need a reference. Further words are aliases that an ' +
        'operator has named. `gateway` is reserved for the payment gateway. Case does not matter, and the word is stored ' +
        'as it is sent.',
    },
    rules: [
      textRule(
        'reserved_value',
        `must not be ${GATEWAY}: the payment gateway reports its payments`,
        (text) => normalizeMethod(text) !== GATEWAY,
      ),
    ],
  })
  method: string;

  @Reference({
    optional: true,
    api: {
      example: 'UTR-20260115-0042',
      description:
        "The payment's id at its source. The same order, source and reference again changes nothing",
    },
  })
  reference?: string;

  @Amount({
    min: 0.01,
    max: toMajorUnits(Number.MAX_SAFE_INTEGER),
    optional: true,
    api: { example: 1499.5, description: "Must be the order's total, where it is sent" },
  })
  amount?: number;
}

export class PaidOrderDto extends responseDto<OrderRecord & { outcome: PaymentOutcome }>()({
  ...OrderRecordDto.fields,
  outcome: word(
    ['applied', 'credited'],
    'applied: the payment paid the order. credited: the order could not take it, and the money is in the wallet',
  ),
}) {}

export class PayFromWalletsDto {
  @OrderNumbers({ isUnique: true })
  order_numbers: string[];
}

export class PreviewFromWalletsDto {
  @OrderNumbers({ isUnique: true, max: LIMITS.ordersPreviewed })
  order_numbers: string[];
}

export class WalletPaymentDto extends responseDto<{ orderNumber: string; outcome: BulkOutcome }>()({
  order_number: text(),
  outcome: word(
    ['paid', 'paid_before', 'insufficient_balance', 'not_payable'],
    'paid_before: it was paid already. not_payable: it is unknown, canceled or archived, or expired for too long or ' +
      'without stock',
  ),
}) {}

export class WalletPreviewDto extends responseDto<WalletPreview>()({
  client_id: integer('null: orders that are unknown or archived').orNull(),
  balance: money('In the wallet now'),
  paid_count: integer('Orders that it would pay'),
  paid: money('Their total'),
  left: [parts(WalletPaymentDto), 'left'],
}) {}
