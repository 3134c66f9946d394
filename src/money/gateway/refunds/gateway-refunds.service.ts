import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { normalForm } from '../../../platform/reference-form.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { GatewayLedgerService } from '../../ledger/gateway-ledger.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import { AppError } from '../../../platform/http/errors.js';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../payment-gateway.js';
import { GatewayPaymentsRepository } from '../checkouts/gateway-payments.repository.js';
import type { GatewayRefund } from './gateway-refund.entity.js';
import { GatewayRefundsRepository, type RefundFilter } from './gateway-refunds.repository.js';

export type RequestedRefund = GatewayRefund & {
  /** True if an earlier call requested it. */
  isReplay: boolean;
};

/** A refund to the source of a payment that an operator asks for. */
export type WantedRefund = Pick<
  GatewayRefund,
  'receiptId' | 'amountMinor' | 'reference' | 'reason'
> &
  Partial<Pick<GatewayRefund, 'heldJournalId'>>;

/** Requests refunds from wallets to the source of a payment, and lists them for operators. */
@Injectable()
export class GatewayRefundsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly audit: AuditService,
    private readonly ledger: LedgerService,
    private readonly money: GatewayLedgerService,
    private readonly payments: GatewayPaymentsRepository,
    private readonly repository: GatewayRefundsRepository,
  ) {}

  /**
   * Takes the refund of a gateway's receipt from the wallet; {@link GatewayJob} sends it to the gateway within seconds. The
   * same reference again returns the first refund, unless that failed.
   * - the spelling of the reference does not matter
   *
   * @throws AppError gateway_off, receipt_not_found, not_refundable (not a receipt of the current gateway, or the rest of it is
   *   smaller), insufficient_balance, payout_recorded (the reference was used with another amount)
   */
  async request(wanted: WantedRefund, key: Idempotency): Promise<RequestedRefund> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const { amountMinor, reason: note } = wanted;
      return this.requestWithin(manager, wanted, async (journalKey, clientId) => {
        const money = { key: journalKey, clientId, amountMinor, note };
        return (await this.money.refundToSource(manager, money)).journalId;
      });
    });
  }

  /**
   * Requests a refund whose money was set aside.
   *
   * @throws AppError as request, without insufficient_balance
   */
  async requestWaiting(
    manager: EntityManager,
    wanted: WantedRefund & { heldJournalId: number },
  ): Promise<RequestedRefund> {
    const { amountMinor, reason: note } = wanted;
    return this.requestWithin(manager, wanted, (key) =>
      this.money.refundWaiting(manager, { key, amountMinor, note }),
    );
  }

  /** Lists the latest refunds first. */
  async list(filter: RefundFilter, page: NewestFirst): Promise<Page<GatewayRefund>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, filter, range));
  }

  /** @param takeMoney writes the journal of a new refund, and returns it */
  private async requestWithin(
    manager: EntityManager,
    { receiptId, amountMinor, reference, reason, heldJournalId = null }: WantedRefund,
    takeMoney: (key: string, clientId: number) => Promise<number>,
  ): Promise<RequestedRefund> {
    if (this.gateway === null) throw new AppError('gateway_off');
    // Locked: refunds, disputes and a reversal of one receipt must not add up to more than it brought.
    const receipt = await this.ledger.lockReceipt(manager, receiptId);
    const payment = await this.payments.findByReceipt(manager, receiptId);
    if (payment?.gateway !== this.gateway.kind) throw new AppError('not_refundable');
    const { clientId, paymentId } = payment;
    const earlier = await this.repository.listOfReceipt(manager, receiptId);
    const form = normalForm(reference);
    const sameReference = earlier.filter((refund) => normalForm(refund.reference) === form);
    const known = sameReference.find(({ status }) => status !== 'failed');
    if (known !== undefined) {
      if (known.amountMinor !== amountMinor) throw new AppError('payout_recorded');
      return { ...known, isReplay: true };
    }
    const returnedMinor = await this.repository.sumReturned(manager, receiptId);
    const leftMinor = receipt.reversedAt === null ? receipt.amountMinor - returnedMinor : 0;
    if (amountMinor > leftMinor) throw moreThanLeft(leftMinor);
    const attempt = sameReference.length === 0 ? '' : `#${sameReference.length + 1}`;
    const journalId = await takeMoney(`source:${receiptId}${attempt}:${reference}`, clientId);
    const { actor } = this.audit.origin();
    const refund = { receiptId, paymentId, amountMinor, reference, reason, journalId, actor };
    // Random, unlike the journal's id: ids are given out again after a restore, and in a copy of the database.
    await this.repository.insert(manager, { ...refund, heldJournalId, key: randomUUID() });
    return { ...(await this.repository.findBy(manager, { journalId }))!, isReplay: false };
  }
}

function moreThanLeft(leftMinor: number): AppError {
  const left = toMajorUnits(Math.max(leftMinor, 0));
  return new AppError('not_refundable', {
    message: `At most ${left.toFixed(2)} of this receipt can be sent back.`,
    details: { left },
  });
}
