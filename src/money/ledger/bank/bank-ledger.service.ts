import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BANK_SOURCES, isOfBank, searchOf } from '../../bank/lines/bank-reference.js';
import {
  BankLedgerRepository,
  type BankPayout,
  type BankReceipt,
  type FoundReceipt,
  type JournalFacts,
  type ReceiptReference,
} from './bank-ledger.repository.js';

export type { BankPayout, BankReceipt, FoundReceipt, JournalFacts };

/** Entries of the ledger about the wholesaler's bank accounts. Every method works in the caller's transaction. */
@Injectable()
export class BankLedgerService {
  constructor(private readonly repository: BankLedgerRepository) {}

  /** Lists the receipts with the given references, reversed ones included, the oldest first. */
  async listReceipts(
    manager: EntityManager,
    references: readonly string[],
  ): Promise<BankReceipt[]> {
    return references.length === 0 ? [] : this.repository.listReceipts(manager, references);
  }

  /**
   * Finds a receipt of the same amount and source, except reversed ones, that is the same by its reference: one of the client, or of
   * any client if it contains one of some numbers of the bank.
   */
  async findTypedOtherwise(
    manager: EntityManager,
    money: Pick<BankReceipt, 'source' | 'clientId' | 'amountMinor'>,
    isSame: (reference: string) => boolean,
    numbers: readonly string[] = [],
  ): Promise<BankReceipt | null> {
    const sources = isOfBank(money.source) ? BANK_SOURCES : [money.source];
    const known = await this.repository.listReferences(manager, money, {
      sources,
      search: searchOf(numbers),
    });
    return this.findFirst(manager, known, isSame);
  }

  /** Lists the receipts from the bank, except reversed ones, whose references may contain identifiers of lines, and are similar. */
  async listSimilar(
    manager: EntityManager,
    lines: readonly { identifiers: readonly string[] }[],
    isSimilar: (found: FoundReceipt) => boolean,
  ): Promise<BankReceipt[]> {
    const searches = lines.flatMap(({ identifiers }) => searchOf(identifiers) ?? []);
    if (searches.length === 0) return [];
    const found = await this.repository.search(manager, searches);
    const ids = found.filter(isSimilar).map(({ id }) => id);
    return ids.length === 0 ? [] : this.repository.listByIds(manager, ids);
  }

  /** Finds a client's receipt by cheque, except reversed ones, that is the same by its reference. */
  async findCheque(
    manager: EntityManager,
    clientId: number,
    isSame: (reference: string) => boolean,
  ): Promise<BankReceipt | null> {
    const known = await this.repository.listCheques(manager, clientId);
    return this.findFirst(manager, known, isSame);
  }

  private async findFirst(
    manager: EntityManager,
    known: readonly ReceiptReference[],
    isSame: (reference: string) => boolean,
  ): Promise<BankReceipt | null> {
    const same = known.find(({ reference }) => isSame(reference));
    return same === undefined ? null : this.repository.findReceipt(manager, same.id);
  }

  /** Lists the latest receipts from the bank of a client and amount, at most two, except reversed ones. */
  async listReturnable(
    manager: EntityManager,
    money: Pick<BankReceipt, 'clientId' | 'amountMinor'>,
  ): Promise<BankReceipt[]> {
    return this.repository.listReturnable(manager, money);
  }

  /** Finds the oldest cheque in hand of a client and amount. */
  async findInHand(
    manager: EntityManager,
    money: Pick<BankReceipt, 'clientId' | 'amountMinor'>,
  ): Promise<BankReceipt | null> {
    return this.repository.findInHand(manager, money);
  }

  /** Finds a receipt from the bank with its journals. */
  async findReceipt(manager: EntityManager, receiptId: number): Promise<BankReceipt | null> {
    return this.repository.findReceipt(manager, receiptId);
  }

  /** Finds the receipt whose money a journal brought; null for any other journal. */
  async findReceiptOf(manager: EntityManager, journalId: number): Promise<BankReceipt | null> {
    return this.repository.findReceiptOf(manager, journalId);
  }

  /** Lists the payouts with the given references, except reversed ones. */
  async listPayouts(manager: EntityManager, references: readonly string[]): Promise<BankPayout[]> {
    return references.length === 0 ? [] : this.repository.listPayouts(manager, references);
  }

  /** Collects the facts that identify the money of journals. */
  async describe(manager: EntityManager, journalIds: readonly number[]): Promise<JournalFacts[]> {
    return journalIds.length === 0 ? [] : this.repository.describe(manager, journalIds);
  }

  async openAccount(
    manager: EntityManager,
    kind: 'bank_account' | 'other_account',
    ownerId: number,
  ): Promise<void> {
    await this.repository.openAccount(manager, kind, ownerId);
  }

  /** Gives the kind `bank` to the ledger account of another bank account. Both accounts keep their postings. */
  async changeDefault(manager: EntityManager, fromId: number, toId: number): Promise<void> {
    await this.repository.changeDefault(manager, fromId, toId);
  }

  /**
   * Computes the ledger's balance of a bank account before a time, including journals that set its opening balance;
   * positive: the bank holds money.
   *
   * @param ownerId null for the default bank account
   */
  async sumBefore(manager: EntityManager, ownerId: number | null, before: Date): Promise<number> {
    return this.repository.sumBefore(manager, ownerId, before);
  }
}
