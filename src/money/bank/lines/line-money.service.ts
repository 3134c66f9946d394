import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalLimitsService } from '../../../identity/approvals/approval-limits.service.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { startOfDay } from '../../../platform/time-zone.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import type { BankTransfer } from '../../bank-transfers/bank-transfer.entity.js';
import { BankTransfersService } from '../../bank-transfers/bank-transfers.service.js';
import { ReceiptsService } from '../../receipts/receipts.service.js';
import { KnownPayersRepository } from '../matching/known-payers.repository.js';
import { payerWords } from '../matching/payer-words.js';
import { lineReference, lineRefused } from './bank-line.js';
import type { BankLine } from './bank-lines.repository.js';
import type { MoneyAnswer } from './similar-money.js';
import { SimilarMoneyService } from './similar-money.service.js';

export interface LineCredit extends MoneyAnswer {
  clientId: number;
  /** Tax that the client deducted, in minor units; the wallet gets it with the amount. */
  taxDeductedMinor: number;
  /** The number of a cheque in hand that the line clears. */
  cheque?: string | null;
}

/** Records the money of a line, in the caller's transaction, which has locked the line. */
@Injectable()
export class LineMoneyService {
  constructor(
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    private readonly limits: ApprovalLimitsService,
    private readonly payers: KnownPayersRepository,
    private readonly receipts: ReceiptsService,
    private readonly similar: SimilarMoneyService,
    private readonly transfers: BankTransfersService,
  ) {}

  /** @throws AppError as LineCreditsService.credit */
  async credit(manager: EntityManager, line: BankLine, credit: LineCredit): Promise<void> {
    const { clientId, taxDeductedMinor } = credit;
    const transferId = await this.claimOf(manager, line, credit);
    if (transferId !== null) {
      const { isOtherMoney = false } = credit;
      await this.transfers.confirmWithLine(manager, transferId, {
        line,
        taxDeductedMinor,
        isOtherMoney,
      });
    } else {
      await this.record(manager, line, credit);
    }
    const payers = payerWords(line.description);
    await this.payers.remember(manager, payers, { clientId, lineId: line.id });
  }

  /**
   * Counts the money of a line that needs a second person above a limit:
   * - what the line does not prove: the deducted tax, or all of it
   * - money that the caller took from another client, or says is other money than similar money
   * - of a line that was only linked with a receipt, nothing but money that was taken
   *
   * @throws AppError bank_line_refused: it is above a limit
   */
  async takeUnproven(
    manager: EntityManager,
    line: BankLine,
    {
      clientId,
      taxDeductedMinor = 0,
      isOtherMoney = false,
      sameAs = null,
    }: { clientId: number; taxDeductedMinor?: number } & MoneyAnswer,
    kind: 'receipt' | 'reversal' = 'receipt',
  ): Promise<void> {
    const { isProof } = line;
    const isMoved = kind === 'receipt' && (await this.isTaken(manager, line, clientId));
    const isCounted = sameAs?.kind === 'receipt' ? isMoved : !isProof || isMoved || isOtherMoney;
    const amountMinor = taxDeductedMinor + (isCounted ? line.amountMinor : 0);
    if (await this.limits.take(manager, { kind, clientId, amountMinor })) return;
    if (isMoved) {
      throw lineRefused(
        'It is above the limit of receipts, and you reversed the receipt of this money of another client. Let another person credit it.',
      );
    }
    throw lineRefused(
      isProof
        ? 'The deducted tax, or what is other money than similar money, is above the limit of receipts. Credit the line without the ' +
            'tax, and propose an adjustment of it. Record other money as a receipt with `other_money`, which waits for another person.'
        : `It is above the limit of ${kind}s, and the line is from a statement without balances that add up, which proves ` +
            `nothing. ${kind === 'receipt' ? 'Record' : 'Reverse'} the receipt, which waits for another person, or import a statement with balances.`,
    );
  }

  /** Returns true if a line proves money that the caller took from another client: the caller reversed a receipt of it. */
  async isTaken(manager: EntityManager, line: BankLine, clientId: number): Promise<boolean> {
    if (!line.isProof) return false;
    const { actor } = this.audit.origin();
    const references = [...line.identifiers, lineReference(line)];
    const money = { references, journalId: line.linkedJournalId };
    return this.bankLedger.hasReversed(manager, money, { actor, exceptOf: clientId });
  }

  /**
   * Undoes the link of a line and a receipt, which a person made. What the line proved counts again.
   *
   * @throws AppError bank_line_refused: it is above the limit
   */
  async unlink(manager: EntityManager, line: BankLine, receiptId: number): Promise<void> {
    const receipt = await this.bankLedger.findReceipt(manager, receiptId);
    if (receipt === null) return;
    const { clientId, journalId } = receipt;
    await this.forgetPayer(manager, line, clientId);
    if (!line.isProof) return;
    const entry = { kind: 'receipt', clientId, amountMinor: line.amountMinor, journalId } as const;
    if (await this.limits.take(manager, entry)) return;
    throw lineRefused(
      `Without this line nothing proves receipt ${receiptId}, which is above the limit of receipts. Reverse it instead.`,
    );
  }

  /** Forgets the payer of a line for a client whose money it was not. */
  async forgetPayer(manager: EntityManager, line: BankLine, clientId: number): Promise<void> {
    await this.payers.forget(manager, line, clientId);
  }

  /** Finds the claim that the line confirms: the one with its number, or the one that a person says is the same money. */
  private async claimOf(
    manager: EntityManager,
    line: BankLine,
    { clientId, taxDeductedMinor, sameAs = null }: LineCredit,
  ): Promise<number | null> {
    const { identifiers, amountMinor, valueDate } = line;
    if (sameAs?.kind === 'receipt') return null;
    if (sameAs !== null) {
      const money = { clientId, amountMinor, taxDeductedMinor, receivedAt: startOfDay(valueDate) };
      // Before the client's money of this amount, as where the claim is confirmed by hand.
      await this.transfers.lock(manager, sameAs.id);
      const { same } = await this.similar.settle(manager, money, line, { sameAs });
      return same!.id;
    }
    const claims = await this.transfers.findOpenByUtrs(manager, identifiers);
    const wanted = [amountMinor, amountMinor + taxDeductedMinor];
    const isIts = (one: BankTransfer): boolean =>
      one.clientId === clientId && wanted.includes(one.amountMinor);
    return claims.find(isIts)?.id ?? null;
  }

  private async record(manager: EntityManager, line: BankLine, credit: LineCredit): Promise<void> {
    const { amountMinor, valueDate } = line;
    const reference = await this.referenceOf(manager, line);
    const money = {
      ...({ source: 'bank', method: 'bank_transfer', reference, amountMinor } as const),
      receivedAt: startOfDay(valueDate),
      orderNumbers: [],
    };
    await this.receipts.recordMoney(manager, { ...credit, ...money }, line);
  }

  /**
   * Picks the reference for the receipt of a line: an identifier that no receipt has yet, because numbers of cheques recur. A
   * transfer's number cannot be taken: a receipt that has it was found before, as the same money.
   */
  private async referenceOf(
    manager: EntityManager,
    { id, identifiers }: BankLine,
  ): Promise<string> {
    const receipts = await this.bankLedger.listReceipts(manager, identifiers);
    const counting = receipts.filter(({ reversalId }) => reversalId === null);
    const taken = new Set(counting.map(({ reference }) => reference));
    return identifiers.find((one) => !taken.has(one)) ?? lineReference({ id });
  }
}
