import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import { isIn } from '../../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../../orders/order.entity.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { inSnapshot, inTransaction } from '../../../platform/database/transaction.js';
import { AppError, type FieldError, invalidField } from '../../../platform/http/errors.js';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import { RequestValidationPipe } from '../../../platform/http/input/validation.pipe.js';
import { GatewayUnknown, isOfGateway } from '../gateway-errors.js';
import {
  PAYMENT_GATEWAY,
  type BrowserCheckout,
  type PaymentGateway,
  type ReturnFields,
} from '../payment-gateway.js';
import {
  GatewayPaymentsRepository,
  type ListedPayment,
  type PaymentFilter,
} from './gateway-payments.repository.js';
import {
  PaymentIntentsRepository,
  type IntentFilter,
  type PaymentIntent,
} from './payment-intents.repository.js';
import { LIVE_ORDER_UNIQUE } from './payment-intent-order.entity.js';

const RETRY_AFTER_SECONDS = 5;
/** Age up to which an intent is continued. The gateway is asked about its payments for four days after it was stored. */
const CONTINUED_FOR_MS = 24 * 60 * 60 * 1_000;
const validation = new RequestValidationPipe();

export const CHECKOUT_STATES = {
  open: 'nothing was paid yet',
  confirming:
    'the browser returned from the checkout, and the gateway has not confirmed the payment yet',
  failed: 'the latest attempt failed; it can be tried again',
  paid: 'the money arrived; what orders did not need is in the wallet',
  ended:
    'an order of it is paid, canceled, archived or expired for too long; money that still arrives goes to the wallet',
} as const;

/** An intent and what a browser needs to pay it. */
export interface Checkout {
  intent: PaymentIntent;
  state: keyof typeof CHECKOUT_STATES;
  /** Money that arrived, which may differ from what was wanted. */
  receivedMinor: number;
  /** True if its money paid any of its orders. */
  hasPaidOrders: boolean;
  /** The intent's orders; `isPaid` is also true if another payment paid the order. */
  orders: { orderNumber: string; totalMinor: number; isPaid: boolean; status: string }[];
  gateway: BrowserCheckout & { kind: string };
}

