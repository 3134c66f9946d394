import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { allowLongStatements, inSnapshot } from '../../../platform/database/transaction.js';
import { invalidField } from '../../../platform/http/errors.js';
import { groupBy } from '../../../platform/group-by.js';
import { monthPeriod } from '../../../platform/days/shop-days.js';
import {
  PostingSumsRepository,
  totalOf,
  type PostingSum,
  type Sides,
} from '../../ledger/sums/posting-sums.repository.js';
import type { ExportedJournal } from './exported-journal.js';
import { JournalExportRepository } from './journal-export.repository.js';
import type { Table } from '../../../platform/table-export/table.js';
import { journalsTable, type JournalLine } from './journals-table.js';
import { LedgerNamesService } from '../ledger-names.service.js';
import { sealedMonthLine, sealLine } from '../sealed-journals.js';
import { SalesVouchersService } from '../sales-vouchers.service.js';
import { journalVoucher, TALLY_END, tallyStart, voucherXml } from './tally-xml.js';

const PAGE_ROWS = 1_000;
/**
 * Formats of journals besides a table.
 *
 * - tally: vouchers for auditors who use Tally, in months without vouchers of sales
 * - seals: all that is stored of each journal, with its seal, for scripts/verify-export.js
 */
export const JOURNAL_FORMATS = ['tally', 'seals'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

export type AccountSums = Sides & Pick<PostingSum, 'account' | 'other'>;

export interface MonthSums extends Sides {
  journals: number;
  accounts: AccountSums[];
}

/** Exports the journals of a month for accountants and auditors. */
@Injectable()
export class JournalExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly names: LedgerNamesService,
    private readonly repository: JournalExportRepository,
    private readonly sums: PostingSumsRepository,
    private readonly salesVouchers: SalesVouchersService,
  ) {}

  /** @param month that isMonth accepts */
  async getSums(month: string): Promise<MonthSums> {
    return inSnapshot(this.dataSource, async (manager) => {
      await allowLongStatements(manager);
      const sums = await this.sums.list(manager, monthPeriod(month), { areSealed: false });
      const accounts = groupBy(sums, ({ account, other }) => `${account} ${other}`);
      return {
        ...totalOf(sums),
        accounts: [...accounts.values()].map((ofOne) => ({ ...ofOne[0]!, ...totalOf(ofOne) })),
      };
    });
  }

  /** Sums what clients paid for orders before a time, less refunds, in minor units. */
  async sumSales(manager: EntityManager, before: Date): Promise<number> {
    return this.sums.sumSales(manager, before);
  }

  /**
   * Yields the file of a month in parts.
   *
   * @param month that isMonth accepts
   * @throws AppError validation_failed (the file for Tally of this month has vouchers of sales)
   */
  export(month: string, format: JournalFormat): AsyncGenerator<string, void> {
    return format === 'tally' ? this.tally(month) : this.sealed(month);
  }

  /** Writes a month as a table with a row for each posting. @param month that isMonth accepts */
  async table(month: string): Promise<Table<JournalLine>> {
    return journalsTable(this.everyPage(month), await this.names.get());
  }

  private async *tally(month: string): AsyncGenerator<string, void> {
    if (await this.salesVouchers.areOf(month)) {
      const message = `the file for Tally of ${month} has vouchers of sales: GET /admin/reports/tally`;
      throw invalidField('month', 'sales_vouchers', message);
    }
    const names = await this.names.get();
    yield tallyStart('Vouchers');
    for await (const page of this.everyPage(month)) {
      yield page.map((journal) => voucherXml(journalVoucher(journal, names))).join('');
    }
    yield TALLY_END;
  }

  private async *sealed(month: string): AsyncGenerator<string, void> {
    const period = monthPeriod(month);
    const { first, last, sums } = await inSnapshot(this.dataSource, async (snapshot) => {
      await allowLongStatements(snapshot);
      return {
        ...(await this.sums.findSeals(snapshot, period)),
        sums: await this.sums.list(snapshot, period, { areSealed: true }),
      };
    });
    yield sealedMonthLine({ month, ...totalOf(sums) });
    if (first === null || last === null) return;
    const { manager } = this.dataSource;
    for (let afterSeq = first - 1; afterSeq < last; afterSeq += PAGE_ROWS) {
      const range = { afterSeq, last: Math.min(last, afterSeq + PAGE_ROWS) };
      const seals = await this.repository.listSeals(manager, range);
      const ofMonth = seals.filter(({ day }) => day.startsWith(month));
      const ids = ofMonth.map(({ journalId }) => journalId);
      const journals = await this.repository.listByIds(manager, ids);
      const byId = new Map(journals.map((journal) => [journal.id, journal]));
      yield seals.map((seal) => sealLine(seal, byId.get(seal.journalId))).join('');
    }
  }

  /** Yields the journals of a month by id, up to the newest one at the beginning of the export. */
  async *everyPage(month: string): AsyncGenerator<ExportedJournal[], void> {
    const { manager } = this.dataSource;
    const period = monthPeriod(month);
    const range = await this.repository.findRange(manager, period);
    if (range === null) return;
    const { last } = range;
    for (let afterId = range.first - 1; afterId < last;) {
      const page = await this.repository.list(manager, period, { afterId, last, limit: PAGE_ROWS });
      if (page.length > 0) yield page;
      afterId = page.length < PAGE_ROWS ? last : page.at(-1)!.id;
    }
  }
}
