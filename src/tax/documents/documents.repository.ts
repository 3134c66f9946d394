import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Between, IsNull, MoreThan, Repository, type EntityManager } from 'typeorm';
import { daysOfMonth } from '../../platform/days/shop-days.js';
import { databaseError } from '../../platform/database/database-errors.js';
import { ChangedMeanwhile } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { ChangePositions } from '../../platform/live-cache/change-positions.js';
import { StoreReads, type SharedRead } from '../../platform/database/reads/shared-read.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import type { DocumentContent, DocumentDraft, DocumentKind } from './document-content.js';
import {
  documentsInJson,
  LISTED_COLUMNS,
  type DocumentInJson,
  type ListedDocument,
} from './listed-document.js';
import type { DocumentPlace } from './numbers/document-number.js';
import { GstFiling } from '../india/gstr1/gst-filing.entity.js';
import { DocumentEvent } from './document-event.entity.js';
import { DocumentHold } from './numbers/document-hold.entity.js';
import { DocumentSeries } from './numbers/document-series.entity.js';
import { TaxDocument } from './tax-document.entity.js';

/** Filter of documents; an undefined field does not restrict the search. */
export interface DocumentFilter {
  kind?: DocumentKind | undefined;
  /** YYYY-MM. */
  month?: string | undefined;
  clientId?: number | undefined;
  orderNumber?: string | undefined;
  /** Part of the document's number, or a whole order number. */
  q?: string | undefined;
}

/** Missing numbers of a series, from the first to the last. */
export interface SeriesGap {
  series: string;
  financialYear: string;
  first: number;
  last: number;
}

const GAPS_MAX = 100;

/** Documents, their series, and what happened to them. */
@Injectable()
export class DocumentsRepository {
  private readonly ofOrders: SharedRead<
    [clientId: number, orderNumber: string],
    { documents: DocumentInJson[] }
  >;

  constructor(
    storeReads: StoreReads,
    @InjectRepository(TaxDocument) private readonly documents: Repository<TaxDocument>,
    @InjectRepository(GstFiling) private readonly filings: Repository<GstFiling>,
    @InjectRepository(DocumentEvent) private readonly events: Repository<DocumentEvent>,
    @InjectRepository(DocumentSeries) private readonly series: Repository<DocumentSeries>,
    @InjectRepository(DocumentHold) private readonly holds: Repository<DocumentHold>,
    private readonly positions: ChangePositions,
  ) {
    this.ofOrders = storeReads.prepare(
      'list documents of orders',
      `SELECT wanted.n::integer, ${documentsInJson('wanted.client_id', 'wanted.order_number')} AS documents
        FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS wanted (client_id, order_number, n)`,
    );
  }

  /** Locks a series and returns the next place in it, which may be of a later financial year than the given day. */
  async reserve(
    manager: EntityManager,
    series: string,
    day: string,
  ): Promise<Pick<DocumentPlace, 'number' | 'day'>> {
    const [place] = await this.takeNumber(
      manager.query<[Pick<DocumentPlace, 'number' | 'day'>]>(
        'SELECT number, day::text AS day FROM reserve_document_number($1, $2)',
        [series, day],
      ),
    );
    return place;
  }

  /**
   * Issues a document as the next one of its series, which stays locked until the transaction ends.
   *
   * @returns the day of the document; if it differs from the given one, nothing is issued
   */
  async issue(
    manager: EntityManager,
    series: string,
    day: string,
    draft: DocumentDraft,
  ): Promise<string> {
    const [issued] = await this.takeNumber(
      manager.query<[{ day: string }]>(
        'SELECT day::text AS day FROM issue_tax_document($1, $2, $3)',
        [series, day, JSON.stringify(draft)],
      ),
    );
    return issued.day;
  }

  /** Lists the holds that no decision has ended, the oldest first. */
  async listHolds(manager: EntityManager): Promise<DocumentHold[]> {
    return manager
      .withRepository(this.holds)
      .find({ where: { endedAt: IsNull() }, order: { incarnation: 'ASC' } });
  }

