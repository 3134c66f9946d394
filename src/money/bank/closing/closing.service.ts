import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inSnapshot } from '../../../platform/database/transaction.js';
import { dayPeriod } from '../../../platform/days/shop-days.js';
import type { BankAccount } from '../accounts/bank-account.entity.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import type { ShownLine } from '../lines/bank-lines.service.js';
import { BankLinesService } from '../lines/bank-lines.service.js';
import { ClosingRepository, type BookedOnly, type ClosingPeriod } from './closing.repository.js';

/** The end of a day on a bank account: the balances of the ledger and of the bank, and what explains the difference. */
export interface Closing {
  account: BankAccount;
  date: string;
  /** The first day that is compared; null: the account has neither an opening balance nor a statement. */
  since: string | null;
  ledgerMinor: number;
  /** null: unknown, without a statement or an opening balance. */
  bankMinor: number | null;
  /** The oldest journals without a line until this day. */
  bookedOnly: BookedOnly[];
  /** The oldest lines without a journal until this day. */
  bankOnly: ShownLine[];
  /** The part of the difference that remains after all such journals and lines, shown or not; null without a balance of the bank. */
  unexplainedMinor: number | null;
}

export const CLOSING_ROWS = 500;
const BEGINNING = new Date(0);

/** Compares the ledger with the statements of bank accounts. */
@Injectable()
export class ClosingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: BankAccountsService,
    private readonly lines: BankLinesService,
    private readonly repository: ClosingRepository,
  ) {}

  /** Reads the closing of a day. @throws AppError bank_account_not_found */
  async getClosing(accountId: number, date: string): Promise<Closing> {
    return inSnapshot(this.dataSource, async (manager) => {
      const account = await this.accounts.get(manager, accountId);
      const firstDay = account.openedOn ?? (await this.repository.findFirstDay(manager, account));
      const since = firstDay === null || firstDay > date ? null : firstDay;
      const { to } = dayPeriod(date);
      const period = {
        from: since === null ? to : dayPeriod(since).from,
        to,
        fromDate: since,
        toDate: date,
      };
      const ledgerMinor = await this.sumLedger(manager, account, date);
      const bankMinor = await this.sumBank(manager, account, date);
      const between = await this.listBetween(manager, account, since === null ? null : period);
      const { explainedMinor, ...lists } = between;
      const unexplainedMinor = bankMinor === null ? null : ledgerMinor - bankMinor - explainedMinor;
      return { account, date, since, ledgerMinor, bankMinor, ...lists, unexplainedMinor };
    });
  }

  private async listBetween(
    manager: EntityManager,
    account: BankAccount,
    period: ClosingPeriod | null,
  ): Promise<Pick<Closing, 'bookedOnly' | 'bankOnly'> & { explainedMinor: number }> {
    if (period === null) return { bookedOnly: [], bankOnly: [], explainedMinor: 0 };
    const lines = await this.repository.listBankOnly(manager, account, period, CLOSING_ROWS);
    const booked = await this.repository.listBookedOnly(manager, account, period, CLOSING_ROWS);
    return {
      bookedOnly: booked.rows,
      bankOnly: await this.lines.getAll(manager, lines.rows),
      explainedMinor: booked.sumMinor - lines.sumMinor,
    };
  }

  private async sumLedger(
    manager: EntityManager,
    account: BankAccount,
    date: string,
  ): Promise<number> {
    const { to } = dayPeriod(date);
    const { openedOn, openingMinor } = account;
    const isOpened = openedOn !== null && openedOn <= date;
    const from = isOpened ? dayPeriod(openedOn).from : BEGINNING;
    const bookedMinor = await this.repository.sumBooked(manager, account, { from, to });
    return isOpened ? openingMinor! + bookedMinor : bookedMinor;
  }

  /** Computes the bank's balance from the latest balance that it stated, and the lines since. */
  private async sumBank(
    manager: EntityManager,
    account: BankAccount,
    date: string,
  ): Promise<number | null> {
    const stated = await this.repository.findStatedBalance(manager, account, date);
    const { openedOn, openingMinor } = account;
    const isOpened = openedOn !== null && openedOn <= date;
    if (stated === null && !isOpened) return null;
    const from = stated?.firstDate ?? openedOn;
    const movedMinor = await this.repository.sumLines(manager, account, from, date);
    return (stated?.openingMinor ?? openingMinor!) + movedMinor;
  }
}
