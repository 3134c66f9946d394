import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import { isIn } from '../../../orders/lifecycle/order-lifecycle.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { Metrics } from '../../../platform/observability/metrics.js';
import { GatewayRefused, GatewayUnknown } from '../gateway-errors.js';
import { PAYMENT_GATEWAY, type GatewayPayment, type PaymentGateway } from '../payment-gateway.js';
import { RefundProgressService } from '../refunds/refund-progress.service.js';
import { PaymentCreditService } from './payment-credit.service.js';
import { PaymentIntentsRepository, type PaymentIntent } from './payment-intents.repository.js';
import type { CheckReason } from './stored-intent.entity.js';

export interface CheckResult {
  /** Number of payments that were credited. */
  found: number;
  foundMinor: number;
}

const NOTHING: CheckResult = { found: 0, foundMinor: 0 };

/** Maximum of intents per run; the next run checks the others. */
const DUE_AT_ONCE = 50;

/**
 * Queries the gateway for the payments of intents, and credits them. Only its answer counts: a returning browser, a notice or
 * the schedule merely triggers a check.
 * - several checks of an intent may run at the same time
 * - a crash at any step is safe
 */
@Injectable()
export class IntentChecksService {
  private readonly countMissed;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    metrics: Metrics,
    private readonly orders: OrderLifecycleService,
    private readonly intents: PaymentIntentsRepository,
    private readonly credits: PaymentCreditService,
    private readonly refunds: RefundProgressService,
  ) {
    this.countMissed = metrics.counter(
      'gateway_missed_total',
      'Payments that were credited only because the gateway was asked on schedule',
    );
  }

  /**
   * Checks the intents that are due.
   *
   * @throws the first error, after all of them were checked
   */
  async checkDue(): Promise<void> {
    if (this.gateway === null) return;
    const { kind } = this.gateway;
    const { manager } = this.dataSource;
    let firstError: Error | null = null;
    for (const { id, reason } of await this.intents.claimDue(manager, kind, DUE_AT_ONCE)) {
      try {
        await this.check(id, reason);
      } catch (error) {
        // A refusal would be repeated: the intent keeps to its schedule, which ends.
        if (!(error instanceof GatewayRefused)) await this.intents.checkAgain(manager, id, reason);
        if (!(error instanceof GatewayUnknown)) firstError ??= error as Error;
      }
    }
    if (firstError !== null) throw firstError;
  }

  /** Credits the payments of an intent. @throws GatewayUnknown, GatewayRefused */
  async check(intentId: number, foundBy: CheckReason): Promise<CheckResult> {
    const gateway = this.gateway;
    const intent = await this.intents.get(this.dataSource.manager, intentId);
    if (gateway?.kind !== intent.gateway) return NOTHING;
    const orderId = intent.gatewayOrderId ?? (await this.findOrder(gateway, intent));
    if (orderId === null) return NOTHING;
    const total = { ...NOTHING };
    const payments = await gateway.listPayments(orderId);
    let isOver = payments.length > 0;
    for (const payment of payments.filter((listed) => listed.orderId === orderId)) {
      const wanted = await this.captureIfWanted(gateway, intent, payment);
      const currentPayment = wanted ?? payment;
      // What is not captured returns to the payer, as what was refunded.
      isOver &&= wanted === null || ['failed', 'refunded'].includes(wanted.status);
      const creditedMinor = await this.credits.creditOnce(intent, currentPayment, foundBy);
      await this.refunds.checkTotal(currentPayment);
      if (creditedMinor === 0) continue;
      total.found += 1;
      total.foundMinor += creditedMinor;
      if (foundBy === 'schedule' || foundBy === 'day') this.countMissed();
    }
    if (isOver) await this.intents.clearReturn(this.dataSource.manager, intentId);
    return total;
  }

  /**
   * Credits a payment that no check of an intent has found yet.
   *
   * @returns false if the payment belongs to no intent of this service, or is not credited
   * @throws GatewayUnknown, GatewayRefused
   */
  async checkPayment(paymentId: string): Promise<boolean> {
    if (await this.credits.isCredited(paymentId)) return true;
    const payment = await this.gateway!.getPayment(paymentId);
    const { manager } = this.dataSource;
    const intentId = payment && (await this.intents.findIdByGatewayOrder(manager, payment.orderId));
    if (intentId === null) return false;
    await this.check(intentId, 'notice');
    return this.credits.isCredited(paymentId);
  }

  /** Finds the id of the gateway's order, in case the answer to its creation was lost. */
  private async findOrder(gateway: PaymentGateway, intent: PaymentIntent): Promise<string | null> {
    const order = await gateway.findOrder(intent.receipt);
    return order && this.intents.keepGatewayOrder(this.dataSource.manager, intent.id, order.id);
  }

  /** Captures an authorized payment if its intent is still to be paid, else returns null; returns any other payment unchanged. */
  private async captureIfWanted(
    gateway: PaymentGateway,
    intent: PaymentIntent,
    payment: GatewayPayment,
  ): Promise<GatewayPayment | null> {
    if (payment.status !== 'authorized') return payment;
    if (!(await this.isWanted(intent, payment))) return null;
    try {
      return await gateway.capture(payment);
    } catch (error) {
      if (!(error instanceof GatewayRefused)) throw error;
      // Another check may have captured it meanwhile.
      const payments = await gateway.listPayments(payment.orderId);
      return payments.find(({ id }) => id === payment.id) ?? payment;
    }
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
      const isAwaited = [...orders.values()].some((order) => isIn('awaitingPayment', order.status));
      return orderNumbers.length === 0 || isAwaited;
    });
  }
}
