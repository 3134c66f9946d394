import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  BankLedgerRepository,
  type BankReceipt,
} from '../../ledger/bank/bank-ledger.repository.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { AppError } from '../../../platform/http/errors.js';
import { toDecimalText } from '../../../platform/money.js';
import { LineApprovals } from '../matching/line-approvals.service.js';
import { LineProofs } from '../matching/line-proofs.service.js';
import type { BankLine } from './bank-lines.repository.js';
import { assertOpen, BankLinesService } from './bank-lines.service.js';
import { identifierOf, isOfBank, typedForms } from './bank-reference.js';
import { lineRefused, ownerOf } from './bank-line.js';
import { LineLinksService } from './line-links.service.js';
import { LineMoneyService, type LineCredit } from './line-money.service.js';

/** Moves money of clients by finance's decisions about lines, in the caller's transaction, which has locked the line. */
@Injectable()
export class LineCreditsService {
  constructor(
    private readonly approvals: LineApprovals,
    private readonly bankLedger: BankLedgerRepository,
    private readonly ledger: LedgerService,
    private readonly lines: BankLinesService,
    private readonly links: LineLinksService,
    private readonly money: LineMoneyService,
    private readonly proofs: LineProofs,
  ) {}

  /**
   * Credits a line to a client, and remembers the payer's name and account.
   * - if the client claims this transfer, the claim is confirmed
   * - with the number of a cheque in hand, the line clears that cheque instead
   * - a line that is the same money as a receipt or another claim is only linked with it
   * - a line that was credited to the client before stays as it is; with other tax, that is refused
   *
   * @returns false: it was credited before
   * @throws AppError bank_line_matched, bank_line_refused (no such cheque, or one that it may clear; orders for money that the wallet
   *   has already), payment_recorded (its reference is another receipt), receipt_similar, validation_failed (unknown client or order)
   */
  async credit(manager: EntityManager, line: BankLine, credit: LineCredit): Promise<boolean> {
    if (await this.isCreditedTo(manager, line, credit)) return false;
    if (credit.orders !== undefined && isOnlyLinked(credit)) {
      throw lineRefused('This money is recorded already: pay the orders from the wallet instead.');
    }
    if (credit.cheque != null) {
      await this.clearCheque(manager, line, { ...credit, cheque: credit.cheque });
    } else {
      if (!credit.isOtherMoney && credit.sameAs == null) {
        await this.assertNoCheque(manager, line, credit);
      }
      await this.money.credit(manager, line, credit);
      await this.approvals.endReceipt(manager, line, credit.taxDeductedMinor);
    }
    return true;
  }

  /** Counts what a line does not prove of a credit. @returns false: it is above the limit of receipts */
  async takeUnproven(manager: EntityManager, line: BankLine, credit: LineCredit): Promise<boolean> {
    const receiptId = await this.receiptOf(manager, line);
    return this.money.takeUnproven(manager, line, credit, receiptId);
  }

  /**
   * Finds the receipt whose money a debit returned.
   *
   * @param chosenId null: the receipt with the line's reference, or the suggested one
   * @throws AppError bank_line_refused (not the amount of such a receipt)
   */
  async getReturned(
    manager: EntityManager,
    line: BankLine,
    chosenId: number | null,
  ): Promise<BankReceipt> {
    const receipts = await this.findReturned(manager, line, chosenId);
    const ofAmount = receipts.filter(
      ({ amountMinor, ownerId, inBankId }) =>
        amountMinor === line.amountMinor && (inBankId === null || ownerId === ownerOf(line)),
    );
    const receipt = ofAmount.find(({ reversalId }) => reversalId === null) ?? ofAmount[0];
    if (receipt !== undefined) return receipt;
    throw lineRefused(
      chosenId === null
        ? 'No receipt of this bank account has the reference and amount of this line.'
        : `Receipt ${chosenId} is not a receipt of this bank account with the amount of this line.`,
    );
  }

  /**
   * Reverses the receipt whose money a debit returned. If the receipt was reversed before, the line is only matched with it.
   *
   * @throws AppError bank_line_refused (the return has another line)
   */
  async returnReceipt(manager: EntityManager, line: BankLine, receipt: BankReceipt): Promise<void> {
    const { receiptId } = receipt;
    await this.links.clearReturned(manager, receipt);
    // Before the receipt, as where it is reversed by hand.
    await this.links.lockLineOf(manager, receiptId);
    await this.ledger.reverseReceipt(manager, receiptId, `Returned by the bank: ${line.reference}`);
    // Read once the receipt is locked: another line may have returned it meanwhile.
    const { outOfBankId } = (await this.bankLedger.findReceipt(manager, receiptId))!;
    if (await this.links.isMatched(manager, outOfBankId!)) {
      throw lineRefused(`The return of receipt ${receiptId} has another line.`);
    }
    await this.links.match(manager, line, outOfBankId!);
    await this.approvals.endReversal(manager, receiptId);
    await this.links.matchReturned(manager, receiptId);
  }

  /** @throws AppError bank_line_matched unless the journal reversed a receipt, the given one */
  async assertReturn(
    manager: EntityManager,
    journalId: number,
    receiptId: number | null,
  ): Promise<void> {
    const [journal] = await this.bankLedger.describe(manager, [journalId]);
    const isSame = receiptId === null || journal?.receiptId === receiptId;
    if (!journal?.isReversal || !isSame) throw new AppError('bank_line_matched');
  }

  /** Counts a return that a debit does not prove. @returns false: it is above the limit of reversals */
  async takeReturn(manager: EntityManager, line: BankLine, receipt: BankReceipt): Promise<boolean> {
    return receipt.reversalId !== null || this.proofs.takeReturn(manager, line, receipt);
  }

