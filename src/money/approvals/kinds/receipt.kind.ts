import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import type { Approval, NewApproval } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import { RECEIPT_REFERENCE_UNIQUE, type Receipt } from '../../ledger/receipt.entity.js';
import {
  ReceiptsService,
  type ReceiptOutcome,
  type RecordedReceipt,
} from '../../receipts/receipts.service.js';
import { LineCreditsService } from '../../bank/lines/line-credits.service.js';
import { referenceKeys } from '../../bank/lines/bank-reference.js';
import { amountOf, clientOf } from '../approved-money.js';
import { ReceiptProofs } from '../receipt-proofs.js';

/** Receipts that operators record, also by crediting lines of bank statements. */
@Injectable()
export class ReceiptKind extends ApprovalKind {
  readonly name = 'receipt';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly credits: LineCreditsService,
    private readonly proofs: ReceiptProofs,
    private readonly receipts: ReceiptsService,
  ) {
    super();
  }

  /** Records a receipt, or proposes it. @throws AppError as ReceiptsService.record, reference_used */
  async record(receipt: RecordedReceipt, key: Idempotency): Promise<DoneOrWaiting<ReceiptOutcome>> {
    return idempotentTransaction(
      this.dataSource,
      key,
      async (manager) => {
        // Until the proposal is stored, no line of the bank is credited with the same money.
        await this.proofs.lockMoney(manager, receipt);
        return this.proofs.record(
          manager,
          proposalOf(receipt, await this.keyOf(manager, receipt)),
          (nested) => this.receipts.recordWithin(nested, receipt),
          ({ id, isReplay }) => (isReplay ? null : id),
        );
      },
      { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
    );
  }

  private async keyOf(manager: EntityManager, receipt: RecordedReceipt): Promise<string> {
    return this.approvals.keyInUse(manager, this.name, referenceKeys(receipt));
  }

  override async lockFirst(manager: EntityManager, approval: Approval): Promise<void> {
    const { lineId } = approval.details;
    if (lineId === undefined) await this.proofs.lockMoney(manager, receiptOf(approval));
    else await this.credits.lock(manager, lineId);
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<number | null> {
    const { lineId, taxDeductedMinor = 0, ...answer } = approval.details;
    if (lineId !== undefined) {
      const credit = { clientId: clientOf(approval), taxDeductedMinor, ...answer };
      return this.credits.creditApproved(manager, lineId, credit);
    }
    const { id, isReplay } = await this.receipts.record(receiptOf(approval), { manager });
    return this.proofs.getApproved(manager, { receiptId: id, isReplay });
  }
}

function proposalOf(receipt: RecordedReceipt, key: string): NewApproval & { amountMinor: number } {
  const { clientId, source, method, reference, amountMinor, receivedAt, orderNumbers } = receipt;
  const { taxDeductedMinor = 0, isOtherMoney = false, sameAs = null } = receipt;
  const details = {
    source,
    ...(method !== undefined && { method }),
    taxDeductedMinor,
    ...(isOtherMoney && { isOtherMoney }),
    ...(sameAs !== null && { sameAs }),
    orders: orderNumbers,
  };
  return {
    kind: 'receipt',
    key,
    clientId,
    reference,
    note: null,
    amountMinor: amountMinor + taxDeductedMinor,
    details: { ...details, receivedAt: receivedAt?.toISOString() ?? null },
  };
}

function receiptOf(approval: Approval): RecordedReceipt {
  const { reference, details, proposedAt } = approval;
  const { source, method, orders = [], receivedAt, taxDeductedMinor = 0 } = details;
  const { isOtherMoney = false, sameAs = null } = details;
  return {
    clientId: clientOf(approval),
    reference: reference!,
    orderNumbers: orders,
    taxDeductedMinor,
    isOtherMoney,
    sameAs,
    source: source as Receipt['source'],
    ...(method !== undefined && { method }),
    amountMinor: amountOf(approval) - taxDeductedMinor,
    // The money had come when it was proposed.
    receivedAt: receivedAt == null ? proposedAt : new Date(receivedAt),
  };
}
