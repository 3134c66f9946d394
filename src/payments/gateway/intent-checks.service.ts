import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { RECEIPT_REFERENCE_UNIQUE } from '../../ledger/receipt.entity.js';
import { OrderLifecycleService } from '../../orders/fulfillment/order-lifecycle.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { GATEWAY as GATEWAY_METHOD } from '../payment-methods.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
import type { Gateway, GatewayPayment } from './gateway.js';
import { GATEWAY } from './gateway-endpoint.js';
import { GatewayRefused, GatewayUnknown } from './gateway-errors.js';
import {
  GatewayPaymentsRepository,
  type GatewayPaymentOutcome,
} from './gateway-payments.repository.js';
import {
  PaymentIntentsRepository,
  type CheckReason,
  type PaymentIntent,
} from './payment-intents.repository.js';

/** What the checks of some intents came to. */
export interface CheckResult {
  /** Payments that were credited. */
  found: number;
  foundMinor: number;
}

const NOTHING: CheckResult = { found: 0, foundMinor: 0 };

/** Intents of one run; those that are left are due at the next one. */
const DUE_AT_ONCE = 50;

/**
 * Asks the gateway what became of intents, and credits what was paid. What gives the occasion (a browser that came
 * back, a notice, the schedule) is only a hint: what counts is what the gateway answers here. Any number of checks of
 * an intent may run at once, and any of them may end anywhere.
 */
@Injectable()
export class IntentChecksService {
  private readonly countMissed;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(GATEWAY) private readonly gateway: Gateway | null,
    metrics: Metrics,
    private readonly orders: OrderLifecycleService,
    private readonly receipts: ReceiptsService,
    private readonly intents: PaymentIntentsRepository,
    private readonly payments: GatewayPaymentsRepository,
  ) {
    this.countMissed = metrics.counter(
      'gateway_missed_total',
      'Payments that were credited only because the gateway was asked on schedule',
    );
  }

  /**
   * Checks the intents that are due.
   *
   * @throws the first fault, once all of them had their turn
   */
  async checkDue(): Promise<void> {
    if (this.gateway === null) return;
    const { kind } = this.gateway.endpoint;
    const { manager } = this.dataSource;
    let fault: Error | null = null;
    for (const { id, reason } of await this.intents.claimDue(manager, kind, DUE_AT_ONCE)) {
      try {
        await this.check(id, reason);
      } catch (error) {
        await this.intents.checkAgain(manager, id, reason);
        if (!(error instanceof GatewayUnknown)) fault ??= error as Error;
      }
    }
    if (fault !== null) throw fault;
  }

  /** Asks the gateway what became of an intent. @throws GatewayUnknown, GatewayRefused */
  async check(intentId: number, foundBy: CheckReason): Promise<CheckResult> {
    const gateway = this.gateway;
    const intent = await this.intents.get(this.dataSource.manager, intentId);
    if (gateway?.endpoint.kind !== intent.gateway) return NOTHING;
    const orderId = intent.gatewayOrderId ?? (await this.findOrder(gateway, intent));
    if (orderId === null) return NOTHING;
    const total = { ...NOTHING };
    const found = await gateway.listPayments(orderId);
    for (const payment of found.filter((each) => each.orderId === orderId)) {
      const taken = await this.taken(gateway, intent, payment);
      const creditedMinor = await this.settle(intent, taken, foundBy);
      if (creditedMinor === 0) continue;
      total.found += 1;
      total.foundMinor += creditedMinor;
      if (foundBy === 'schedule' || foundBy === 'day') this.countMissed();
    }
    const hasFailed = found.length > 0 && found.every(({ status }) => status === 'failed');
    if (hasFailed) await this.intents.forgetReturn(this.dataSource.manager, intentId);
    return total;
  }

  /** Returns the order whose creation was not answered. */
  private async findOrder(gateway: Gateway, intent: PaymentIntent): Promise<string | null> {
    const order = await gateway.findOrder(intent.receipt);
    return order && this.intents.keepGatewayOrder(this.dataSource.manager, intent.id, order.id);
  }

  /** Returns the payment, captured first where it is only authorized and still wanted. */
  private async taken(
    gateway: Gateway,
    intent: PaymentIntent,
    payment: GatewayPayment,
  ): Promise<GatewayPayment> {
    if (payment.status !== 'authorized') return payment;
    if (!(await this.isWanted(intent, payment))) return payment;
    try {
      await gateway.capture(payment);
    } catch (error) {
      // Another check may have captured it: the payment itself tells.
      if (!(error instanceof GatewayRefused)) throw error;
    }
    return gateway.getPayment(payment.id);
  }

  private async isWanted(
    { id, orderNumbers, amountMinor, currency }: PaymentIntent,
    payment: GatewayPayment,
  ): Promise<boolean> {
    if (payment.amountMinor !== amountMinor || payment.currency !== currency) return false;
    return inTransaction(this.dataSource, async (manager) => {
      const orders = await this.orders.lockForPayment(manager, orderNumbers);
      const { status } = await this.intents.lock(manager, id);
      if (status === 'paid') return false;
      const waiting = [...orders.values()].filter((each) => each.status === 'awaiting_payment');
      return orderNumbers.length === 0 || waiting.length > 0;
    });
  }

  /**
   * Credits a captured payment, unless it was credited before; it pays the intent's orders that still want it.
   *
   * @returns what was credited, in minor units
   */
  private async settle(
    intent: PaymentIntent,
    payment: GatewayPayment,
    foundBy: CheckReason,
  ): Promise<number> {
    return inTransaction(
      this.dataSource,
      async (manager) => {
        // Orders and stock before the intent, and wallets last: the order in which every payment locks.
        await this.orders.lockForPayment(manager, intent.orderNumbers);
        const { status } = await this.intents.lock(manager, intent.id);
        const isCredited = await this.payments.isCredited(manager, payment.id);
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
    const isAsAsked = amountMinor === intent.amountMinor && intent.status !== 'paid';
    const { receipt } = await this.receipts.recordWithin(manager, {
      ...{ clientId: intent.clientId, source: 'gateway', method: GATEWAY_METHOD },
      ...{ reference: payment.id, amountMinor, receivedAt: null },
      orderNumbers: isAsAsked ? intent.orderNumbers : [],
    });
    if (isAsAsked) await this.intents.end(manager, intent.id, 'paid');
    return { receiptId: receipt.id, outcome: receipt.paid.length > 0 ? 'applied' : 'credited' };
  }
}

/** What of a payment is to be credited, in minor units. */
function creditOf(intent: PaymentIntent, payment: GatewayPayment): number {
  const { status, currency, amountMinor, refundedMinor } = payment;
  if (status !== 'captured' || currency !== intent.currency) return 0;
  return amountMinor - refundedMinor;
}

/** What becomes of a payment that is not credited. */
function outcomeOf(intent: PaymentIntent, payment: GatewayPayment): GatewayPaymentOutcome {
  const { status, currency } = payment;
  if (status === 'failed' || status === 'refunded') return status;
  if (status === 'captured') return currency === intent.currency ? 'refunded' : 'other_currency';
  return 'open';
}
