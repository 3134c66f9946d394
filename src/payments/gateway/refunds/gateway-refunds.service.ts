import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../audit/audit.service.js';
import { GatewayLedgerService } from '../../../ledger/gateway-ledger.service.js';
import { LedgerService } from '../../../ledger/ledger.service.js';
import { moneyTransaction, type MoneyKey } from '../../../ledger/money-calls/money-key.js';
import { AppError } from '../../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../payment-gateway.js';
import { GatewayPaymentsRepository } from '../checkouts/gateway-payments.repository.js';
import {
  GatewayRefundsRepository,
  type GatewayRefund,
  type RefundFilter,
} from './gateway-refunds.repository.js';

/** Requests refunds from wallets to the source of a payment, and lists them for operators. */
@Injectable()
export class GatewayRefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly audit: AuditService,
    private readonly ledger: LedgerService,
    private readonly money: GatewayLedgerService,
    private readonly payments: GatewayPaymentsRepository,
    private readonly repository: GatewayRefundsRepository,
  ) {}

  /**
   * Debits the wallet with a refund of a gateway's receipt. {@link GatewayJob} sends it to the gateway within seconds.
   * Repeating a reference returns its first refund, unless that failed.
   *
   * @throws AppError gateway_off, receipt_not_found, not_refundable (not a receipt of the current gateway, or the rest of
   *   it is smaller), insufficient_balance, payout_recorded (the reference was used with another amount)
   */
  async request(
    receiptId: number,
    { amountMinor, reference, reason }: Pick<GatewayRefund, 'amountMinor' | 'reference' | 'reason'>,
    key: MoneyKey,
  ): Promise<{ refund: GatewayRefund; isReplay: boolean }> {
    const gateway = this.gateway;
    if (gateway === null) throw new AppError('gateway_off');
    return moneyTransaction(this.dataSource, key, async (manager) => {
      // Locks the receipt: its refunds, disputes and reversal must not add up to more than its amount.
      const receipt = await this.ledger.lockReceipt(manager, receiptId);
      const payment = await this.payments.findByReceipt(manager, receiptId);
      if (payment?.gateway !== gateway.kind) throw new AppError('not_refundable');
      const earlier = await this.repository.listOfReceipt(manager, receiptId);
      const sameReference = earlier.filter((refund) => refund.reference === reference);
      const known = sameReference.find(({ status }) => status !== 'failed');
      if (known !== undefined) {
        if (known.amountMinor !== amountMinor) throw new AppError('payout_recorded');
        return { refund: known, isReplay: true };
      }
      const returnedMinor = await this.repository.sumReturned(manager, receiptId);
      const leftMinor = receipt.reversedAt === null ? receipt.amountMinor - returnedMinor : 0;
      if (amountMinor > leftMinor) throw moreThanLeft(leftMinor);
      const { clientId, paymentId } = payment;
      const attempt = sameReference.length === 0 ? '' : `#${sameReference.length + 1}`;
      const { journalId } = await this.money.refundToSource(manager, {
        ...{ clientId, amountMinor, note: reason },
        key: `source:${receiptId}${attempt}:${reference}`,
      });
      const { actor } = this.audit.origin();
      const refund = { receiptId, paymentId, amountMinor, reference, reason, journalId, actor };
      await this.repository.insert(manager, refund);
      return {
        refund: (await this.repository.findByJournal(manager, journalId))!,
        isReplay: false,
      };
    });
  }

  /** Returns the latest refunds first. */
  async list(filter: RefundFilter, { beforeId, limit }: NewestFirst): Promise<Page<GatewayRefund>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.repository.list(this.dataSource.manager, filter, range), limit);
  }
}

function moreThanLeft(leftMinor: number): AppError {
  const left = toMajorUnits(Math.max(leftMinor, 0));
  return new AppError('not_refundable', {
    message: `At most ${left.toFixed(2)} of this receipt can be sent back.`,
    details: { left },
  });
}
