import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import {
  BankLedgerRepository,
  type BankReceipt,
} from '../../ledger/bank/bank-ledger.repository.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import type { Receipt, ReceiptSource } from '../../ledger/receipt.entity.js';
import { suspenseKey } from '../../ledger/suspense-key.js';
import { ChangedMeanwhile } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { normalForm, normalizeReference } from '../../../platform/reference-form.js';
import { LineApprovals } from '../matching/line-approvals.service.js';
import { LineProofs } from '../matching/line-proofs.service.js';
import { numbersWithin, transferNumberIn } from '../statement-file/identifiers.js';
import { accountOf, bookedLine, lineRefused, openLine, ownerOf } from './bank-line.js';
import {
  BANK_SOURCES,
  formsOf,
  identifierOf,
  isOfBank,
  isSameMoney,
  isTypedOtherwise,
  recordedReference,
  searchOf,
  typedForms,
  withForms,
} from './bank-reference.js';
import { BankLinesRepository, type BankLine } from './bank-lines.repository.js';
import type { MoneyAnswer, SimilarMoney } from './similar-money.js';
import { SimilarMoneyService, type NewMoney } from './similar-money.service.js';
import type { LineDirection } from './statement-line.entity.js';

/** The facts of a recorded receipt that show whether it is the same money. */
export type SameMoney = Pick<
  BankReceipt,
  'receiptId' | 'source' | 'clientId' | 'amountMinor' | 'taxDeductedMinor'
>;

/** Money with a reference that is about to be recorded. */
type Money = Pick<Receipt, 'source' | 'clientId' | 'amountMinor'> & {
  reference: string;
  method?: string;
};

/** Ties lines to journals in the caller's transaction. Lock lines before transfers, orders, stock and wallets. */
@Injectable()
export class LineLinksService {
  constructor(
    private readonly approvals: LineApprovals,
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    private readonly ledger: LedgerService,
    private readonly proofs: LineProofs,
    private readonly repository: BankLinesRepository,
    private readonly similar: SimilarMoneyService,
  ) {}

  /** Locks a reference of the bank, and stored lines with it. For money from other sources, only locks the reference. */
  async lockLines(
    manager: EntityManager,
    direction: LineDirection,
    money: { source: ReceiptSource; reference: string | null; method?: string },
  ): Promise<BankLine[]> {
    const { source, reference } = money;
    if (reference === null) return [];
    const identifiers = [identifierOf({ ...money, reference }), normalizeReference(reference)];
    const references = withForms(identifiers);
    if (!isOfBank(source)) {
      await this.repository.lockReferences(manager, references);
      return [];
    }
    const known = [...identifiers, ...formsOf({ source, reference })];
    return this.repository.lockByIdentifiers(manager, direction, known, references);
  }

  /** Locks a line, and the references that it can be found by. */
  async lockLine(manager: EntityManager, id: number): Promise<BankLine | null> {
    const line = await this.repository.find(manager, id);
    if (line === null) return null;
    await this.repository.lockReferences(manager, withForms(line.identifiers));
    return this.repository.lock(manager, id);
  }

  /**
   * Finds the receipt that has already recorded this money. It has the same reference, typed in any form, or another reference
   * of the same line.
   *
   * @throws AppError payment_recorded (the line is other money, such as a settlement of the gateway; or a receipt of the same
   *   amount has the reference, typed differently; or the client has a cheque of this number, typed differently)
   * @param lines the result of {@link lockLines}
   * @param ofLine the line whose money it is, if that is known
   */
  async findReceipt(
    manager: EntityManager,
    money: Money,
    lines: readonly BankLine[],
    ofLine: BankLine | null = null,
  ): Promise<SameMoney | null> {
    const { source, reference, amountMinor } = money;
    if (!isOfBank(source)) {
      for (const form of [recordedReference(money), reference]) {
        const receipt = await this.ledger.findReceipt(manager, { source, reference: form });
        if (receipt !== null) return { ...receipt, receiptId: receipt.id };
      }
      const isSame = (known: string): boolean => normalForm(known) === normalForm(reference);
      return this.findSame(manager, money, isSame);
    }
    const typed = formsOf(money);
    const isTyped = new Set(typed.map(normalizeReference));
    const ofItsLine = ofLine?.identifiers.flatMap(typedForms) ?? [];
    const receipts = await this.bankLedger.listReceipts(manager, [...typed, ...ofItsLine]);
    const known = receipts.find(
      (receipt) =>
        receipt.reversalId === null &&
        (isTyped.has(normalizeReference(receipt.reference)) || isSameMoney(receipt, amountMinor)),
    );
    if (known !== undefined) return known;
    const matched = bookedLine(lines, amountMinor);
    if (matched === null) return this.findTypedOtherwise(manager, money, lines, ofLine);
    const receipt = await this.receiptOf(manager, matched);
    // A cheque that bounced can be presented again, with the same number.
    const isBounced = receipt.reversalId !== null && receipt.inBankId !== receipt.journalId;
    return isBounced ? this.findTypedOtherwise(manager, money, lines, ofLine) : receipt;
  }

