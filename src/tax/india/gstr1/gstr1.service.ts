import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { daysOfMonth } from '../../../platform/days/shop-days.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, invalidField } from '../../../platform/http/errors.js';
import { kindOfSeries } from '../../documents/numbers/document-number.js';
import { contentOf, DocumentsService } from '../../documents/documents.service.js';
import type { TaxDocument } from '../../documents/tax-document.entity.js';
import type { TaxProfile } from '../../profile/tax-profile.entity.js';
import { TaxProfilesService } from '../../profile/tax-profiles.service.js';
import type { GstFiling } from './gst-filing.entity.js';
import { GstFilingsRepository } from './gst-filings.repository.js';
import { gstr1Archive, gstr1Sheet } from './gstr1-csv.js';
import { gstr1Json } from './gstr1-json.js';
import type { SheetName } from './gstr1-sheets.js';
import { checkMonth, type MonthChecks } from './month-checks.js';
import type { MonthDocument } from './month-document.js';
import type { Table } from '../../../platform/table-export/table.js';

export interface CheckedMonth extends MonthChecks {
  month: string;
  gstin: string;
  /** null: it was not filed. */
  filing: GstFiling | null;
}

/** The return of a month, and the note that it was filed. Every method takes a month that isMonth accepts. */
@Injectable()
export class Gstr1Service {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly documents: DocumentsService,
    private readonly profiles: TaxProfilesService,
    private readonly filings: GstFilingsRepository,
  ) {}

  /** Yields the return as JSON for the portal. @throws AppError tax_profile_missing */
  async *json(month: string): AsyncGenerator<string, void> {
    const { gstin } = await this.profileOf(month);
    yield* gstr1Json(this.pages(month), { gstin, month });
  }

  /** Makes one sheet of the offline tool. @throws AppError tax_profile_missing */
  async sheet(month: string, sheet: SheetName): Promise<Table<string[]>> {
    const { gstin } = await this.profileOf(month);
    return gstr1Sheet(this.pages(month), gstin, sheet);
  }

  /** Yields all sheets as a ZIP archive. @throws AppError tax_profile_missing */
  async *archive(month: string): AsyncGenerator<Uint8Array, void> {
    const { gstin } = await this.profileOf(month);
    yield* gstr1Archive(this.pages(month), gstin);
  }

  /** @throws AppError tax_profile_missing */
  async check(month: string): Promise<CheckedMonth> {
    const { gstin, hsnDigits } = await this.profileOf(month);
    return {
      ...(await checkMonth(this.pages(month), { gstin, hsnDigits })),
      month,
      gstin,
      filing: await this.filings.find(this.dataSource.manager, month),
    };
  }

  /**
   * Notes that the return was filed. From then on, no document is dated into the month.
   * - a month that was filed keeps its first filing
   *
   * @throws AppError tax_profile_missing, validation_failed (the month is not over, or the clock is not trusted)
   */
  async file(month: string): Promise<GstFiling & { isReplay: boolean }> {
    const { gstin } = await this.profileOf(month);
    return inTransaction(this.dataSource, async (manager) => {
      await this.filings.lock(manager);
      const known = await this.filings.find(manager, month);
      if (known !== null) return { ...known, isReplay: true };
      await this.filings.lockSeries(manager);
      const { today } = await this.profiles.findToday(manager);
      if (!today.isTrusted)
        throw refused(
          'clock_untrusted',
          'is not known to be over: the clock of the database is not trusted',
        );
      if (today.day.slice(0, 7) <= month)
        throw refused('not_over', 'must be over: its last day has not ended in India');
      const { actor: filedBy } = this.audit.origin();
      await this.filings.insert(manager, { month, gstin, filedBy });
      const filing = await this.filings.find(manager, month);
      if (filing === null) throw new Error(`the return of ${month} was not stored`);
      await this.audit.record(manager, {
        action: 'gst_return.filed',
        subject: `GST return ${month}`,
        after: { gstin, documents: filing.documents },
      });
      return { ...filing, isReplay: false };
    });
  }

  /** Finds the profile on the last day of a month. */
  private async profileOf(month: string): Promise<TaxProfile> {
    return this.profiles.get(this.dataSource.manager, daysOfMonth(month).last);
  }

  private async *pages(month: string): AsyncGenerator<MonthDocument[], void> {
    for await (const page of this.documents.everyPageOfMonth(this.dataSource.manager, month)) {
      const totals = await this.creditedTotals(page);
      yield page.map((document) => toMonthDocument(document, totals));
    }
  }

  /** Reads the totals of the invoices that credit notes take back from. */
  private async creditedTotals(page: readonly TaxDocument[]): Promise<ReadonlyMap<string, number>> {
    const notes = page.filter(({ kind }) => kind === 'credit_note');
    const orderNumbers = [...new Set(notes.flatMap(({ orderNumber }) => orderNumber ?? []))];
    if (orderNumbers.length === 0) return new Map();
    return this.filings.invoiceTotals(this.dataSource.manager, orderNumbers);
  }
}

function toMonthDocument(
  document: TaxDocument,
  creditedTotals: ReadonlyMap<string, number>,
): MonthDocument {
  const { series, financialYear, number: position, documentNumber: number, issuedOn } = document;
  const numbered = { series: `${series}-${financialYear}`, position, number, issuedOn };
  const content = contentOf(document);
  return content === null
    ? { ...numbered, kind: 'canceled', seriesKind: kindOfSeries(series) }
    : { ...numbered, id: document.id, kind: content.kind, content, creditedTotals };
}

function refused(code: string, problem: string): AppError {
  return invalidField('month', code, `month ${problem}`);
}
