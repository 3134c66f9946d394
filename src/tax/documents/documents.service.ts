import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { readToday } from '../../platform/clock/today.js';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { ChangePositions } from '../../platform/live-cache/change-positions.js';
import type { NewestFirst, Page } from '../../platform/http/paging/page.js';
import {
  greatestNumber,
  lastDayOf,
  BILL_OF_SUPPLY_SERIES,
  CREDIT_NOTE_SERIES,
  documentNumber,
  financialYearOf,
  usedShare,
} from './numbers/document-number.js';
import type { DocumentContent } from './document-content.js';
import type { DocumentEvent } from './document-event.entity.js';
import type { DocumentHold } from './numbers/document-hold.entity.js';
import type { DocumentSeries } from './numbers/document-series.entity.js';
import {
  DocumentsRepository,
  type DocumentFilter,
  type SeriesGap,
} from './documents.repository.js';
import type { DocumentInJson, ListedDocument } from './listed-document.js';
import type { TaxDocument } from './tax-document.entity.js';

/** Documents of a month that are read at once. */
const PAGE = 500;
/** Most numbers that can be canceled at once. */
const MOST_CANCELED = 10_000;

/** A document, what it says, and what happened to it since. */
export interface WholeDocument extends Omit<TaxDocument, 'content'> {
  /** null for a canceled number. */
  content: DocumentContent | null;
  events: DocumentEvent[];
}

export interface ListedSeries extends DocumentSeries {
  /** Numbers that it lacks. */
  gaps: SeriesGap[];
}

/** A series of a financial year, and the last printed number according to an operator. */
export type PrintedPlace = Pick<DocumentSeries, 'series' | 'financialYear' | 'lastNumber'>;

/** A hold, and the series whose last printed numbers are asked for. */
export interface ListedHold extends DocumentHold {
  series: PrintedPlace[];
}

