import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalLimitsService } from '../../people/approvals/approval-limits.service.js';
import { BankLedgerService } from '../ledger/bank/bank-ledger.service.js';
import { LineLinksService } from '../bank/lines/line-links.service.js';

/** Money of a client, in minor units. */
interface UnprovenMoney {
  clientId: number | null;
  amountMinor: number;
  taxDeductedMinor?: number;
}

/** Tells of a recorded receipt what proves it. */
@Injectable()
export class ReceiptProofs {
  constructor(
    private readonly limits: ApprovalLimitsService,
    private readonly ledger: BankLedgerService,
    private readonly lines: LineLinksService,
  ) {}

  /**
   * Counts what no line of a bank statement proves of a recorded receipt: all of it, or the tax that the client deducted.
   *
   * @param amountMinor of the receipt, with the tax
   * @returns false: it is above a limit, and has to wait for another person
   */
  async takeUnproven(
    manager: EntityManager,
    receiptId: number,
    { clientId, amountMinor, taxDeductedMinor = 0 }: UnprovenMoney,
  ): Promise<boolean> {
    const entry = { kind: 'receipt', clientId } as const;
    const line = await this.lines.lockLineOf(manager, receiptId);
    if (line !== null && this.lines.isProof(line)) {
      return this.limits.take(manager, { ...entry, amountMinor: taxDeductedMinor });
    }
    const journalId = await this.getJournal(manager, receiptId);
    return this.limits.take(manager, { ...entry, amountMinor, journalId });
  }

  /** Reads the journal that recorded a receipt. */
  async getJournal(manager: EntityManager, receiptId: number): Promise<number> {
    const receipt = await this.ledger.findReceipt(manager, receiptId);
    if (receipt === null) throw new Error(`receipt ${receiptId} has no journal`);
    return receipt.journalId;
  }

  /** Reads the journal that reversed a receipt. */
  async getReversal(manager: EntityManager, receiptId: number): Promise<number> {
    const receipt = await this.ledger.findReceipt(manager, receiptId);
    if (receipt?.reversalId == null) throw new Error(`receipt ${receiptId} is not reversed`);
    return receipt.reversalId;
  }
}
