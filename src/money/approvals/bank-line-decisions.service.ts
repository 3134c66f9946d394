import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { NewApproval } from '../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../identity/approvals/approvals.service.js';
import { LIMITS } from '../../platform/config/limits.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { lineKey } from '../bank/lines/bank-line.js';
import type { BankLine } from '../bank/lines/bank-lines.repository.js';
import { BankLinesService, type ShownLine } from '../bank/lines/bank-lines.service.js';
import { isOnlyLinked, LineCreditsService } from '../bank/lines/line-credits.service.js';
import type { LineCredit } from '../bank/lines/line-money.service.js';
import { nameOf } from '../bank/lines/similar-money.js';
import { LineUndoService } from '../bank/lines/line-undo.service.js';
import { RECEIPT_REFERENCE_UNIQUE } from '../ledger/receipt.entity.js';
import { ReversalKind } from './kinds/reversal.kind.js';

/** Decisions about lines of bank statements that move money of clients, within the limits of receipts and reversals. */
@Injectable()
export class BankLineDecisions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly credits: LineCreditsService,
    private readonly lines: BankLinesService,
    private readonly reversals: ReversalKind,
    private readonly undoing: LineUndoService,
  ) {}

  /**
   * Credits the money of a line to a client, or proposes to.
   *
   * @throws AppError bank_line_not_found, bank_line_refused (a debit), reference_used, and as LineCreditsService.credit
   */
  async credit(
    id: number,
    credit: LineCredit,
    key: Idempotency,
  ): Promise<DoneOrWaiting<ShownLine>> {
    return idempotentTransaction(
      this.dataSource,
      key,
      async (manager) => {
        const line = await this.lines.lock(manager, id, 'in');
        const { clientId, taxDeductedMinor, ...answer } = credit;
        const amountMinor = isOnlyLinked(credit) ? null : line.amountMinor + taxDeductedMinor;
        const details = { source: 'bank', taxDeductedMinor, ...answer };
        const money = { kind: 'receipt', clientId, amountMinor, details } as const;
        const proposal = await this.proposalOf(manager, line, money);
        return this.approvals.doOrPropose(manager, proposal, async (nested) => {
          const isNew = await this.credits.credit(nested, line, credit);
          const isSettled = async (): Promise<boolean> =>
            !isNew || this.credits.takeUnproven(nested, line, credit);
          return { outcome: await this.lines.get(nested, id), isSettled, isRecorded: isNew };
        });
      },
      { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
    );
  }

  /**
   * Reverses the receipt whose money a debit returned, or proposes to.
   *
   * @param chosenId null: the receipt with the line's reference, or the suggested one
   * @throws AppError bank_line_not_found, bank_line_matched, bank_line_refused (a credit), reference_used, and as
   *   LineCreditsService.getReturned and returnReceipt
   */
  async return(
    id: number,
    chosenId: number | null,
    key: Idempotency,
  ): Promise<DoneOrWaiting<ShownLine>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const line = await this.lines.lock(manager, id, 'out');
      if (line.journalId !== null) {
        await this.credits.assertReturn(manager, line.journalId, chosenId);
        return { outcome: await this.lines.get(manager, id), approval: null };
      }
      const receipt = await this.credits.getReturned(manager, line, chosenId);
      const { receiptId, clientId, taxDeductedMinor } = receipt;
      const amountMinor = line.amountMinor + taxDeductedMinor;
      const money = { kind: 'reversal', clientId, amountMinor, details: { receiptId } } as const;
      const proposal = await this.proposalOf(manager, line, money);
      return this.approvals.doOrPropose(manager, proposal, async (nested) => {
        await this.credits.returnReceipt(nested, line, receipt);
        const outcome = await this.lines.get(nested, id);
        return { outcome, isSettled: () => this.credits.takeReturn(nested, line, receipt) };
      });
    });
  }

  /**
   * Undoes the decision about a line by a reversing entry, or proposes to. The line is open again.
   *
   * @throws AppError bank_line_not_found, bank_line_refused (nothing was decided, the month is closed, or the entry was not
   *   made for the line), and as ReversalKind.reverse
   */
  async undo(id: number, reason: string, key: Idempotency): Promise<DoneOrWaiting<ShownLine>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const line = await this.lines.lock(manager, id, null);
      const receiptId = await this.undoing.undo(manager, line, reason);
      if (receiptId !== null) {
        const { approval } = await this.reversals.reverse(receiptId, reason, { manager });
        if (approval !== null) return { outcome: null, approval };
      }
      return { outcome: await this.lines.get(manager, id), approval: null };
    });
  }

  private async proposalOf(
    manager: EntityManager,
    line: BankLine,
    money: Pick<NewApproval, 'kind' | 'clientId' | 'amountMinor' | 'details'>,
  ): Promise<NewApproval> {
    const { id: lineId, reference, direction, valueDate } = line;
    return {
      ...money,
      key: lineKey(lineId),
      reference: reference === '' ? null : reference,
      note: (await this.noteOf(manager, line, money.details)).slice(0, LIMITS.reasonLength),
      details: { ...money.details, lineId, direction, valueDate },
    };
  }
  /** Says whom a line names, and with what it is only linked. */
  private async noteOf(
    manager: EntityManager,
    line: BankLine,
    { cheque, sameAs }: NewApproval['details'],
  ): Promise<string> {
    const named = await this.credits.describeNamed(manager, line);
    if (cheque != null) return `${named} It clears cheque ${cheque}.`;
    return sameAs == null ? named : `${named} It is the money of ${nameOf(sameAs)}.`;
  }
}
