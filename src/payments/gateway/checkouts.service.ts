import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { OrderLifecycleService } from '../../orders/fulfillment/order-lifecycle.service.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import type { Gateway, GatewayEndpoint } from './gateway.js';
import { GATEWAY } from './gateway-endpoint.js';
import { GatewayRefused, GatewayUnknown } from './gateway-errors.js';
import { GatewayPaymentsRepository } from './gateway-payments.repository.js';
import {
  LIVE_ORDER_UNIQUE,
  PaymentIntentsRepository,
  type PaymentIntent,
} from './payment-intents.repository.js';
import { isSignatureOf, returnText } from './signatures.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * - open: nothing was paid yet
 * - confirming: the browser came back from the checkout, and the gateway has not confirmed it yet
 * - failed: the latest attempt failed; it can be tried again
 * - paid: the gateway confirmed the money
 */
export const CHECKOUT_STATES = ['open', 'confirming', 'failed', 'paid'] as const;

/** What a client pays through the gateway, as its browser needs it. */
export interface Checkout {
  intent: PaymentIntent;
  state: (typeof CHECKOUT_STATES)[number];
  /** What of the orders was paid, by this payment or another one. */
  orders: { orderNumber: string; totalMinor: number; isPaid: boolean; status: string }[];
  endpoint: Pick<GatewayEndpoint, 'kind' | 'keyId' | 'scriptUrl'>;
}

/** What the gateway gives a browser that comes back from its checkout. */
export interface CheckoutReturn {
  orderId: string;
  paymentId: string;
  signature: string;
}

