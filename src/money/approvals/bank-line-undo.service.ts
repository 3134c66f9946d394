import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DoneOrWaiting } from '../../identity/approvals/approvals.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { BankLinesService, type ShownLine } from '../bank/lines/bank-lines.service.js';
import { LineUndoService } from '../bank/lines/line-undo.service.js';
import { ReversalKind } from './kinds/reversal.kind.js';

/** Undoes decisions about lines of bank statements, those that recorded a receipt within the limit of reversals. */
@Injectable()
export class BankLineUndo {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lines: BankLinesService,
    private readonly reversals: ReversalKind,
    private readonly undoing: LineUndoService,
  ) {}

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
}
