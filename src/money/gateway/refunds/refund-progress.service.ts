import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { GatewayLedgerService } from '../../ledger/gateway-ledger.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { Period } from '../../../platform/days/zoned-day.js';
import { askedNow, type AskedAt } from '../asked-at.js';
import {
  GatewayPaymentsRepository,
  type CreditedPayment,
} from '../checkouts/gateway-payments.repository.js';
import { checkEach, GatewayRefused, isOfGateway } from '../gateway-errors.js';
import {
  PAYMENT_GATEWAY,
  type GatewayPayment,
  type MadeRefund,
  type PaymentGateway,
} from '../payment-gateway.js';
import type { GatewayRefund } from './gateway-refund.entity.js';
import { GatewayRefundsRepository } from './gateway-refunds.repository.js';
import { journalOf, keyOfJournal } from './refund-keys.js';

const REFUNDS_AT_ONCE = 20;
const NO_REASON = 'The gateway gave no reason.';

/** Sends refunds, queries their state, and books those made at the gateway. Several instances may do so at the same time. */
@Injectable()
export class RefundProgressService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly audit: AuditService,
    private readonly ledger: LedgerService,
    private readonly money: GatewayLedgerService,
    private readonly payments: GatewayPaymentsRepository,
    private readonly repository: GatewayRefundsRepository,
  ) {}

  /** Sends the refunds that are due. If the gateway does not answer, the refund is sent again with the same key. */
  async sendDue(): Promise<void> {
    const gateway = this.gateway;
    if (gateway === null) return;
    const { manager } = this.dataSource;
    for (let sent = 0; sent < REFUNDS_AT_ONCE; sent += 1) {
      // One at a time: a claim would end while the refunds before it wait for their answers.
      const [refund] = await this.repository.claim(manager, 'send', gateway.kind, 1);
      if (refund === undefined) return;
      await this.send(gateway, refund);
    }
  }

  /** Queries the gateway for the pending refunds that are due. */
  async askDue(): Promise<void> {
    const gateway = this.gateway;
    if (gateway === null) return;
    const { manager } = this.dataSource;
    const due = await this.repository.claim(manager, 'ask', gateway.kind, REFUNDS_AT_ONCE);
    await checkEach(due, ({ gatewayRefundId }) => this.check(gatewayRefundId!));
  }

  /**
   * Queries the gateway for a refund and stores its state.
   * - failed: the amount is credited to the wallet again
   * - made on the gateway's own pages, or after the gateway refused it: the amount is taken from the wallet
   *
   * @returns false if the payment was not credited by this service, or the gateway made a refund that it had reported as failed
   * @throws GatewayUnknown, GatewayRefused
   */
  async check(gatewayRefundId: string): Promise<boolean> {
    const { manager } = this.dataSource;
    const askedAt = await askedNow(manager);
    const made = await this.gateway!.getRefund(gatewayRefundId);
    const known = await this.findOwn(manager, made);
    if (known === null) return this.checkPayment(made.paymentId);
    await inTransaction(this.dataSource, async (transaction) => {
      await this.ledger.lockReceipt(transaction, known.receiptId);
      await this.advance(transaction, known, made, askedAt);
    });
    return known.status !== 'failed' || made.status === 'failed';
  }

  /** Queries the gateway for the refunds of a payment and stores their states, as {@link check} does. */
  async checkPayment(paymentId: string): Promise<boolean> {
    const { manager } = this.dataSource;
    if ((await this.payments.findCredited(manager, paymentId)) === null) return false;
    const askedAt = await askedNow(manager);
    const refunds = await this.gateway!.listRefunds({ paymentId });
    await inTransaction(this.dataSource, async (transaction) => {
      const payment = (await this.payments.findCredited(transaction, paymentId))!;
      const receipt = await this.ledger.lockReceipt(transaction, payment.receiptId);
      // Amounts refunded before the payment was credited were never in the wallet.
      let uncreditedMinor = payment.amountMinor - receipt.amountMinor;
      for (const made of refunds) {
        const known = await this.findOwn(transaction, made);
        if (known !== null) {
          await this.advance(transaction, known, made, askedAt);
        } else if (made.status === 'failed') {
          continue;
        } else if (uncreditedMinor >= made.amountMinor) {
          uncreditedMinor -= made.amountMinor;
        } else if (receipt.reversedAt === null) {
          await this.bookOutside(transaction, payment, { ...made, status: made.status });
        }
      }
    });
    return true;
  }

  /**
   * Queries the refunds of a payment if the gateway reports another refunded sum than is stored.
   *
   * @throws GatewayUnknown, GatewayRefused
   */
  async checkTotal({ id, refundedMinor }: GatewayPayment): Promise<void> {
    const storedMinor = await this.repository.sumOfPayment(this.dataSource.manager, id);
    if (storedMinor !== null && storedMinor !== refundedMinor) await this.checkPayment(id);
  }

  /** Queries the gateway for the refunds that were made in a period, in case a notice was lost. */
  async checkPeriod(period: Period): Promise<void> {
    const refunds = await this.gateway!.listRefunds(period);
    const { manager } = this.dataSource;
    for (const made of refunds) {
      const known = await this.findOwn(manager, made);
      if (known?.status === made.status) continue;
      if (known === null) await this.checkPayment(made.paymentId);
      else await this.check(made.id);
    }
  }

  private async send(gateway: PaymentGateway, refund: GatewayRefund): Promise<void> {
    const { manager } = this.dataSource;
    const askedAt = await askedNow(manager);
    try {
      const answer = await answerTo(gateway, refund);
      await inTransaction(this.dataSource, async (transaction) => {
        await this.ledger.lockReceipt(transaction, refund.receiptId);
        if ('status' in answer) return this.advance(transaction, refund, answer, askedAt);
        const problem = answer.description.slice(0, LIMITS.reasonLength) || NO_REASON;
        return this.fail(transaction, refund, { gatewayRefundId: null, problem }, askedAt);
      });
    } catch (error) {
      if (!isOfGateway(error)) throw error;
      const problem = error.message.slice(0, LIMITS.reasonLength);
      await this.repository.keepProblem(manager, refund.id, problem);
    }
  }

  /** Finds the stored refund that the gateway made; null if it must be booked, even if the gateway had refused it before. */
  private async findOwn(manager: EntityManager, made: MadeRefund): Promise<GatewayRefund | null> {
    const known = await this.repository.findBy(manager, { gatewayRefundId: made.id });
    if (known !== null) return known;
    const sent = await this.findSent(manager, made);
    return sent?.status === 'failed' && made.status !== 'failed' ? null : sent;
  }

  private async findSent(manager: EntityManager, made: MadeRefund): Promise<GatewayRefund | null> {
    const { key } = made;
    const own = key === null ? null : await this.repository.findBy(manager, { key });
    if (own !== null) return own;
    const journalId = journalOf(key);
    const sent = journalId && (await this.repository.findBy(manager, { journalId }));
    return sent && isSentByJournal(made, sent) ? sent : null;
  }

  private async advance(
    manager: EntityManager,
    refund: GatewayRefund,
    { id: gatewayRefundId, status }: MadeRefund,
    askedAt: AskedAt,
  ): Promise<void> {
    if (status === 'failed') {
      const problem = 'The gateway could not send the money.';
      await this.fail(manager, refund, { gatewayRefundId, problem }, askedAt);
      return;
    }
    const to = { status, gatewayRefundId, problem: null };
    await this.repository.advance(manager, refund.id, to, askedAt);
  }

  private async fail(
    manager: EntityManager,
    { id, journalId, heldJournalId }: GatewayRefund,
    failure: { gatewayRefundId: string | null; problem: string },
    askedAt: AskedAt,
  ): Promise<void> {
    const to = { status: 'failed', ...failure } as const;
    if (!(await this.repository.advance(manager, id, to, askedAt))) return;
    if (heldJournalId === null) {
      await this.money.giveBack(manager, journalId, failure.problem);
    } else {
      const refund = { journalId, heldJournalId, note: failure.problem };
      await this.money.giveBackWaiting(manager, refund);
    }
  }

  private async bookOutside(
    manager: EntityManager,
    { clientId, receiptId, paymentId }: CreditedPayment,
    made: MadeRefund & { status: 'pending' | 'processed' },
  ): Promise<void> {
    const { id: gatewayRefundId, amountMinor, status } = made;
    const reason = "Refunded in the gateway's own pages";
    const key = `outside:${gatewayRefundId}`;
    const money = { key, clientId, amountMinor, note: reason };
    const { journalId } = await this.money.takeBack(manager, 'payout', money);
    const { actor } = this.audit.origin();
    await this.repository.insertOutside(manager, {
      receiptId,
      paymentId,
      amountMinor,
      reference: gatewayRefundId,
      reason,
      journalId,
      actor,
      status,
      gatewayRefundId,
    });
  }
}

