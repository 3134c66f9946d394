import { Body, HttpCode, Param, Post } from '@nestjs/common';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { MONEY_BODY_ERRORS, Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import { PaidOrdersService } from './paid-orders.service.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../platform/money.js';
import { OrderPaymentKind } from '../../money/approvals/kinds/order-payment.kind.js';
import { RespondsOrWaits } from '../../identity/approvals/waiting-answer.js';
import { ApiMoneyConflicts } from '../../money/money-errors.js';
import { OrderPaymentsService } from '../../money/order-payments/order-payments.service.js';
import { WALLET } from '../../money/payment-methods.js';
import { BODY_ERRORS, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import {
  PaidOrderDto,
  PayFromWalletsDto,
  PreviewFromWalletsDto,
  RecordPaymentDto,
  WalletPaymentDto,
  WalletPreviewDto,
} from './order-payments.dto.js';

@OperatorController('admin/orders', 'Orders')
export class OrderPaymentsController {
  constructor(
    private readonly payments: OrderPaymentKind,
    private readonly wallets: OrderPaymentsService,
    private readonly orders: PaidOrdersService,
  ) {}

  @Post('pay-from-wallets')
  @HttpCode(200)
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    "Pay orders from their clients' wallets",
    'Of each client, the order that expires first is paid first. Orders that a wallet does not cover stay unpaid. The ' +
      'outcomes are in the order of the request. Safe to repeat.',
  )
  @RespondsList(WalletPaymentDto, ...MONEY_BODY_ERRORS)
  payFromWallets(
    @Body() { order_numbers: numbers }: PayFromWalletsDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.wallets.payAllFromWallet(null, numbers, { method: WALLET, key });
  }

  @Post('pay-from-wallets/preview')
  @HttpCode(200)
  @Access('money:write')
  @Operation('Preview which orders the wallets of their clients would pay now')
  @RespondsList(WalletPreviewDto, ...BODY_ERRORS)
  previewFromWallets(@Body() { order_numbers: numbers }: PreviewFromWalletsDto) {
    return this.wallets.previewFromWallet(numbers);
  }

  @Post(':order_number/payments')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Record that the order was paid in full',
    'The payment of an expired order reserves its stock again. An order cannot be paid if it is paid, canceled or archived, or expired too ' +
      'long ago. Nor can it be paid if its stock is gone, or if its client has debts, which are paid first. The money is then credited to the ' +
      "client's wallet, and needs a reference unless the client has debts. The answer about an archived order has its number, client, " +
      'statuses, total and payments; the rest is empty or 0, and `subtotal` is the total. A second payment without a reference is refused, ' +
      'because it could be the first one again. Money above the limit of receipts waits for another person (202), unless a stored bank line proves it.',
  )
  @RespondsOrWaits(201, PaidOrderDto, 'order_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts(
    'insufficient_balance',
    'credit_exceeded',
    'payment_recorded',
    'reference_used',
    'transition_refused',
  )
  async recordPayment(
    @Param('order_number', new PathKeyPipe('order_not_found')) number: string,
    @Body() { method, reference, amount }: RecordPaymentDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    const amountMinor = typeof amount === 'number' ? toMinorUnits(amount) : null;
    const payment = { word: method, reference: reference ?? null, amountMinor };
    const paid = await this.payments.pay(number, payment, key);
    if (paid.approval !== null) return paid;
    const order = await this.orders.get(number, key);
    return { outcome: { ...order, outcome: paid.outcome.outcome }, approval: null };
  }
}