  /**
   * Settles by the caller's answer whether new money is similar money, as {@link SimilarMoneyService.settle}. A payment of one order is
   * never asked about, because an order is paid once.
   *
   * @throws AppError receipt_similar, bank_line_refused (it is the money of a claim, which only its line confirms)
   */
  async settleSimilar(
    manager: EntityManager,
    money: NewMoney & MoneyAnswer & { source: ReceiptSource; paymentOf?: object },
    line: BankLine | null,
  ): Promise<{ same: SimilarMoney | null; others: SimilarMoney[] }> {
    const isAsked = isOfBank(money.source) && money.paymentOf === undefined;
    if (!isAsked) return { same: null, others: [] };
    const settled = await this.similar.settle(manager, money, line, money);
    if (settled.same?.kind !== 'transfer') return settled;
    throw lineRefused('Credit the line with this `same_as`: that confirms the transfer.');
  }

  /** Remembers that a receipt is other money than similar lines, so that crediting them asks about it no more. */
  async distinguish(manager: EntityManager, receiptId: number, lineIds: number[]): Promise<void> {
    if (lineIds.length > 0) await this.bankLedger.distinguish(manager, receiptId, lineIds);
  }

  /**
   * Matches a locked line with a journal, and ends a decision about the line that waits. Money in suspense is released first,
   * because its owner is now known.
   *
   * @param options `recordedId`: the journal that recorded the money, if another one brought it to the bank. `isLinked`: a person
   *   says that the line is the money of the receipt
   */
  async match(
    manager: EntityManager,
    line: BankLine,
    journalId: number,
    { recordedId = journalId, isLinked = false } = {},
  ): Promise<void> {
    await this.approvals.endDecision(manager, line, 'its line was decided otherwise');
    if (line.suspenseJournalId !== null) await this.leaveSuspense(manager, line);
    const decision = {
      state: 'matched',
      journalId,
      ...(isLinked && { linkedJournalId: journalId }),
    } as const;
    await this.repository.decide(manager, line.id, decision, this.audit.origin().actor);
    await this.proofs.release(manager, line, recordedId);
    await this.audit.record(manager, {
      action: 'bank_line.matched',
      subject: `bank line ${line.id}`,
      before: { state: line.state },
      after: { state: 'matched', journalId, ...(isLinked && { isLinked }) },
    });
  }

  /**
   * Matches a locked line with a receipt, and clears a cheque in hand with it.
   *
   * @returns false if the receipt has another line, or is on another bank account
   */
  async matchReceipt(
    manager: EntityManager,
    line: BankLine,
    receiptId: number,
    { isLinked = false } = {},
  ): Promise<boolean> {
    const receipt = await this.getReceipt(manager, receiptId);
    if (receipt.inBankId === null) {
      await this.clear(manager, line, receipt);
      return true;
    }
    const isMatched = await this.isMatched(manager, receipt.inBankId);
    if (isMatched || receipt.ownerId !== ownerOf(line)) return false;
    await this.match(manager, line, receipt.inBankId, { isLinked });
    return true;
  }

  /**
   * Clears a returned cheque with the open line that credited it, unless its money is in the bank already.
   *
   * @throws AppError bank_line_refused (there is no such line)
   */
  async clearReturned(manager: EntityManager, receipt: BankReceipt): Promise<void> {
    if (receipt.inBankId !== null) return;
    const lines = await this.lockCredits(manager, receipt);
    const credit = openLine(lines, receipt.amountMinor);
    if (credit !== null) return this.clear(manager, credit, receipt);
    throw lineRefused(
      'No line has credited this cheque. Import the statement with its credit first, or ignore this line.',
    );
  }