  /** Locks a line first, as where it is decided without an approval. */
  async lock(manager: EntityManager, lineId: number): Promise<BankLine> {
    return this.lines.lock(manager, lineId, null);
  }

  /** Credits a line as it was proposed, and returns the journal; null: it was only linked. @throws AppError as credit, approval_outdated */
  async creditApproved(
    manager: EntityManager,
    lineId: number,
    credit: LineCredit,
  ): Promise<number | null> {
    const line = await this.lockOpen(manager, lineId);
    await this.credit(manager, line, credit);
    if (isOnlyLinked(credit)) return null;
    return (await this.lines.get(manager, lineId)).journal!.journalId;
  }

  /** Reverses a receipt by a debit as it was proposed. @throws AppError as returnReceipt, approval_outdated */
  async returnApproved(manager: EntityManager, lineId: number, receiptId: number): Promise<void> {
    const line = await this.lockOpen(manager, lineId);
    const receipt = await this.getReturned(manager, line, receiptId);
    if (receipt.reversalId !== null) throw outdated(`Receipt ${receiptId} was reversed`);
    await this.returnReceipt(manager, line, receipt);
  }

  /** Says whom a line names, for the person who approves its decision. */
  async describeNamed(manager: EntityManager, line: BankLine): Promise<string> {
    const named = await this.proofs.listNamed(manager, line);
    const shown = named.map(({ id, name, by }) => `client ${id}, ${name} (${by ?? 'its claim'})`);
    return `Bank line ${line.id} names ${shown.join(' and ') || 'no client'}.`;
  }

  private async lockOpen(manager: EntityManager, lineId: number): Promise<BankLine> {
    const line = await this.lock(manager, lineId);
    if (line.journalId !== null) throw outdated(`Bank line ${lineId} was matched`);
    return line;
  }

  /** Finds the receipt that a line recorded, or was linked with. */
  private async receiptOf(manager: EntityManager, { id }: BankLine): Promise<number> {
    return (await this.lines.get(manager, id)).journal!.receiptId!;
  }

  private async findReturned(
    manager: EntityManager,
    { identifiers, suggestion }: BankLine,
    chosenId: number | null,
  ): Promise<BankReceipt[]> {
    if (chosenId === null) {
      const receipts = await this.bankLedger.listReceipts(manager, identifiers);
      if (receipts.length > 0 || suggestion?.receiptId === undefined) return receipts;
    }
    const receiptId = chosenId ?? suggestion?.receiptId ?? 0;
    const receipt = await this.bankLedger.findReceipt(manager, receiptId);
    return receipt !== null && isOfBank(receipt.source) ? [receipt] : [];
  }

  /** @throws AppError bank_line_refused */
  private async clearCheque(
    manager: EntityManager,
    line: BankLine,
    { clientId, cheque, taxDeductedMinor }: LineCredit & { cheque: string },
  ): Promise<void> {
    const sent = identifierOf({ source: 'other', method: 'cheque', reference: cheque });
    const receipts = await this.bankLedger.listReceipts(manager, [cheque, ...typedForms(sent)]);
    const inHand = receipts.find(
      (receipt) =>
        receipt.inBankId === null &&
        receipt.reversalId === null &&
        receipt.clientId === clientId &&
        receipt.amountMinor === line.amountMinor,
    );
    if (inHand === undefined || taxDeductedMinor > 0) {
      throw lineRefused(
        `${cheque} is not the number of a cheque in hand of this client and of the amount of the line, without deducted tax.`,
      );
    }
    await this.links.matchReceipt(manager, line, inHand.receiptId);
  }

  /** @throws AppError bank_line_refused: the client has a cheque of the line's amount in hand, whose money may be this */
  private async assertNoCheque(
    manager: EntityManager,
    { amountMinor }: BankLine,
    { clientId }: LineCredit,
  ): Promise<void> {
    const inHand = await this.bankLedger.findInHand(manager, { clientId, amountMinor });
    if (inHand === null) return;
    const { reference: cheque } = inHand;
    throw lineRefused(
      `Client ${clientId} has cheque ${cheque} of this amount in hand. Send its number as \`cheque\` if the line clears it, ` +
        'or `other_money: true` if it is other money.',
      { cheque },
    );
  }

  /** @throws AppError bank_line_matched when it is matched otherwise, payment_recorded when it was credited with other tax */
  private async isCreditedTo(
    manager: EntityManager,
    line: BankLine,
    { clientId, taxDeductedMinor }: LineCredit,
  ): Promise<boolean> {
    if (line.journalId === null) return false;
    const [journal] = await this.bankLedger.describe(manager, [line.journalId]);
    const isMoneyIn = journal?.kind === 'receipt' || journal?.kind === 'clearing';
    if (!isMoneyIn || journal.clientId !== clientId) assertOpen(line);
    if (taxDeductedMinor === 0) return true;
    const receipt = await this.bankLedger.findReceiptOf(manager, line.journalId);
    const { receiptId, taxDeductedMinor: recorded } = receipt!;
    if (taxDeductedMinor !== recorded) {
      const message = `The line was credited before, as receipt ${receiptId} with ${toDecimalText(recorded)} of deducted tax.`;
      throw new AppError('payment_recorded', { message, details: { receipt_id: receiptId } });
    }
    return true;
  }
}

/** Returns true if a credit only links its line with a receipt that has the money already. */
export function isOnlyLinked({ cheque, sameAs }: LineCredit): boolean {
  return cheque != null || sameAs?.kind === 'receipt';
}

function outdated(what: string): AppError {
  return new AppError('approval_outdated', { message: `${what} meanwhile; reject this.` });
}