@Injectable()
export class CheckoutsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly orders: OrderLifecycleService,
    private readonly intents: PaymentIntentsRepository,
    private readonly payments: GatewayPaymentsRepository,
  ) {}

  /**
   * Opens a checkout of a client, for orders or for an amount that goes to the wallet. The intent is stored first.
   * - an order has one live intent: the same orders again continue it for a day
   * - other orders replace it
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
    await this.ensureOrder(gateway, intent, isNew);
    return this.get(clientId, intent.receipt);
  }

  /** Reads a checkout from one snapshot. @throws AppError gateway_off, checkout_not_found */
  async get(clientId: number, receipt: string): Promise<Checkout> {
    const gateway = this.gateway;
    if (gateway === null) throw new AppError('gateway_off');
    return inSnapshot(this.dataSource, async (manager) =>
      this.toCheckout(manager, gateway, await this.find(manager, clientId, receipt)),
    );
  }

  /**
   * Records that a browser returned from the checkout. Even a valid signature only triggers a check with the gateway.
   *
   * @throws AppError gateway_off, checkout_not_found, validation_failed (fields or signature are not the gateway's),
   *   unknown_field
   */
  async recordReturn(clientId: number, receipt: string, body: object): Promise<Checkout> {
    const gateway = this.gateway;
    if (gateway === null) throw new AppError('gateway_off');
    const metadata = { type: 'body', metatype: gateway.returnDto } as const;
    const fields = (await validation.transform(body, metadata)) as ReturnFields;
    const { manager } = this.dataSource;
    const intent = await this.find(manager, clientId, receipt);
    const invalidField = gateway.verifyReturn(intent.gatewayOrderId ?? '', fields);
    if (invalidField !== null) throw invalidSignature(invalidField);
    await this.intents.recordReturn(manager, intent.id);
    return this.get(clientId, receipt);
  }

  /** Lists the latest intents first. */
  async listIntents(filter: IntentFilter, page: NewestFirst): Promise<Page<PaymentIntent>> {
    return readPage(page, (range) => this.intents.list(this.dataSource.manager, filter, range));
  }

  /** Lists the latest payments first. */
  async listPayments(filter: PaymentFilter, page: NewestFirst): Promise<Page<ListedPayment>> {
    return readPage(page, (range) => this.payments.list(this.dataSource.manager, filter, range));
  }

  private async find(
    manager: EntityManager,
    clientId: number,
    receipt: string,
  ): Promise<PaymentIntent> {
    const intent = await this.intents.find(manager, clientId, receipt);
    if (intent === null) throw new AppError('checkout_not_found');
    return intent;
  }

  private async continueOrInsert(
    manager: EntityManager,
    gateway: PaymentGateway,
    clientId: number,
    orderNumbers: readonly string[],
  ): Promise<{ intent: PaymentIntent; isNew: boolean }> {
    const { orders, unknown } = await this.orders.lockOwnForPayment(
      manager,
      clientId,
      orderNumbers,
    );
    const problems: FieldError[] = [];
    let amountMinor = 0;
    for (const [index, number] of orderNumbers.entries()) {
      const order = orders.get(number);
      if (unknown.includes(index)) problems.push(notPayable(index, 'unknown_order'));
      else if (order === undefined || !isIn('awaitingPayment', order.status))
        problems.push(notPayable(index, 'not_payable'));
      else amountMinor += order.totalMinor;
    }
    if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
    const live = await this.intents.listLive(manager, orderNumbers);
    const [same] = live.filter(
      (intent) =>
        intent.gateway === gateway.kind && isSameSet(intent, orderNumbers) && isRecent(intent),
    );
    if (same !== undefined) return { intent: same, isNew: false };
    for (const { id } of live) await this.intents.end(manager, id, 'superseded');
    return this.insert(manager, gateway, { clientId, orderNumbers, amountMinor });
  }

  private async insert(
    manager: EntityManager,
    { kind: gateway }: PaymentGateway,
    wanted: { clientId: number; orderNumbers: readonly string[]; amountMinor: number },
  ): Promise<{ intent: PaymentIntent; isNew: boolean }> {
    const { clientId, amountMinor, orderNumbers } = wanted;
    const intent = await this.intents.insert(manager, {
      clientId,
      amountMinor,
      orderNumbers: [...orderNumbers],
      gateway,
      receipt: `pi_${randomBytes(12).toString('hex')}`,
      currency: this.settings.currency,
      actor: this.audit.origin().actor,
    });
    return { intent, isNew: true };
  }

  /** Completes the intent with its order at the gateway. Looks it up by its receipt first, as an older intent may have one. */
  private async ensureOrder(
    gateway: PaymentGateway,
    intent: PaymentIntent,
    isNew: boolean,
  ): Promise<void> {
    if (intent.gatewayOrderId !== null) return;
    try {
      const found = isNew ? null : await gateway.findOrder(intent.receipt);
      const { id } = found ?? (await this.createOrder(gateway, intent));
      await this.intents.keepGatewayOrder(this.dataSource.manager, intent.id, id);
    } catch (error) {
      if (!isOfGateway(error)) throw error;
      throw new AppError('gateway_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  private async createOrder(
    gateway: PaymentGateway,
    intent: PaymentIntent,
  ): Promise<{ id: string }> {
    try {
      return await gateway.createOrder(intent);
    } catch (error) {
      if (!(error instanceof GatewayUnknown)) throw error;
      const found = await gateway.findOrder(intent.receipt);
      if (found === null) throw error;
      return found;
    }
  }

  private async areAllPayable(
    manager: EntityManager,
    orders: readonly Order[],
    { orderNumbers }: PaymentIntent,
  ): Promise<boolean> {
    if (orders.length < orderNumbers.length) return false;
    for (const order of orders) {
      if (!(await this.orders.isPayable(manager, order))) return false;
    }
    return true;
  }

  private async toCheckout(
    manager: EntityManager,
    gateway: PaymentGateway,
    intent: PaymentIntent,
  ): Promise<Checkout> {
    const orders = await this.orders.findAll(manager, intent.orderNumbers);
    const payments = await this.payments.listOfIntent(manager, intent.id);
    const hasFailed = payments.at(-1)?.outcome === 'failed';
    const received = payments.filter(({ receiptId }) => receiptId !== null);
    const unpaidState = hasFailed ? 'failed' : 'open';
    return {
      intent,
      state:
        received.length > 0
          ? 'paid'
          : intent.returnedAt !== null
            ? 'confirming'
            : (await this.areAllPayable(manager, orders, intent))
              ? unpaidState
              : 'ended',
      receivedMinor: received.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      hasPaidOrders: payments.some(({ outcome }) => outcome === 'applied'),
      orders: orders.map(({ orderNumber, totalMinor, status, paymentStatus }) => ({
        orderNumber,
        totalMinor,
        status,
        isPaid: paymentStatus === 'paid',
      })),
      gateway: { kind: gateway.kind, ...gateway.checkoutOf(intent.gatewayOrderId) },
    };
  }
}

function isSameSet({ orderNumbers }: PaymentIntent, wanted: readonly string[]): boolean {
  return (
    orderNumbers.length === wanted.length && wanted.every((number) => orderNumbers.includes(number))
  );
}

function isRecent({ createdAt, returnedAt }: PaymentIntent): boolean {
  return Date.now() - (returnedAt ?? createdAt).getTime() < CONTINUED_FOR_MS;
}

function notPayable(index: number, code: 'unknown_order' | 'not_payable'): FieldError {
  const field = `order_numbers.${index}`;
  const problem =
    code === 'unknown_order' ? 'is not an order of your company' : 'does not wait for payment';
  return { field, code, message: `${field} ${problem}` };
}

function invalidSignature(field: string): AppError {
  const message = `${field} is not the signature of this checkout and payment`;
  return invalidField(field, 'signature_invalid', message);
}
