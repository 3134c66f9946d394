import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RECEIPT_REFERENCE_UNIQUE } from '../../ledger/receipt.entity.js';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { GATEWAY as GATEWAY_METHOD } from '../../payment-methods.js';
import { ReceiptsService } from '../../receipts/receipts.service.js';
import type { GatewayPayment } from '../payment-gateway.js';
import { GatewayPaymentsRepository } from './gateway-payments.repository.js';
import type { GatewayPaymentOutcome } from './stored-payment.entity.js';
import { PaymentIntentsRepository, type PaymentIntent } from './payment-intents.repository.js';
import type { CheckReason } from './stored-intent.entity.js';

/** Stores the payments of the gateway, and credits each captured one once. */
@Injectable()
export class PaymentCreditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly orders: OrderLifecycleService,
    private readonly receipts: ReceiptsService,
    private readonly intents: PaymentIntentsRepository,
    private readonly payments: GatewayPaymentsRepository,
  ) {}

  /** Returns true if a payment was credited, even if its receipt was reversed later. */
  async isCredited(paymentId: string): Promise<boolean> {
    return (await this.payments.findCredited(this.dataSource.manager, paymentId)) !== null;
  }

  /**
   * Credits a captured payment unless it was credited before, and pays those of the intent's orders that still await payment.
   *
   * @returns the credited amount in minor units
   */
  async creditOnce(
    intent: PaymentIntent,
    payment: GatewayPayment,
    foundBy: CheckReason,
  ): Promise<number> {
    return inTransaction(
      this.dataSource,
      async (manager) => {
        // Every payment locks in this order: orders and stock, then the intent, then wallets.
        await this.orders.lockForPayment(manager, intent.orderNumbers);
        const { status } = await this.intents.lock(manager, intent.id);
        const isCredited = (await this.payments.findCredited(manager, payment.id)) !== null;
        const creditMinor = isCredited ? 0 : creditOf(intent, payment);
        const credited =
          creditMinor > 0
            ? await this.credit(manager, { ...intent, status }, payment, creditMinor)
            : { receiptId: null, outcome: outcomeOf(intent, payment) };
        await this.payments.put(manager, { ...payment, ...credited, intentId: intent.id, foundBy });
        return creditMinor;
      },
      { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
    );
  }

  private async credit(
    manager: EntityManager,
    intent: PaymentIntent,
    payment: GatewayPayment,
    amountMinor: number,
  ): Promise<{ receiptId: number; outcome: GatewayPaymentOutcome }> {
    const isWhole = amountMinor === intent.amountMinor && payment.refundedMinor === 0;
    const isExpected = isWhole && intent.status !== 'paid';
    const { receiptId } = await this.receipts.recordMoney(manager, {
      clientId: intent.clientId,
      source: 'gateway',
      method: GATEWAY_METHOD,
      reference: payment.id,
      amountMinor,
      receivedAt: null,
      orderNumbers: isExpected ? intent.orderNumbers : [],
    });
    if (isExpected) await this.intents.end(manager, intent.id, 'paid');
    const { paid } = await this.receipts.get(manager, receiptId);
    return { receiptId, outcome: paid.length > 0 ? 'applied' : 'credited' };
  }
}

/** Computes the amount to credit, in minor units. Partial refunds are taken from the wallet afterwards, because they may fail. */
function creditOf(intent: PaymentIntent, payment: GatewayPayment): number {
  const { status, currency, amountMinor, refundedMinor } = payment;
  if (status !== 'captured' || currency !== intent.currency) return 0;
  return refundedMinor < amountMinor ? amountMinor : 0;
}

function outcomeOf(intent: PaymentIntent, payment: GatewayPayment): GatewayPaymentOutcome {
  const { status, currency } = payment;
  if (status === 'failed' || status === 'refunded') return status;
  if (status === 'captured') return currency === intent.currency ? 'refunded' : 'other_currency';
  return 'open';
}
