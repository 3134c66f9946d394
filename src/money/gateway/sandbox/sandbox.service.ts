import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { postToSelf } from '../../../platform/http/exchange/post-to-self.js';
import type { GatewayOrder, GatewayPayment, ReturnFields } from '../payment-gateway.js';
import { newId } from './sandbox-ids.js';
import { writeNotice, writeReturn } from './sandbox-messages.js';
import { SandboxRepository, type SandboxNotice } from './sandbox.repository.js';

/** The outcomes that a person can choose on the pay page. */
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

/** The end of an attempt to pay, as the person at the pay page sees it. */
export interface SandboxAttempt {
  result: 'paid' | 'failed' | 'unknown';
  /** Fields for the page that opened the checkout; null without a payment to report. */
  given: ReturnFields | null;
}

/** Payments that a person makes on the sandbox's pay page, and the notices about them. */
@Injectable()
export class SandboxService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly host: HttpAdapterHost,
    private readonly repository: SandboxRepository,
  ) {}

  async findOrder(id: string): Promise<GatewayOrder | null> {
    return this.repository.findOrder(this.manager, id);
  }

  async pay(order: GatewayOrder, method: Method, scenario: Scenario): Promise<SandboxAttempt> {
    const id = newId('pay');
    await inTransaction(this.dataSource, async (manager) => {
      await this.repository.insertPayment(manager, {
        id,
        orderId: order.id,
        currency: order.currency,
        method,
        amountMinor: order.amountMinor - (scenario === 'wrong_amount' ? RUPEE_MINOR : 0),
        status: STATUSES[scenario],
      });
      await this.announce(manager, id, scenario);
    });
    if (scenario === 'failure') return { result: 'failed', given: null };
    if (scenario === 'late' || scenario === 'tampered') return { result: 'unknown', given: null };
    return { result: 'paid', given: writeReturn(order.id, id) };
  }

  /** Sends the notices that are due over HTTP to this service, as a real gateway would. */
  async sendNotices(): Promise<void> {
    const due = await inTransaction(this.dataSource, async (manager) => {
      const notices = await this.repository.takeDueNotices(manager, NOTICES_AT_ONCE);
      // A late payment is captured when its notice is due.
      for (const { event, paymentId } of notices) {
        if (event === 'payment.captured' && paymentId !== null)
          await this.repository.capture(manager, paymentId, 'created');
      }
      return notices;
    });
    for (const notice of due) await this.send(notice);
  }

  private get manager(): EntityManager {
    return this.dataSource.manager;
  }

  private async announce(
    manager: EntityManager,
    paymentId: string,
    scenario: Scenario,
  ): Promise<void> {
    if (scenario === 'lost') return;
    const delaySeconds = scenario === 'late' ? LATE_SECONDS : 0;
    const isForged = scenario === 'tampered';
    const event = { eventId: newId('event'), event: EVENTS[scenario], paymentId, isForged };
    const notice = { ...event, about: null };
    const times = scenario === 'thrice' ? 3 : 1;
    for (let time = 1; time <= times; time += 1) {
      await this.repository.insertNotice(manager, notice, delaySeconds);
    }
  }

  private async send({ isForged, ...notice }: SandboxNotice): Promise<void> {
    const secret = isForged ? 'not-the-secret' : undefined;
    await postToSelf(this.host, '/gateway/notices', writeNotice(notice, secret));
  }
}

const STATUSES: Record<Scenario, GatewayPayment['status']> = {
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
