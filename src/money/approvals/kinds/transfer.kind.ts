import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, invalidField } from '../../../platform/http/errors.js';
import {
  BankTransfersService,
  NOT_CREDITED,
  type Confirmation,
} from '../../bank-transfers/bank-transfers.service.js';
import { MoneyIsSimilar, type MoneyAnswer } from '../../bank/lines/similar-money.js';
import { ReceiptProofs } from '../receipt-proofs.js';

/** Bank transfers that clients claim and operators confirm. */
@Injectable()
export class TransferKind extends ApprovalKind {
  readonly name = 'transfer';

  constructor(
    private readonly dataSource: DataSource,
    private readonly proofs: ReceiptProofs,
    private readonly transfers: BankTransfersService,
  ) {
    super();
  }

  /**
   * Confirms transfers, or proposes to, each in its own transaction. A repetition returns the earlier result.
   *
   * @throws AppError validation_failed (what a person says about similar money is about a single transfer)
   */
  async confirmAll(ids: readonly number[], answer: MoneyAnswer = {}): Promise<Confirmation[]> {
    if (ids.length > 1 && Object.keys(answer).length > 0) {
      const message = 'ids must be a single id with other_money or same_as';
      throw invalidField('ids', 'one_transfer', message);
    }
    const confirmations: Confirmation[] = [];
    for (const id of ids) {
      confirmations.push(
        await inTransaction(this.dataSource, (manager) => this.confirm(manager, id, answer)),
      );
    }
    return confirmations;
  }

  override async lockFirst(manager: EntityManager, { details }: Approval): Promise<void> {
    await this.transfers.lockClaim(manager, details.transferId ?? 0, details);
  }

  async carryOut(manager: EntityManager, { details }: Approval): Promise<number> {
    const { transferId = 0 } = details;
    const { outcome, transfer, isCredited, similar } = await this.transfers.confirm(
      manager,
      transferId,
      details,
    );
    if (outcome === 'utr_taken') throw new AppError('payment_recorded');
    if (outcome === 'receipt_similar') throw new MoneyIsSimilar(similar);
    if (outcome === 'rejected') throw new AppError('transfer_decided');
    if (!isCredited || transfer?.receiptId == null) throw new AppError('approval_outdated');
    return this.proofs.getJournal(manager, transfer.receiptId);
  }

  private async confirm(
    manager: EntityManager,
    id: number,
    answer: MoneyAnswer,
  ): Promise<Confirmation> {
    const claim = await this.transfers.find(manager, id);
    if (claim?.status !== 'claimed') return this.transfers.confirm(manager, id, answer);
    // Until a proposal is stored, no line of the bank confirms the transfer.
    await this.transfers.lockMoney(manager, claim);
    const { clientId, amountMinor, utr: reference, orderNumbers: orders } = claim;
    const proposal = {
      ...({ kind: 'transfer', key: String(id), clientId, amountMinor, reference } as const),
      note: null,
      details: { transferId: id, orders, ...answer },
    };
    const { outcome, approval } = await this.proofs.record(
      manager,
      proposal,
      (nested) => this.transfers.confirm(nested, id, answer),
      ({ isCredited, transfer }) => (isCredited && transfer !== null ? transfer.receiptId : null),
    );
    if (approval === null) return outcome;
    return { ...NOT_CREDITED, id, outcome: 'waiting', transfer: claim, approvalId: approval.id };
  }
}
