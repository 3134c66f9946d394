import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { readToday } from '../../../platform/clock/today.js';
import { CsvFault } from '../../../platform/csv/csv-reader.js';
import { readTableRows } from '../../../platform/csv/table-batches.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { everyPage, type Page, type PageRequest } from '../../../platform/http/paging/page.js';
import type { DocumentContent } from '../../documents/document-content.js';
import { DocumentsService } from '../../documents/documents.service.js';
import { TaxProfilesService } from '../../profile/tax-profiles.service.js';
import { formFault, normalized, type EInvoiceResult } from './e-invoice-result.js';
import { EInvoicesRepository, REGISTERED, type WaitingDocument } from './e-invoices.repository.js';
import { FILE_PROVIDER, RESULT_ROWS_MAX } from './file-provider.js';
import { inv01Problems } from './inv01.js';

/** Number of days after its own day within which a document has to be registered. */
export const REGISTRATION_DAYS = 30;
const DAY_MS = 86_400_000;
const PAGE_ROWS = 200;
/** Number of characters of a number that an outcome repeats. */
const NUMBER_LENGTH = 40;

/** A document that waits for its registration. */
export interface WaitingEInvoice {
  id: number;
  content: DocumentContent;
  /** Last day on which it can be registered, YYYY-MM-DD. */
  dueOn: string;
  isLate: boolean;
  /** Reasons why it is not in the file; empty: it is. */
  problems: string[];
}

export interface ResultOutcome {
  /** Line of the file or, in a list, the place from 1. */
  line: number;
  number: string;
  outcome: 'registered' | 'unchanged' | 'refused';
  /** null unless it is refused. */
  problem: string | null;
}

/** Registers documents with the tax office: what waits, and what came back. */
@Injectable()
export class EInvoicesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly documents: DocumentsService,
    private readonly profiles: TaxProfilesService,
    private readonly repository: EInvoicesRepository,
  ) {}

  /** Lists what waits, the oldest first. @throws AppError tax_profile_missing, e_invoices_off */
  async listWaiting(request: PageRequest): Promise<Page<WaitingEInvoice>> {
    const { manager } = this.dataSource;
    const { from, today } = await this.start();
    const { rows, nextCursor } = await this.repository.listWaiting(manager, from, request);
    return { rows: rows.map((row) => toWaiting(row, today)), nextCursor };
  }

  /** Yields the file of all waiting documents that can be written. @throws AppError tax_profile_missing, e_invoices_off */
  async *file(): AsyncGenerator<string, void> {
    const { from } = await this.start();
    yield* FILE_PROVIDER.submission(this.writablePages(from));
  }

  /** Stores the results in a file. Rows at fault are refused, the others apply. @throws AppError validation_failed */
  async takeFile(path: string): Promise<ResultOutcome[]> {
    await this.start();
    const rows = await readTableRows(path, RESULT_ROWS_MAX);
    const outcomes: ResultOutcome[] = [];
    try {
      for await (const { line, result } of FILE_PROVIDER.results(rows)) {
        outcomes.push(await this.take(line, result));
      }
    } catch (error) {
      if (!(error instanceof CsvFault)) throw error;
      const problem = `Line ${error.line} ${error.message}`;
      outcomes.push({ line: error.line, number: '', outcome: 'refused', problem });
    }
    return outcomes;
  }

  /** Stores results. Those at fault are refused, the others apply. */
  async takeAll(results: readonly EInvoiceResult[]): Promise<ResultOutcome[]> {
    await this.start();
    const outcomes: ResultOutcome[] = [];
    for (const [index, result] of results.entries()) {
      outcomes.push(await this.take(index + 1, normalized(result)));
    }
    return outcomes;
  }

  private async take(line: number, result: EInvoiceResult): Promise<ResultOutcome> {
    const number = result.number.slice(0, NUMBER_LENGTH);
    const fault = formFault(result);
    if (fault !== null) return { line, number, outcome: 'refused', problem: fault };
    const taken = await inTransaction(this.dataSource, (manager) => this.register(manager, result));
    return typeof taken === 'string'
      ? { line, number, outcome: taken, problem: null }
      : { line, number, outcome: 'refused', ...taken };
  }

  private async register(
    manager: EntityManager,
    { number, gstin, ...registration }: EInvoiceResult,
  ): Promise<'registered' | 'unchanged' | { problem: string }> {
    const document = await this.repository.lock(manager, number);
    if (document === null) return { problem: `There is no document ${number}.` };
    if (document.gstin !== gstin) {
      return { problem: `${number} was issued under GSTIN ${document.gstin}, not ${gstin}.` };
    }
    if (!document.isRegistrable) {
      return { problem: `${number} is not a document with tax to a client with a GSTIN.` };
    }
    if (document.registration !== null) {
      if (isDeepStrictEqual(document.registration, registration)) return 'unchanged';
      return { problem: `${number} has another registration: IRN ${document.registration.irn}.` };
    }
    if (registration.ack_date.slice(0, 10) < document.issuedOn) {
      return { problem: `${number} is of ${document.issuedOn}: it cannot be registered before.` };
    }
    const other = await this.repository.findNumberOf(manager, registration.irn);
    if (other !== null) return { problem: `The IRN is that of ${other}.` };
    await this.documents.note(manager, {
      documentId: document.id,
      kind: REGISTERED,
      data: registration,
    });
    await this.repository.dequeue(manager, document.id);
    await this.audit.record(manager, {
      action: 'document.registered',
      subject: `document ${number}`,
      after: { irn: registration.irn },
    });
    return 'registered';
  }

  private async *writablePages(from: string): AsyncGenerator<DocumentContent[], void> {
    const { manager } = this.dataSource;
    for await (const page of everyPage(
      (request) => this.repository.listWaiting(manager, from, request),
      PAGE_ROWS,
    )) {
      yield page
        .map(({ content }) => content)
        .filter((content) => inv01Problems(content).length === 0);
    }
  }

  /** Reads today, and the day from which on documents are registered. */
  private async start(): Promise<{ from: string; today: string }> {
    const { manager } = this.dataSource;
    const today = await readToday(manager);
    const { eInvoiceFrom: from } = await this.profiles.get(manager, today);
    if (from === null) throw new AppError('e_invoices_off');
    return { from, today };
  }
}

function toWaiting({ id, content }: WaitingDocument, today: string): WaitingEInvoice {
  const dueMs = Date.parse(content.issued_on) + REGISTRATION_DAYS * DAY_MS;
  const dueOn = new Date(dueMs).toISOString().slice(0, 10);
  return { id, content, dueOn, isLate: dueOn < today, problems: inv01Problems(content) };
}
