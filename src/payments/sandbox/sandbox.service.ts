import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { GatewayUnknown } from '../gateway/gateway-errors.js';
import { exchange } from '../gateway/gateway-http.js';
import { ownAddress, SANDBOX_KEYS } from '../gateway/gateway-endpoint.js';
import { returnText, signatureOf } from '../gateway/signatures.js';
import {
  SandboxRepository,
  type SandboxNotice,
  type SandboxOrder,
  type SandboxPayment,
} from './sandbox.repository.js';

/** What the person on the sandbox's pay page makes happen. */
export const SCENARIOS = {
  success: 'Payment succeeds',
  failure: 'Payment fails',
  late: 'Payment succeeds later, after the page was closed',
  authorized: 'Payment is authorized, but not captured',
  lost: 'Payment succeeds, and no notice arrives',
  thrice: 'Payment succeeds, and every notice arrives three times',
  wrong_amount: 'Payment arrives with one rupee too little',
  tampered: 'A forged notice claims a payment',
} as const;
export type Scenario = keyof typeof SCENARIOS;

export const METHODS = { upi: 'UPI', card: 'Card', netbanking: 'Net banking' } as const;
export type Method = keyof typeof METHODS;

const LATE_SECONDS = 10;
const RUPEE_MINOR = 100;
const NOTICES_AT_ONCE = 50;

/** What the pay page gives the page that opened it; null where there is no payment to speak of. */
export type SandboxReturn = Record<
  'razorpay_order_id' | 'razorpay_payment_id' | 'razorpay_signature',
  string
>;

/** How an attempt to pay ended for the person at the pay page. */
export interface SandboxAttempt {
  result: 'paid' | 'failed' | 'unknown';
  given: SandboxReturn | null;
}