  /** Returns true if a line of a bank statement proves that the money of a receipt arrived. */
  async isProven(manager: EntityManager, receiptId: number): Promise<boolean> {
    const receipt = await this.bankLedger.findReceipt(manager, receiptId);
    return receipt?.inBankId != null && this.isMatched(manager, receipt.inBankId);
  }

  async isMatched(manager: EntityManager, journalId: number): Promise<boolean> {
    const matched = await this.repository.listMatchedJournals(manager, [journalId]);
    return matched.length > 0;
  }

  /** Locks the line of a receipt that is about to be reversed. Returns null if it has no line. */
  async lockLineOf(manager: EntityManager, receiptId: number): Promise<BankLine | null> {
    const receipt = await this.bankLedger.findReceipt(manager, receiptId);
    // Release 1.2.0 matches a cheque in hand with a line, and does not clear it.
    return receipt && this.repository.lockByJournal(manager, receipt.inBankId ?? receipt.journalId);
  }

  /**
   * Frees the line of a receipt that was reversed by hand: the money may belong to another client, or the bank may return it
   * later.
   * - if another line is matched with the reversal, the receipt keeps its line
   *
   * @returns whether the line is free now
   */
  async release(manager: EntityManager, line: BankLine, receiptId: number): Promise<boolean> {
    const receipt = await this.bankLedger.findReceipt(manager, receiptId);
    if (receipt?.reversalId == null) return false;
    const { clientId, outOfBankId, reversalId: linkedJournalId } = receipt;
    if (outOfBankId !== null && (await this.isMatched(manager, outOfBankId))) return false;
    const suggestion = { reason: 'receipt_reversed', receiptId, clientId } as const;
    const decision = { state: 'suggested', suggestion, linkedJournalId } as const;
    await this.repository.decide(manager, line.id, decision, null);
    await this.audit.record(manager, {
      action: 'bank_line.released',
      subject: `bank line ${line.id}`,
      before: { state: line.state, journalId: line.journalId },
      after: { state: 'suggested', receiptId },
    });
    return true;
  }

  /** Matches the line that brought the money of a returned receipt, if an earlier reversal by hand freed it. */
  async matchReturned(manager: EntityManager, receiptId: number): Promise<void> {
    const receipt = await this.bankLedger.findReceipt(manager, receiptId);
    if (receipt?.inBankId == null) return;
    const lines = await this.lockCredits(manager, receipt);
    const freed = lines.find(({ suggestion }) => suggestion?.receiptId === receiptId);
    if (freed !== undefined) await this.match(manager, freed, receipt.inBankId);
  }

  private async lockCredits(manager: EntityManager, receipt: BankReceipt): Promise<BankLine[]> {
    const identifiers = [identifierOf(receipt), receipt.reference];
    return this.repository.lockByIdentifiers(manager, 'in', identifiers);
  }

  /** Books the money of a locked line in suspense, and returns the journal. */
  async enterSuspense(manager: EntityManager, line: BankLine): Promise<number> {
    const { amountMinor } = line;
    return this.ledger.record(manager, {
      kind: 'suspense',
      key: suspenseKey(line.id),
      lines: [
        { account: accountOf(line), amountMinor: -amountMinor },
        { account: { kind: 'suspense' }, amountMinor },
      ],
      note: null,
    });
  }

  /** Finds a receipt of equal amount, source and reference that is not reversed. For other clients, searches by the numbers. */
  private async findSame(
    manager: EntityManager,
    money: Money,
    isSame: (reference: string) => boolean,
    numbers: readonly string[] = [],
  ): Promise<BankReceipt | null> {
    const sources = isOfBank(money.source) ? BANK_SOURCES : [money.source];
    const search = searchOf(numbers);
    const known = await this.bankLedger.listReferences(manager, money, { sources, search });
    const same = known.find(({ reference }) => isSame(reference));
    return same === undefined ? null : this.bankLedger.findReceipt(manager, same.id);
  }

