import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../audit/audit.service.js';
import { LedgerService } from '../../../ledger/ledger.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import { GatewayRefused, GatewayUnknown } from '../gateway-errors.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../payment-gateway.js';
import { GatewayPaymentsRepository } from '../checkouts/gateway-payments.repository.js';
import { GatewayRefundsRepository, type GatewayRefund } from './gateway-refunds.repository.js';

const REFUNDS_AT_ONCE = 20;

/** Refunds money of wallets to the source of a payment through the gateway. */
@Injectable()
export class GatewayRefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly audit: AuditService,
    private readonly ledger: LedgerService,
    private readonly payments: GatewayPaymentsRepository,
    private readonly repository: GatewayRefundsRepository,
  ) {}

  /**
   * Debits the wallet with a refund of a gateway's receipt; a job sends it to the gateway. The same reference again returns
   * the first refund.
   *
   * @throws AppError gateway_off, receipt_not_found, not_refundable (not a receipt of the current gateway, or less is left
   *   of it), insufficient_balance, payout_recorded (the reference was used with another amount)
   */
  async request(
    receiptId: number,
    { amountMinor, reference, reason }: Pick<GatewayRefund, 'amountMinor' | 'reference' | 'reason'>,
  ): Promise<{ refund: GatewayRefund; isReplay: boolean }> {
    const gateway = this.gateway;
    if (gateway === null) throw new AppError('gateway_off');
    return inTransaction(this.dataSource, async (manager) => {
      // Locked: two refunds of one receipt must not add up to more than it brought.
      const receipt = await this.ledger.lockReceipt(manager, receiptId);
      const payment = await this.payments.findByReceipt(manager, receiptId);
      if (payment?.gateway !== gateway.kind) throw new AppError('not_refundable');
      const earlier = await this.repository.listOfReceipt(manager, receiptId);
      const known = earlier.find((refund) => refund.reference === reference);
      if (known !== undefined) {
        if (known.amountMinor !== amountMinor) throw new AppError('payout_recorded');
        return { refund: known, isReplay: true };
      }
      const leftMinor = receipt.reversedAt === null ? receipt.amountMinor - sumOf(earlier) : 0;
      if (amountMinor > leftMinor) throw moreThanLeft(leftMinor);
      const { clientId, paymentId } = payment;
      const { journalId } = await this.ledger.refundToSource(manager, {
        ...{ clientId, amountMinor, note: reason },
        key: `${receiptId}:${reference}`,
      });
      const { actor } = this.audit.origin();
      const refund = { receiptId, paymentId, amountMinor, reference, reason, journalId, actor };
      const id = await this.repository.insert(manager, refund);
      const all = await this.repository.listOfReceipt(manager, receiptId);
      return { refund: all.find((listed) => listed.id === id)!, isReplay: false };
    });
  }

  /** Returns the refunds of a receipt, oldest first. */
  async listOfReceipt(
    receiptId: number,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<GatewayRefund>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.repository.list(this.dataSource.manager, receiptId, range), limit);
  }

  /**
   * Sends the refunds that are due. One without an answer is sent again with the same key; the money of one that the
   * gateway refuses is credited to the wallet again.
   */
  async sendDue(): Promise<void> {
    if (this.gateway === null) return;
    for (const refund of await this.repository.claimDue(this.dataSource.manager, REFUNDS_AT_ONCE)) {
      await this.send(this.gateway, refund);
    }
  }

  private async send(gateway: PaymentGateway, refund: GatewayRefund): Promise<void> {
    const { paymentId, amountMinor, journalId } = refund;
    const key = keyOf(journalId);
    try {
      // The answer to an earlier request may have been lost, and a gateway may forget its keys after some time.
      const found = await gateway.findRefund({ paymentId, key });
      const id = found ?? (await gateway.refund({ paymentId, amountMinor, key }));
      const end = { status: 'done', gatewayRefundId: id, problem: null } as const;
      await this.repository.end(this.dataSource.manager, refund.id, end);
    } catch (error) {
      if (error instanceof GatewayUnknown) return;
      if (!(error instanceof GatewayRefused)) throw error;
      await this.giveBack(refund, error.description);
    }
  }

  private async giveBack({ id, journalId }: GatewayRefund, description: string): Promise<void> {
    const problem = description.slice(0, LIMITS.reasonLength) || 'The gateway gave no reason.';
    await inTransaction(this.dataSource, async (manager) => {
      const end = { status: 'failed', gatewayRefundId: null, problem } as const;
      if (!(await this.repository.end(manager, id, end))) return;
      await this.ledger.reverseRefundToSource(manager, journalId, problem);
    });
  }
}

/** Returns a key of at least ten characters. */
function keyOf(journalId: number): string {
  return `journal-${String(journalId).padStart(8, '0')}`;
}

function sumOf(refunds: readonly GatewayRefund[]): number {
  const counted = refunds.filter(({ status }) => status !== 'failed');
  return counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

function moreThanLeft(leftMinor: number): AppError {
  const left = toMajorUnits(leftMinor);
  return new AppError('not_refundable', {
    message: `At most ${left.toFixed(2)} of this receipt can be sent back.`,
    details: { left },
  });
}
