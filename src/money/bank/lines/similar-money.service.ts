import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toDecimalText } from '../../../platform/money.js';
import { dateInShop } from '../../../platform/time-zone.js';
import { BankTransfersRepository } from '../../bank-transfers/bank-transfers.repository.js';
import { BankLedgerRepository, SIMILAR_DAYS } from '../../ledger/bank/bank-ledger.repository.js';
import { BankLinesRepository, type BankLine } from './bank-lines.repository.js';
import { MoneyIsSimilar, nameOf, type MoneyAnswer, type SimilarMoney } from './similar-money.js';

/** Money of a client that is about to be credited. */
export interface NewMoney {
  clientId: number;
  amountMinor: number;
  taxDeductedMinor?: number;
  receivedAt: Date | null;
  /** True if it is the money of a claim. */
  isClaimed?: boolean;
}

/**
 * Finds money that is recorded twice because a reference was mistyped: a line of the bank, and a receipt or a claim. Both have the same
 * client and amount, and no counterpart, or the line was credited before.
 */
@Injectable()
export class SimilarMoneyService {
  constructor(
    private readonly bankLedger: BankLedgerRepository,
    private readonly lines: BankLinesRepository,
    private readonly transfers: BankTransfersRepository,
  ) {}

  /**
   * Decides whether money is new, by what a person says about similar money. Until the transaction ends, other money of the client
   * and amount waits here.
   *
   * @param line the line that shows the money; null: none does
   * @returns the similar money that it is, and otherwise that from which the person tells it apart
   * @throws AppError receipt_similar: the person has said nothing about some, or `sameAs` is other money
   */
  async settle(
    manager: EntityManager,
    money: NewMoney,
    line: BankLine | null,
    { isOtherMoney = false, sameAs = null }: MoneyAnswer,
  ): Promise<{ same: SimilarMoney | null; others: SimilarMoney[] }> {
    const { clientId, amountMinor } = money;
    // Another person may credit a line while this waits: it was open when this person looked.
    const seen = line === null ? await this.findLines(manager, money) : [];
    await this.lines.lockReferences(manager, [`client ${clientId} ${amountMinor}`]);
    const found = [...(await this.find(manager, money, line)), ...seen];
    const similar = [...new Map(found.map((one) => [nameOf(one), one])).values()];
    if (sameAs === null) {
      if (similar.length > 0 && !isOtherMoney) throw askedAbout(money, similar);
      return { same: null, others: similar };
    }
    const same = similar.find(({ kind, id }) => kind === sameAs.kind && id === sameAs.id);
    if (same === undefined) {
      const message = `${nameOf(sameAs)} is not money of this client and amount without a counterpart.`;
      throw new MoneyIsSimilar(similar, message);
    }
    return { same, others: [] };
  }

  /** Finds open lines that name the client of money without a line. */
  private async findLines(manager: EntityManager, money: NewMoney): Promise<SimilarMoney[]> {
    const { clientId, amountMinor } = money;
    const wanted = { clientId, amountMinor, day: dayOf(money) };
    const lines = await this.lines.listNaming(manager, wanted);
    return lines.map(({ id, valueDate: date, reference }) => {
      return { kind: 'bank_line', id, date, amountMinor, reference: reference || null };
    });
  }

  private async find(
    manager: EntityManager,
    money: NewMoney,
    line: BankLine | null,
  ): Promise<SimilarMoney[]> {
    const { clientId, amountMinor, taxDeductedMinor = 0, isClaimed = false } = money;
    const day = line?.valueDate ?? dayOf(money);
    const wanted = { lineId: line?.id ?? null, clientId, amountMinor, day };
    const [found = []] = await this.bankLedger.listSimilar(manager, [wanted]);
    const receipts = found.map(({ receiptId: id, receivedAt: at, reference }) => {
      const date = dateInShop(at);
      return { kind: 'receipt' as const, id, date, amountMinor, reference: reference || null };
    });
    if (line === null) return [...(await this.findLines(manager, money)), ...receipts];
    const amounts = [amountMinor, amountMinor + taxDeductedMinor];
    const near = { clientId, amounts, day, days: SIMILAR_DAYS };
    const open = isClaimed ? [] : await this.transfers.findOpenNear(manager, near);
    const claims = open.filter(({ utr }) => !line.identifiers.includes(utr));
    return [
      ...receipts,
      ...claims.map(({ id, sentOn: date, amountMinor: claimedMinor, utr: reference }) => {
        return { kind: 'transfer' as const, id, date, amountMinor: claimedMinor, reference };
      }),
    ];
  }
}

function dayOf({ receivedAt }: NewMoney): string {
  return dateInShop(receivedAt ?? new Date());
}

function askedAbout(
  { clientId, amountMinor }: NewMoney,
  similar: readonly SimilarMoney[],
): MoneyIsSimilar {
  const names = similar.map((one) => `${nameOf(one)} (${one.reference ?? 'no reference'})`);
  const message =
    `Client ${clientId} has ${names.join(', ')} of ${toDecimalText(amountMinor)}, which may be the same money. Send ` +
    '`same_as` with its kind and id if it is, or `other_money: true` if it is other money.';
  return new MoneyIsSimilar(similar, message);
}