  /**
   * Finds the receipt that has recorded this money under a reference that is spelled differently. Returns null if that receipt
   * and this money each have a bank line: a bank can send two references that differ only by a dash.
   *
   * @throws AppError payment_recorded (there is such a receipt, and no bank line is given)
   */
  private async findTypedOtherwise(
    manager: EntityManager,
    money: Money,
    lines: readonly BankLine[],
    ofLine: BankLine | null,
  ): Promise<SameMoney | null> {
    if (money.method === 'cheque') await this.assertOtherCheque(manager, money);
    const ofItsLine = ofLine?.identifiers.flatMap(numbersWithin) ?? [];
    const references = [money.reference, ...ofItsLine];
    const numbers = references.flatMap(numbersWithin);
    const isSame = (known: string): boolean =>
      references.some((reference) => isTypedOtherwise(known, reference));
    const typed = await this.findSame(manager, money, isSame, numbers);
    const same = typed ?? (ofLine === null ? await this.findBookedWithin(manager, money) : null);
    if (same === null) return null;
    const isProven = await this.isProven(manager, same.receiptId);
    if (isProven && openLine(lines, money.amountMinor) !== null) return null;
    if (ofLine !== null) return same;
    const { receiptId, clientId, reference: recorded } = same;
    throw new AppError('payment_recorded', {
      message:
        `Receipt ${receiptId} of client ${clientId} and this amount has the reference ${recorded}, which is ` +
        `${money.reference} typed in another way: expected ${recorded} for the same money, or other letters or digits for other money.`,
      details: { receipt_id: receiptId },
    });
  }

  /**
   * Finds the receipt of a booked line whose number a reference contains.
   *
   * @throws AppError payment_recorded: the line's money is no client's
   */
  private async findBookedWithin(
    manager: EntityManager,
    { reference, amountMinor }: Money,
  ): Promise<BankReceipt | null> {
    const numbers = transferNumberIn(reference) === null ? numbersWithin(reference) : [];
    if (numbers.length === 0) return null;
    const lines = await this.repository.lockByIdentifiers(manager, 'in', numbers);
    const booked = bookedLine(lines, amountMinor);
    return booked && this.receiptOf(manager, booked);
  }

  /** Finds the receipt of a matched line. @throws AppError payment_recorded: its money is no client's */
  private async receiptOf(manager: EntityManager, line: BankLine): Promise<BankReceipt> {
    const receipt = await this.bankLedger.findReceiptOf(manager, line.journalId!);
    if (receipt !== null) return receipt;
    throw new AppError('payment_recorded', {
      message: `Bank line ${line.id} has this reference and amount, and is booked as money of no client.`,
    });
  }

  /** @throws AppError payment_recorded: the client has a cheque of this number, typed with other words or zeros before it */
  private async assertOtherCheque(
    manager: EntityManager,
    { clientId, reference }: Money,
  ): Promise<void> {
    const form = normalForm(reference);
    const known = await this.bankLedger.listCheques(manager, clientId);
    const same = known.find((cheque) => normalForm(cheque.reference) === form);
    if (same === undefined) return;
    const { id: receiptId, reference: recorded } = same;
    throw new AppError('payment_recorded', {
      message:
        `Receipt ${receiptId} of this client has the cheque ${recorded}, which is ${reference} typed in another way: expected ` +
        `${recorded} for the same cheque, or a letter after the number for another one.`,
      details: { receipt_id: receiptId },
    });
  }

  /** Moves a cheque in hand to the bank account of a locked line, and matches the line. */
  private async clear(
    manager: EntityManager,
    line: BankLine,
    { receiptId, reversalId, amountMinor }: BankReceipt,
  ): Promise<void> {
    await this.ledger.lockReceipt(manager, receiptId);
    const now = await this.getReceipt(manager, receiptId);
    if (now.inBankId !== null || now.reversalId !== reversalId) {
      throw new ChangedMeanwhile('a cheque in hand');
    }
    const cleared = { receiptId, amountMinor, account: accountOf(line) };
    const journalId = await this.ledger.clearCheque(manager, cleared);
    await this.match(manager, line, journalId, { recordedId: now.journalId });
  }

  private async getReceipt(manager: EntityManager, receiptId: number): Promise<BankReceipt> {
    const receipt = await this.bankLedger.findReceipt(manager, receiptId);
    if (receipt === null) throw new Error(`receipt ${receiptId} has no journal`);
    return receipt;
  }

  /** Takes the money of a locked line out of suspense. */
  async leaveSuspense(manager: EntityManager, line: BankLine): Promise<void> {
    const entry = { journalId: line.suspenseJournalId!, kind: 'suspense' } as const;
    await this.ledger.reverseEntry(manager, entry, null);
  }
}