/** A payment gateway that moves no money. It keeps what it knows in the database, apart from everything else. */
@Injectable()
export class SandboxService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly host: HttpAdapterHost,
    private readonly repository: SandboxRepository,
  ) {}

  async createOrder(order: Omit<SandboxOrder, 'id' | 'createdAt'>): Promise<SandboxOrder> {
    const id = newId('order');
    await this.repository.insertOrder(this.manager, { ...order, id });
    return { ...order, id, createdAt: new Date() };
  }

  async findOrder(id: string): Promise<SandboxOrder | null> {
    return this.repository.findOrder(this.manager, id);
  }

  async listOrders(receipt: string): Promise<SandboxOrder[]> {
    return this.repository.listOrders(this.manager, receipt);
  }

  async findPayment(id: string): Promise<SandboxPayment | null> {
    return this.repository.findPayment(this.manager, id);
  }

  async listPayments(orderId: string): Promise<SandboxPayment[]> {
    return this.repository.listPayments(this.manager, orderId);
  }

  /** Returns whether an authorized payment was captured now. */
  async capture(id: string): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const isCaptured = await this.repository.capture(manager, id);
      if (isCaptured) await this.announce(manager, id, 'payment.captured');
      return isCaptured;
    });
  }

  /** Returns the id of the refund, of an earlier call with the same key too; null where there is not so much left. */
  async refund(paymentId: string, amountMinor: number, key: string): Promise<string | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const known = await this.repository.findRefund(manager, key);
      if (known !== null) return known;
      const id = newId('rfnd');
      const isDone = await this.repository.refund(manager, { id, paymentId, amountMinor, key });
      return isDone ? id : null;
    });
  }

  /** Pays an order as a scenario wants it. */
  async pay(order: SandboxOrder, method: Method, scenario: Scenario): Promise<SandboxAttempt> {
    const id = newId('pay');
    await inTransaction(this.dataSource, async (manager) => {
      await this.repository.insertPayment(manager, {
        ...{ id, orderId: order.id, currency: order.currency, method },
        amountMinor: order.amountMinor - (scenario === 'wrong_amount' ? RUPEE_MINOR : 0),
        status: STATUSES[scenario],
      });
      await this.announceAll(manager, id, scenario);
    });
    if (scenario === 'failure') return { result: 'failed', given: null };
    if (scenario === 'late' || scenario === 'tampered') return { result: 'unknown', given: null };
    const { keySecret } = SANDBOX_KEYS;
    const given = {
      razorpay_order_id: order.id,
      razorpay_payment_id: id,
      razorpay_signature: signatureOf(keySecret, returnText(order.id, id)),
    };
    return { result: 'paid', given };
  }

  /** Sends the notices that are due. */
  async sendNotices(): Promise<void> {
    const due = await inTransaction(this.dataSource, async (manager) => {
      const taken = await this.repository.takeDueNotices(manager, NOTICES_AT_ONCE);
      // A late payment is captured when its notice is due.
      for (const { event, paymentId } of taken) {
        if (event === 'payment.captured') await this.repository.capture(manager, paymentId);
      }
      return taken;
    });
    for (const notice of due) await this.send(notice);
  }

  private get manager(): EntityManager {
    return this.dataSource.manager;
  }

  private async announceAll(
    manager: EntityManager,
    paymentId: string,
    scenario: Scenario,
  ): Promise<void> {
    if (scenario === 'lost') return;
    const event = EVENTS[scenario];
    const delaySeconds = scenario === 'late' ? LATE_SECONDS : 0;
    const options = { delaySeconds, isForged: scenario === 'tampered' };
    const times = scenario === 'thrice' ? 3 : 1;
    const eventId = newId('event');
    for (let time = 1; time <= times; time += 1) {
      await this.announce(manager, paymentId, event, { ...options, eventId });
    }
  }

  private async announce(
    manager: EntityManager,
    paymentId: string,
    event: string,
    { eventId = newId('event'), delaySeconds = 0, isForged = false } = {},
  ): Promise<void> {
    const notice = { eventId, event, paymentId, isForged };
    await this.repository.insertNotice(manager, notice, delaySeconds);
  }

  private async send({ eventId, event, paymentId, isForged }: SandboxNotice): Promise<void> {
    const payment = await this.repository.findPayment(this.manager, paymentId);
    if (payment === null) return;
    const entity = { ...toPaymentEntity(payment), ...(isForged && { status: 'captured' }) };
    const payload = { payment: { entity } };
    const body = JSON.stringify({ entity: 'event', event, contains: ['payment'], payload });
    const secret = isForged ? 'not-the-secret' : SANDBOX_KEYS.webhookSecret;
    try {
      await exchange({
        method: 'POST',
        url: `${ownAddress(this.host)}/gateway/notices`,
        headers: {
          'Content-Type': 'application/json',
          'X-Razorpay-Signature': signatureOf(secret, body),
          'X-Razorpay-Event-Id': eventId,
        },
        body,
      });
    } catch (error) {
      if (!(error instanceof GatewayUnknown)) throw error;
    }
  }
}

const STATUSES: Record<Scenario, SandboxPayment['status']> = {
  success: 'captured',
  failure: 'failed',
  late: 'created',
  authorized: 'authorized',
  lost: 'captured',
  thrice: 'captured',
  wrong_amount: 'captured',
  tampered: 'failed',
};

const EVENTS: Record<Exclude<Scenario, 'lost'>, string> = {
  success: 'payment.captured',
  failure: 'payment.failed',
  late: 'payment.captured',
  authorized: 'payment.authorized',
  thrice: 'payment.captured',
  wrong_amount: 'payment.captured',
  tampered: 'payment.forged',
};

/** Returns a payment in Razorpay's form. */
export function toPaymentEntity(payment: SandboxPayment): Record<string, unknown> {
  const { id, orderId, amountMinor, refundedMinor, currency, method, status, createdAt } = payment;
  return {
    ...{ id, entity: 'payment', amount: amountMinor, currency, status, order_id: orderId, method },
    ...{ amount_refunded: refundedMinor, captured: status === 'captured' || status === 'refunded' },
    created_at: Math.floor(createdAt.getTime() / 1_000),
  };
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(10).toString('hex')}`;
}
