import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { LIMITS } from '../../platform/config/limits.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import type { Gateway } from './gateway.js';
import { GATEWAY } from './gateway-endpoint.js';
import { GatewayRefused, GatewayUnknown } from './gateway-errors.js';
import { GatewayPaymentsRepository } from './gateway-payments.repository.js';
import { GatewayRefundsRepository, type GatewayRefund } from './gateway-refunds.repository.js';

const AT_ONCE = 20;

/** Sends money of wallets back to where a payment through the gateway came from. */
@Injectable()
export class GatewayRefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(GATEWAY) private readonly gateway: Gateway | null,
    private readonly audit: AuditService,
    private readonly ledger: LedgerService,
    private readonly payments: GatewayPaymentsRepository,
    private readonly repository: GatewayRefundsRepository,
  ) {}

  /**
   * Takes money of a gateway's receipt from its client's wallet; a job sends it back. The same reference again returns
   * the first refund.
   *
   * @throws AppError gateway_off, receipt_not_found, not_refundable (it is not of the present gateway, or no so much is
   *   left of it), insufficient_balance, payout_recorded (the reference is of another amount)
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
      if (payment?.gateway !== gateway.endpoint.kind) throw new AppError('not_refundable');
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
      return { refund: all.find((each) => each.id === id)!, isReplay: false };
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
   * Sends the refunds that are due. What the gateway does not answer is sent again with the same key; where it refuses,
   * the money is in the wallet again.
   */
  async sendDue(): Promise<void> {
    if (this.gateway === null) return;
    for (const refund of await this.repository.claimDue(this.dataSource.manager, AT_ONCE)) {
      await this.send(this.gateway, refund);
    }
  }

  private async send(gateway: Gateway, refund: GatewayRefund): Promise<void> {
    const { paymentId, amountMinor, journalId } = refund;
    try {
      const id = await gateway.refund(paymentId, { amountMinor, key: keyOf(journalId) });
      const end = { status: 'done', gatewayRefundId: id, problem: null } as const;
      await this.repository.end(this.dataSource.manager, refund.id, end);
    } catch (error) {
      if (error instanceof GatewayUnknown) return;
      if (!(error instanceof GatewayRefused)) throw error;
      await this.giveBack(refund, error.description);
    }
  }

  private async giveBack({ id, journalId }: GatewayRefund, description: string): Promise<void> {
    const problem = description.slice(0, LIMITS.reasonLength) || 'refused without a reason';
    await inTransaction(this.dataSource, async (manager) => {
      const end = { status: 'failed', gatewayRefundId: null, problem } as const;
      if (!(await this.repository.end(manager, id, end))) return;
      await this.ledger.reverseRefundToSource(manager, journalId, problem);
    });
  }
}

/** Returns the gateway takes keys of ten characters and more. */
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