/** Opens checkouts at the gateway. */
@Injectable()
export class CheckoutsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(GATEWAY) private readonly gateway: Gateway | null,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly orders: OrderLifecycleService,
    private readonly intents: PaymentIntentsRepository,
    private readonly payments: GatewayPaymentsRepository,
  ) {}

  /**
   * Opens a checkout for orders of a client, whose totals are its amount, or for an amount that fills the wallet. The
   * intent is stored first. An order has one live intent: the same orders again continue it, other orders replace it.
   *
   * @throws AppError gateway_off, validation_failed (orders that are not the client's or wait for no payment),
   *   gateway_unavailable
   */
  async open(
    clientId: number,
    wanted: { orderNumbers: readonly string[] } | { amountMinor: number },
  ): Promise<Checkout> {
    const gateway = this.gateway;
    if (gateway === null) throw new AppError('gateway_off');
    const { intent, isNew } = await inTransaction(
      this.dataSource,
      (manager) =>
        'amountMinor' in wanted
          ? this.insert(manager, gateway, { clientId, orderNumbers: [], ...wanted })
          : this.continueOrInsert(manager, gateway, clientId, wanted.orderNumbers),
      { retryOnUnique: LIVE_ORDER_UNIQUE },
    );
    return this.toCheckout(gateway, await this.withOrder(gateway, intent, isNew));
  }

  /** @throws AppError gateway_off, checkout_not_found */
  async get(clientId: number, receipt: string): Promise<Checkout> {
    const gateway = this.gateway;
    if (gateway === null) throw new AppError('gateway_off');
    return this.toCheckout(gateway, await this.find(clientId, receipt));
  }

  /**
   * Notes that a browser came back from the checkout. Its signature credits nothing; it has the gateway asked.
   *
   * @throws AppError gateway_off, checkout_not_found, validation_failed (the signature does not fit)
   */
  async comeBack(clientId: number, receipt: string, given: CheckoutReturn): Promise<Checkout> {
    const gateway = this.gateway;
    if (gateway === null) throw new AppError('gateway_off');
    const intent = await this.find(clientId, receipt);
    const { orderId, paymentId, signature } = given;
    const isGenuine =
      orderId === intent.gatewayOrderId &&
      isSignatureOf(gateway.endpoint.keySecret, returnText(orderId, paymentId), signature);
    if (!isGenuine) throw wrongSignature();
    await this.intents.noteReturn(this.dataSource.manager, intent.id);
    return this.get(clientId, receipt);
  }

  private async find(clientId: number, receipt: string): Promise<PaymentIntent> {
    const intent = await this.intents.find(this.dataSource.manager, clientId, receipt);
    if (intent === null) throw new AppError('checkout_not_found');
    return intent;
  }

  private async continueOrInsert(
    manager: EntityManager,
    gateway: Gateway,
    clientId: number,
    orderNumbers: readonly string[],
  ): Promise<{ intent: PaymentIntent; isNew: boolean }> {
    const orders = await this.orders.lockForPayment(manager, orderNumbers);
    const problems: FieldError[] = [];
    let amountMinor = 0;
    for (const [index, number] of orderNumbers.entries()) {
      const order = orders.get(number);
      if (order?.clientId !== clientId) problems.push(notPayable(index, 'unknown_order'));
      else if (order.status !== 'awaiting_payment') problems.push(notPayable(index, 'not_payable'));
      else amountMinor += order.totalMinor;
    }
    if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
    const live = await this.intents.listLive(manager, orderNumbers);
    const [same] = live.filter(
      (intent) => intent.gateway === gateway.endpoint.kind && isSameSet(intent, orderNumbers),
    );
    if (same !== undefined) return { intent: same, isNew: false };
    for (const { id } of live) await this.intents.end(manager, id, 'superseded');
    return this.insert(manager, gateway, { clientId, orderNumbers, amountMinor });
  }

  private async insert(
    manager: EntityManager,
    { endpoint }: Gateway,
    wanted: { clientId: number; orderNumbers: readonly string[]; amountMinor: number },
  ): Promise<{ intent: PaymentIntent; isNew: boolean }> {
    const { clientId, amountMinor, orderNumbers } = wanted;
    const intent = await this.intents.insert(manager, {
      ...{ clientId, amountMinor, orderNumbers: [...orderNumbers], gateway: endpoint.kind },
      receipt: `pi_${randomBytes(12).toString('hex')}`,
      currency: this.settings.currency,
      actor: this.audit.origin().actor,
    });
    return { intent, isNew: true };
  }

  /**
   * The intent with its order at the gateway. Where it is not known whether an order was made, the gateway is asked for
   * it by its receipt before another one is made.
   */
  private async withOrder(
    gateway: Gateway,
    intent: PaymentIntent,
    isNew: boolean,
  ): Promise<PaymentIntent> {
    if (intent.gatewayOrderId !== null) return intent;
    try {
      const made = isNew ? null : await gateway.findOrder(intent.receipt);
      const { id } = made ?? (await this.createOrder(gateway, intent));
      const { manager } = this.dataSource;
      return {
        ...intent,
        gatewayOrderId: await this.intents.keepGatewayOrder(manager, intent.id, id),
      };
    } catch (error) {
      const isOfGateway = error instanceof GatewayUnknown || error instanceof GatewayRefused;
      if (!isOfGateway) throw error;
      throw new AppError('gateway_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  private async createOrder(gateway: Gateway, intent: PaymentIntent): Promise<{ id: string }> {
    try {
      return await gateway.createOrder(intent);
    } catch (error) {
      if (!(error instanceof GatewayUnknown)) throw error;
      const made = await gateway.findOrder(intent.receipt);
      if (made === null) throw error;
      return made;
    }
  }

  private async toCheckout({ endpoint }: Gateway, intent: PaymentIntent): Promise<Checkout> {
    const { manager } = this.dataSource;
    const orders = await this.orders.findAll(manager, intent.orderNumbers);
    const seen = await this.payments.listOfIntent(manager, intent.id);
    const hasFailed = seen.at(-1)?.outcome === 'failed';
    const isPaid = seen.some(({ receiptId }) => receiptId !== null);
    return {
      intent,
      state: isPaid
        ? 'paid'
        : intent.returnedAt !== null
          ? 'confirming'
          : hasFailed
            ? 'failed'
            : 'open',
      orders: orders.map(({ orderNumber, totalMinor, status, paymentStatus }) => ({
        ...{ orderNumber, totalMinor, status },
        isPaid: paymentStatus === 'paid',
      })),
      endpoint,
    };
  }
}

function isSameSet({ orderNumbers }: PaymentIntent, wanted: readonly string[]): boolean {
  return orderNumbers.length === wanted.length && wanted.every((it) => orderNumbers.includes(it));
}

function notPayable(index: number, code: 'unknown_order' | 'not_payable'): FieldError {
  const field = `order_numbers.${index}`;
  const problem =
    code === 'unknown_order' ? 'is not an order of your company' : 'does not wait for payment';
  return { field, code, message: `${field} ${problem}` };
}

function wrongSignature(): AppError {
  const message = 'razorpay_signature is not the signature of this checkout and payment';
  return new AppError('validation_failed', {
    fields: [{ field: 'razorpay_signature', code: 'signature_invalid', message }],
  });
}
