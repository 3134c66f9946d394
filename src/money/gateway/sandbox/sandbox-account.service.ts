import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { dateInShop } from '../../../platform/time-zone.js';
import { dayPeriod } from '../../../platform/days/shop-days.js';
import type { GatewayDispute, MadeRefund, SignedNotice } from '../payment-gateway.js';
import { SandboxAccountRepository } from './sandbox-account.repository.js';
import { feesOf } from './sandbox-fees.js';
import { newId, newUtr } from './sandbox-ids.js';
import { SandboxRepository, type SandboxPayment } from './sandbox.repository.js';

/** Time for which a refund stays pending unless a person ends it. */
export const REFUND_PENDING_SECONDS = 60;

export interface PaymentHistory {
  payment: SandboxPayment;
  refunds: MadeRefund[];
  disputes: GatewayDispute[];
}

/** Refunds, disputes and settlements of the sandbox. A person plays them on its pages, or a timer completes them. */
@Injectable()
export class SandboxAccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: SandboxRepository,
    private readonly account: SandboxAccountRepository,
  ) {}

  async findPayment(id: string): Promise<PaymentHistory | null> {
    const { manager } = this.dataSource;
    const payment = await this.payments.findPayment(manager, id);
    if (payment === null) return null;
    return {
      payment,
      refunds: await this.account.listRefundsOf(manager, id),
      disputes: await this.account.listDisputesOf(manager, id),
    };
  }

  /** Refunds a payment without the service. Returns the refund's id, or null if the amount exceeds the rest. */
  async refundOutside(paymentId: string, amountMinor: number): Promise<string | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const refund = { id: newId('rfnd'), paymentId, amountMinor, key: null };
      if (!(await this.account.insertRefund(manager, refund, REFUND_PENDING_SECONDS))) return null;
      await this.announce(manager, 'refund.created', paymentId, 'refund', refund.id);
      return refund.id;
    });
  }

  async endRefund(id: string, status: 'processed' | 'failed'): Promise<void> {
    await inTransaction(this.dataSource, (manager) => this.endRefundWithin(manager, id, status));
  }

  /** Processes the refunds that no person ended in time. */
  async endRefunds(): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      for (const id of await this.account.listEndingRefunds(manager)) {
        await this.endRefundWithin(manager, id, 'processed');
      }
    });
  }

  /** Opens a dispute about a whole payment. @param isDeducted true: the sandbox holds the money back immediately */
  async openDispute(paymentId: string, isDeducted: boolean): Promise<string | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const payment = await this.payments.findPayment(manager, paymentId);
      if (payment?.status !== 'captured') return null;
      const { amountMinor } = payment;
      const dispute = { id: newId('disp'), paymentId, amountMinor };
      const deductedMinor = isDeducted ? amountMinor : 0;
      await this.account.insertDispute(manager, { ...dispute, deductedMinor });
      await this.announce(manager, 'payment.dispute.created', paymentId, 'dispute', dispute.id);
      return dispute.id;
    });
  }

  async endDispute(id: string, status: 'won' | 'lost'): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const dispute = await this.account.endDispute(manager, id, status);
      if (dispute === null) return;
      const event = `payment.dispute.${status}`;
      await this.announce(manager, event, dispute.paymentId, 'dispute', id);
    });
  }

  /** Settles what happened until now. */
  async settleNow(): Promise<string | null> {
    const sql = 'SELECT clock_timestamp() AS now';
    const [{ now }] = await this.dataSource.query<[{ now: Date }]>(sql);
    // Times of the database have microseconds, these have milliseconds.
    return this.settle(new Date(now.getTime() + 1));
  }

  /** Settles what happened before today. */
  async settleEarlierDays(): Promise<void> {
    await this.settle(dayPeriod(dateInShop(new Date())).from);
  }

  /**
   * Pays out what happened before a time, less fees and tax.
   *
   * @returns the id of the settlement; null if there is nothing to pay out
   */
  async settle(before: Date): Promise<string | null> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.account.lockSettlements(manager);
      const unsettled = await this.account.listUnsettled(manager, before);
      const lines = unsettled.map((line) => ({
        ...line,
        ...(line.kind === 'payment' ? feesOf(line.amountMinor) : { feeMinor: 0, taxMinor: 0 }),
      }));
      const amountMinor = lines.reduce(
        (sum, line) => sum + line.amountMinor - line.feeMinor - line.taxMinor,
        0,
      );
      // Payments that refunds and disputes exceed cannot be paid out yet; they are part of the next settlement.
      if (amountMinor <= 0) return null;
      const id = newId('setl');
      const settlement = { id, amountMinor, utr: newUtr(), createdAt: before };
      await this.account.insertSettlement(manager, settlement, lines);
      await this.announce(manager, 'settlement.processed', null, 'settlement', id);
      return id;
    });
  }

  private async endRefundWithin(
    manager: EntityManager,
    id: string,
    status: 'processed' | 'failed',
  ): Promise<void> {
    const refund = await this.account.endRefund(manager, id, status);
    if (refund === null) return;
    await this.announce(manager, `refund.${status}`, refund.paymentId, 'refund', id);
  }

  private async announce(
    manager: EntityManager,
    event: string,
    paymentId: string | null,
    kind: NonNullable<SignedNotice['about']>['kind'],
    id: string,
  ): Promise<void> {
    const notice = { eventId: newId('event'), event, paymentId, about: { kind, id } };
    await this.payments.insertNotice(manager, { ...notice, isForged: false });
  }
}
