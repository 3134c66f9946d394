import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { startOfDay } from '../../../platform/time-zone.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import type { BankTransfer } from '../../bank-transfers/bank-transfer.entity.js';
import { BankTransfersService } from '../../bank-transfers/bank-transfers.service.js';
import { ReceiptsService } from '../../receipts/receipts.service.js';
import { KnownPayersRepository } from '../matching/known-payers.repository.js';
import { LineProofs } from '../matching/line-proofs.service.js';
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
  /** The orders of the client that it pays. Default: those of a claim that it confirms. */
  orders?: readonly string[];
}

/** Records the money of a line, in the caller's transaction, which has locked the line. */
@Injectable()
export class LineMoneyService {
  constructor(
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    private readonly payers: KnownPayersRepository,
    private readonly proofs: LineProofs,
    private readonly receipts: ReceiptsService,
    private readonly similar: SimilarMoneyService,
    private readonly transfers: BankTransfersService,
  ) {}

  /** @throws AppError as LineCreditsService.credit */
  async credit(manager: EntityManager, line: BankLine, credit: LineCredit): Promise<void> {
    const { clientId, taxDeductedMinor } = credit;
    const named = await this.proofs.listNamed(manager, line);
    const transferId = await this.claimOf(manager, line, credit);
    if (transferId !== null) {
      const { isOtherMoney = false, orders = [] } = credit;
      await this.transfers.confirmWithLine(manager, transferId, {
        line,
        taxDeductedMinor,
        isOtherMoney,
        orders,
      });
    } else {
      await this.record(manager, line, credit);
    }
    await this.audit.record(manager, {
      action: 'bank_line.credited',
      subject: `bank line ${line.id}`,
      after: { clientId, amountMinor: line.amountMinor, named },
    });
    const payers = payerWords(line.description);
    await this.payers.remember(manager, payers, { clientId, lineId: line.id });
  }

  /**
   * Counts what a line does not prove of the money of a receipt, which it recorded or was linked with.
   *
   * @returns false: it is above the limit of receipts
   */
  async takeUnproven(
    manager: EntityManager,
    line: BankLine,
    { clientId, taxDeductedMinor = 0, isOtherMoney = false }: LineCredit,
    receiptId: number,
  ): Promise<boolean> {
    const { journalId } = (await this.bankLedger.findReceipt(manager, receiptId))!;
    const amountMinor = line.amountMinor + taxDeductedMinor;
    const entry = { clientId, amountMinor, journalId };
    return this.proofs.take(manager, line, entry, { taxDeductedMinor, isOtherMoney });
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
    const entry = { clientId, amountMinor: line.amountMinor, journalId };
    if (!line.isProof || (await this.proofs.take(manager, null, entry))) return;
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
      orderNumbers: credit.orders ?? [],
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