/** Reading documents, and what operators do with their numbers. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: DocumentsRepository,
    private readonly positions: ChangePositions,
  ) {}

  /** Lists documents, the latest first. */
  async list(filter: DocumentFilter, page: NewestFirst): Promise<Page<ListedDocument>> {
    return this.repository.list(this.dataSource.manager, filter, page);
  }

  /** Lists the documents of an order of a client, the oldest first. */
  async listOfOrder(clientId: number, orderNumber: string): Promise<DocumentInJson[]> {
    return this.repository.listOfOrder(clientId, orderNumber);
  }

  /** @param clientId required client; null accepts any @throws AppError document_not_found */
  async get(id: number, clientId: number | null): Promise<WholeDocument> {
    return inSnapshot(this.dataSource, async (manager) => {
      const document = await this.repository.find(manager, id, clientId);
      if (document === null) throw new AppError('document_not_found');
      const events = await this.repository.listEvents(manager, id);
      return { ...document, content: contentOf(document), events };
    });
  }

  /** Yields the documents of a month in pages, by day and id. @param month YYYY-MM, in India */
  async *everyPageOfMonth(
    manager: EntityManager,
    month: string,
  ): AsyncGenerator<TaxDocument[], void> {
    for (let after: TaxDocument | null = null; ;) {
      const page: TaxDocument[] = await this.repository.listOfMonth(manager, month, {
        after,
        limit: PAGE,
      });
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      after = page.at(-1)!;
    }
  }

  /** Sums the totals of invoices and bills of supply before a day, less credit notes, in minor units. */
  async sumTotals(manager: EntityManager, before: string): Promise<number> {
    return this.repository.sumTotals(manager, before);
  }

  /** Counts the documents of a month that were issued after a time. */
  async countIssuedAfter(manager: EntityManager, month: string, at: Date): Promise<number> {
    return this.repository.countIssuedAfter(manager, month, at);
  }

  /** Notes something that happened to a document. */
  async note(
    manager: EntityManager,
    event: Pick<DocumentEvent, 'documentId' | 'kind' | 'data'>,
  ): Promise<void> {
    const { actor } = this.audit.origin();
    await this.repository.insertEvent(manager, { ...event, actor });
  }

  /** Computes the share of used numbers, of the series that has used most of them. */
  async maxUsedShare(): Promise<number> {
    const series = await this.repository.listSeries(this.dataSource.manager);
    return Math.max(0, ...series.map(usedShare));
  }

  /** Lists all series, those of the latest year first, and the numbers that they lack. */
  async listSeries(): Promise<ListedSeries[]> {
    return inSnapshot(this.dataSource, async (manager) => {
      const gaps = await this.repository.listGaps(manager);
      return (await this.repository.listSeries(manager)).map((one) => ({
        ...one,
        gaps: gaps.filter(
          ({ series, financialYear }) =>
            series === one.series && financialYear === one.financialYear,
        ),
      }));
    });
  }

  /**
   * Cancels the numbers up to one that was printed before the database was restored from a backup, so that none is used twice.
   *
   * @throws AppError validation_failed: a series or year in which nothing was issued, a number that is not after the latest, or
   *   too far after it; month_filed, documents_on_hold (use {@link endHold})
   */
  async cancelUpTo(place: PrintedPlace): Promise<void> {
    await inTransaction(this.dataSource, (manager) => this.cancelNumbers(manager, place, 1));
  }

  /** Lists why documents are on hold; empty: they are not. */
  async listHolds(): Promise<ListedHold[]> {
    return inSnapshot(this.dataSource, async (manager) => {
      const holds = await this.repository.listHolds(manager);
      const series = holds.length === 0 ? [] : await this.listPlaces(manager);
      return holds.map((hold) => ({ ...hold, series }));
    });
  }

  /**
   * Ends the hold of documents, after the numbers up to the given ones are canceled.
   *
   * @param places the last printed number of each series that lacks some; empty: a person confirms that none is missing
   * @throws AppError documents_not_on_hold; as {@link cancelUpTo}
   */
  async endHold(places: readonly PrintedPlace[]): Promise<void> {
    // A command may be the first to work on a restored database, and find out only now.
    await this.positions.number();
    await inTransaction(this.dataSource, async (manager) => {
      if (!(await this.repository.endHolds(manager))) throw new AppError('documents_not_on_hold');
      // In the order in which all lock several series.
      for (const place of places.toSorted(bySeries)) await this.cancelNumbers(manager, place, 0);
      await this.audit.record(manager, {
        action: 'documents.released',
        subject: 'document series',
        after: {
          last_numbers: places.map((place) =>
            documentNumber({ ...place, number: place.lastNumber }),
          ),
        },
      });
    });
  }

  /** Lists all series with their latest numbers; 0 for those of this year in which nothing is stored. */
  private async listPlaces(manager: EntityManager): Promise<PrintedPlace[]> {
    const stored = await this.repository.listSeries(manager);
    const financialYear = financialYearOf(await readToday(manager));
    const isStored = (name: string): boolean =>
      stored.some((one) => one.series === name && one.financialYear === financialYear);
    const known = knownSeries(await this.repository.findUsed(manager));
    const others = known.filter((name) => !isStored(name));
    return [...others.map((series) => ({ series, financialYear, lastNumber: 0 })), ...stored];
  }

  /** @param fewest numbers to cancel at least */
  private async cancelNumbers(
    manager: EntityManager,
    { series, financialYear, lastNumber: printed }: PrintedPlace,
    fewest: number,
  ): Promise<void> {
    await this.requireIssued(manager, series, financialYear);
    const lastDay = lastDayOf(financialYear);
    const place = await this.repository.reserve(manager, series, lastDay);
    const first = place.number;
    const most = Math.min(first + MOST_CANCELED - 1, greatestNumber(series));
    const least = first - 1 + fewest;
    if (printed < least || printed > most) {
      const which = fewest === 0 ? 'latest' : 'next';
      throw outOfRange(
        'last_number',
        `must be from ${least}, the ${which} of the series, to ${most}`,
      );
    }
    if (printed < first) return;
    const day = place.day < lastDay ? place.day : lastDay;
    if (await this.repository.isFiled(manager, day)) throw new AppError('month_filed');
    for (let number = first; number <= printed; number++) {
      await this.repository.cancel(manager, { series, number, day });
    }
    await this.audit.record(manager, {
      action: 'documents.canceled',
      subject: `document series ${series}-${financialYear}`,
      before: { last_number: first - 1 },
      after: { last_number: printed },
    });
  }

  /** Refuses a series that no profile has, and a financial year before the first profile or after today. */
  private async requireIssued(
    manager: EntityManager,
    series: string,
    financialYear: string,
  ): Promise<void> {
    const day = await readToday(manager);
    const used = await this.repository.findUsed(manager);
    const known = knownSeries(used);
    if (!known.includes(series)) {
      throw outOfRange('series', `must be one of ${known.join(', ')}`);
    }
    const first = used.since ?? day;
    const isPast = lastDayOf(financialYear) >= first;
    if (!isPast || financialYearOf(day) < financialYear) {
      throw outOfRange(
        'financial_year',
        `must be from ${financialYearOf(first)} to ${financialYearOf(day)}`,
      );
    }
  }
}

/** Reads the content of a document; null for a canceled number. */
export function contentOf({
  kind,
  content,
}: Pick<TaxDocument, 'kind' | 'content'>): DocumentContent | null {
  return kind === 'canceled' ? null : (JSON.parse(content) as DocumentContent);
}

function bySeries(a: PrintedPlace, b: PrintedPlace): number {
  return `${a.series} ${a.financialYear}` < `${b.series} ${b.financialYear}` ? -1 : 1;
}

function outOfRange(field: string, rule: string): AppError {
  return invalidField(field, 'out_of_range', `${field} ${rule}`);
}

/** Lists the series of all profiles. @param prefixes those of invoices */
function knownSeries({ prefixes }: { prefixes: readonly string[] }): string[] {
  return [...prefixes, BILL_OF_SUPPLY_SERIES, CREDIT_NOTE_SERIES];
}
