import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalLimitsService } from '../../people/approvals/approval-limits.service.js';
import { BankLedgerService } from '../ledger/bank/bank-ledger.service.js';
import { LineLinksService } from '../bank/lines/line-links.service.js';

/** Tells of a recorded receipt what proves it. */
@Injectable()
export class ReceiptProofs {
  constructor(
    private readonly limits: ApprovalLimitsService,
    private readonly ledger: BankLedgerService,
    private readonly lines: LineLinksService,
  ) {}

  /**
   * Returns whether a line of a bank statement proves a receipt. No line proves the tax that the client deducted, so that must
   * not be above the limit on its own.
   */
  async isProven(
    manager: EntityManager,
    receiptId: number,
    taxDeductedMinor = 0,
  ): Promise<boolean> {
    if (await this.limits.isAbove(manager, 'receipt', taxDeductedMinor)) return false;
    return this.lines.isProven(manager, receiptId);
  }

  /** Returns the journal that recorded a receipt. */
  async getJournal(manager: EntityManager, receiptId: number): Promise<number> {
    const receipt = await this.ledger.findReceipt(manager, receiptId);
    if (receipt === null) throw new Error(`receipt ${receiptId} has no journal`);
    return receipt.journalId;
  }

  /** Returns the journal that reversed a receipt. */
  async getReversal(manager: EntityManager, receiptId: number): Promise<number> {
    const receipt = await this.ledger.findReceipt(manager, receiptId);
    if (receipt?.reversalId == null) throw new Error(`receipt ${receiptId} is not reversed`);
    return receipt.reversalId;
  }
}
