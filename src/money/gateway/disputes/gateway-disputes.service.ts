import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { GatewayLedgerService } from '../../ledger/gateway-ledger.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import type { Period } from '../../../platform/days/zoned-day.js';
import { askedNow, type AskedAt } from '../asked-at.js';
import { GatewayPaymentsRepository } from '../checkouts/gateway-payments.repository.js';
import { IntentChecksService } from '../checkouts/intent-checks.service.js';
import { checkEach } from '../gateway-errors.js';
import { PAYMENT_GATEWAY, type GatewayDispute, type PaymentGateway } from '../payment-gateway.js';
import { GatewayDisputesRepository, type ListedDispute } from './gateway-disputes.repository.js';
import type { StoredDispute } from './stored-dispute.entity.js';

const DISPUTES_AT_ONCE = 20;

/**
 * Disputes about payments of the gateway. What the gateway holds back is taken from the client's wallet, and credited again if
 * the dispute is won.
 * - what the wallet lacks becomes a debt
 */
@Injectable()
export class GatewayDisputesService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly ledger: LedgerService,
    private readonly money: GatewayLedgerService,
    private readonly checks: IntentChecksService,
    private readonly payments: GatewayPaymentsRepository,
    private readonly repository: GatewayDisputesRepository,
  ) {}

  /** Queries the gateway for the open disputes that are due. */
  async askDue(): Promise<void> {
    const gateway = this.gateway;
    if (gateway === null) return;
    const { manager } = this.dataSource;
    const due = await this.repository.claimDue(manager, gateway.kind, DISPUTES_AT_ONCE);
    await checkEach(due, (id) => this.check(id));
  }

  /**
   * Queries the gateway for a dispute, stores it, and books what the gateway holds back.
   *
   * @returns false if the payment was not credited by this service
   * @throws GatewayUnknown, GatewayRefused
   */
  async check(disputeId: string): Promise<boolean> {
    const askedAt = await askedNow(this.dataSource.manager);
    return this.take(await this.gateway!.getDispute(disputeId), askedAt);
  }

  /** Queries the gateway for the disputes that were opened in a period, in case a notice was lost. */
  async checkPeriod(period: Period): Promise<void> {
    const askedAt = await askedNow(this.dataSource.manager);
    for (const dispute of await this.gateway!.listDisputes(period)) {
      await this.take(dispute, askedAt);
    }
  }

  /** Lists the latest disputes first. */
  async list(
    status: StoredDispute['status'] | null,
    page: NewestFirst,
  ): Promise<Page<ListedDispute>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, status, range));
  }

  private async take(dispute: GatewayDispute, askedAt: AskedAt): Promise<boolean> {
    if (!(await this.checks.checkPayment(dispute.paymentId))) return false;
    await inTransaction(this.dataSource, async (manager) => {
      const payment = (await this.payments.findCredited(manager, dispute.paymentId))!;
      const { clientId, receiptId } = payment;
      const { reversedAt } = await this.ledger.lockReceipt(manager, receiptId);
      const stored = await this.repository.put(manager, { ...dispute, receiptId }, askedAt);
      if (stored === null) return;
      const isReversed = reversedAt !== null && stored.journalId === null;
      // If the receipt was reversed, the reversal has taken the money already.
      const wantedMinor = isReversed ? 0 : dispute.deductedMinor;
      await this.book(manager, { ...stored, clientId }, wantedMinor);
    });
    return true;
  }

  /** Changes the amount taken from the wallet to what the gateway holds back. */
  private async book(
    manager: EntityManager,
    dispute: StoredDispute & { clientId: number },
    wantedMinor: number,
  ): Promise<void> {
    const { id, disputeId, clientId, phase, takenMinor, bookings } = dispute;
    if (takenMinor === wantedMinor) return;
    if (dispute.journalId !== null) {
      await this.money.giveBack(manager, dispute.journalId, `Dispute ${disputeId}`);
    }
    const key = `dispute:${disputeId}:${bookings + 1}`;
    const note = `Dispute ${disputeId} (${phase})`;
    const money = { key, clientId, amountMinor: wantedMinor, note };
    const taken = wantedMinor === 0 ? null : await this.money.takeBack(manager, 'dispute', money);
    const journalId = taken?.journalId ?? null;
    await this.repository.setTaken(manager, id, { takenMinor: wantedMinor, journalId });
  }
}