  /** Ends all holds, from now on also for this transaction. @returns false if documents are not on hold */
  async endHolds(manager: EntityManager): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.holds)
      .update({ endedAt: IsNull() }, { endedAt: new Date() });
    return affected !== 0;
  }

  /**
   * Awaits a statement that takes a number.
   *
   * @throws AppError documents_on_hold
   * @throws ChangedMeanwhile after a start of the database server. Its changes are numbered now, which shows whether some are lost
   */
  private async takeNumber<T>(statement: Promise<T>): Promise<T> {
    try {
      return await statement;
    } catch (error) {
      const constraint = databaseError(error)?.constraint;
      if (constraint === 'document_holds_ck') throw new AppError('documents_on_hold');
      if (constraint !== 'feed_state_ck') throw error;
      await this.positions.number();
      throw new ChangedMeanwhile('the run of the database server');
    }
  }

  /** Stores a canceled number at a reserved place. */
  async cancel(
    manager: EntityManager,
    { series, number, day }: Pick<DocumentPlace, 'series' | 'number' | 'day'>,
  ): Promise<void> {
    await manager.query('SELECT add_tax_document($1, $2, $3, $4)', [
      ...[series, number, day, { kind: 'canceled' }],
    ]);
  }

  async hasAny(manager: EntityManager, orderNumber: string): Promise<boolean> {
    return manager.withRepository(this.documents).existsBy({ orderNumber });
  }

  /** Lists the contents of an order's documents, the oldest first. */
  async listContents(manager: EntityManager, orderNumber: string): Promise<DocumentContent[]> {
    const rows = await manager.query<{ content: string }[]>(
      'SELECT content FROM tax_documents WHERE order_number = $1 ORDER BY id',
      [orderNumber],
    );
    return rows.map(({ content }) => JSON.parse(content) as DocumentContent);
  }

  /** Lists numbers of orders with credit notes of rule 1 after an order number, in order. */
  async listOrdersOfFirstRule(
    manager: EntityManager,
    after: string,
    limit: number,
  ): Promise<string[]> {
    const rows = await manager.query<{ orderNumber: string }[]>(
      `SELECT DISTINCT order_number AS "orderNumber" FROM tax_documents
        WHERE kind = 'credit_note' AND content::jsonb -> 'basis' IS NULL AND order_number > $1 ORDER BY 1 LIMIT $2`,
      [after, limit],
    );
    return rows.map(({ orderNumber }) => orderNumber);
  }

  /** Lists documents, the latest first. */
  async list(
    manager: EntityManager,
    filter: DocumentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<ListedDocument>> {
    const values: unknown[] = [limit + 1];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = conditionsOf(filter, parameter);
    if (beforeId !== null) conditions.push(`d.id < ${parameter(beforeId)}`);
    const rows = await manager.query<ListedDocument[]>(
      `SELECT ${LISTED_COLUMNS} FROM tax_documents d WHERE ${conditions.join(' AND ')} ORDER BY d.id DESC LIMIT $1`,
      values,
    );
    return toPage(rows, limit);
  }

  /** Lists the documents of an order, the oldest first. */
  async listOfOrder(clientId: number, orderNumber: string): Promise<DocumentInJson[]> {
    return (await this.ofOrders.find(clientId, orderNumber))!.documents;
  }

  /** Finds a document. @param clientId required client; null accepts any */
  async find(
    manager: EntityManager,
    id: number,
    clientId: number | null,
  ): Promise<TaxDocument | null> {
    const scope = clientId === null ? {} : { clientId };
    return manager.withRepository(this.documents).findOneBy({ id, ...scope });
  }

  /** Lists documents of a month after another one, with their contents, by day and id. */
  async listOfMonth(
    manager: EntityManager,
    month: string,
    { after, limit }: { after: Pick<TaxDocument, 'issuedOn' | 'id'> | null; limit: number },
  ): Promise<TaxDocument[]> {
    const { first, next } = daysOfMonth(month);
    return manager
      .withRepository(this.documents)
      .createQueryBuilder('d')
      .where('(d.issuedOn, d.id) > (:day, :id) AND d.issuedOn < :next', {
        day: after?.issuedOn ?? first,
        id: after?.id ?? 0,
        next,
      })
      .orderBy('d.issuedOn')
      .addOrderBy('d.id')
      .limit(limit)
      .getMany();
  }

  /** Sums the totals of invoices and bills of supply before a day, less credit notes, in minor units. */
  async sumTotals(manager: EntityManager, before: string): Promise<number> {
    const [row] = await manager.query<[{ sum: number }]>(
      `SELECT coalesce(sum(CASE kind WHEN 'credit_note' THEN -total_minor ELSE total_minor END), 0)::bigint AS sum
        FROM tax_documents WHERE issued_on < $1`,
      [before],
    );
    return row.sum;
  }

  /** Counts the documents of a month that were issued after a time. */
  async countIssuedAfter(manager: EntityManager, month: string, at: Date): Promise<number> {
    const { first, last } = daysOfMonth(month);
    return manager
      .withRepository(this.documents)
      .countBy({ issuedOn: Between(first, last), createdAt: MoreThan(at) });
  }

  /** Returns true if the return for the month of a day was filed. */
  async isFiled(manager: EntityManager, day: string): Promise<boolean> {
    return manager.withRepository(this.filings).existsBy({ month: day.slice(0, 7) });
  }

  async listEvents(manager: EntityManager, documentId: number): Promise<DocumentEvent[]> {
    return manager
      .withRepository(this.events)
      .find({ where: { documentId }, order: { id: 'ASC' } });
  }

  async insertEvent(
    manager: EntityManager,
    event: Pick<DocumentEvent, 'documentId' | 'kind' | 'actor' | 'data'>,
  ): Promise<void> {
    await manager.withRepository(this.events).insert(event);
  }

  /** Lists the numbers that a series lacks up to its last one, as ranges. Only lost rows can cause them. */
  async listGaps(manager: EntityManager): Promise<SeriesGap[]> {
    return manager.query<SeriesGap[]>(
      `SELECT series, financial_year AS "financialYear", previous + 1 AS first, number - 1 AS last
        FROM (
          SELECT series, financial_year, number,
              coalesce(lag(number) OVER (PARTITION BY series, financial_year ORDER BY number), 0) AS previous
            FROM (
              SELECT series, financial_year, number FROM tax_documents
              UNION ALL
              SELECT series, financial_year, last_number + 1 FROM document_series
            ) numbers
        ) neighbors
        WHERE number > previous + 1
        ORDER BY series, financial_year, first LIMIT $1`,
      [GAPS_MAX],
    );
  }

  /** Finds the series of all tax profiles, and the first day of the first one. */
  async findUsed(manager: EntityManager): Promise<{ prefixes: string[]; since: string | null }> {
    const [used] = await manager.query<[{ prefixes: string[]; since: string | null }]>(
      `SELECT coalesce(array_agg(DISTINCT series_prefix), '{}') AS prefixes, min(effective_from)::text AS since
        FROM tax_profiles`,
    );
    return used;
  }

  async listSeries(manager: EntityManager): Promise<DocumentSeries[]> {
    return manager
      .withRepository(this.series)
      .find({ order: { financialYear: 'DESC', series: 'ASC' } });
  }
}

function conditionsOf(
  { kind, month, clientId, orderNumber, q }: DocumentFilter,
  parameter: (value: unknown) => string,
): string[] {
  const conditions = ['true'];
  if (kind !== undefined) conditions.push(`d.kind = ${parameter(kind)}`);
  if (clientId !== undefined) conditions.push(`d.client_id = ${parameter(clientId)}`);
  if (orderNumber !== undefined) conditions.push(`d.order_number = ${parameter(orderNumber)}`);
  if (month !== undefined) {
    const { first, next } = daysOfMonth(month);
    conditions.push(`d.issued_on >= ${parameter(first)} AND d.issued_on < ${parameter(next)}`);
  }
  if (q !== undefined) {
    const text = parameter(q.toUpperCase());
    conditions.push(`(position(${text} IN d.document_number) > 0 OR d.order_number = ${text})`);
  }
  return conditions;
}