/**
 * Sends a refund unless the gateway already has it. The answer to an earlier request may have been lost, and a gateway may
 * forget keys after some time.
 * - returns only a refusal of the refund itself, not one of the list
 *
 * @throws GatewayUnknown, GatewayRefused
 */
async function answerTo(
  gateway: PaymentGateway,
  refund: GatewayRefund,
): Promise<MadeRefund | GatewayRefused> {
  const { paymentId, amountMinor } = refund;
  const key = refund.key ?? keyOfJournal(refund.journalId);
  const refunds = await gateway.listRefunds({ paymentId });
  const found =
    refunds.find((made) => made.key === key) ??
    refunds.find((made) => isSentByJournal(made, refund));
  return found ?? gateway.refund({ paymentId, amountMinor, key }).catch(toRefusal);
}

function toRefusal(error: unknown): GatewayRefused {
  if (error instanceof GatewayRefused) return error;
  throw error;
}

/**
 * Returns true if an instance of an earlier release sent a refund, with the key of its journal. The key alone proves nothing:
 * another installation may use the same account and have the same journal ids.
 */
function isSentByJournal(made: MadeRefund, { journalId, ...refund }: GatewayRefund): boolean {
  return (
    made.key === keyOfJournal(journalId) &&
    made.paymentId === refund.paymentId &&
    made.amountMinor === refund.amountMinor &&
    (refund.gatewayRefundId ?? made.id) === made.id
  );
}
