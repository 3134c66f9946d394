import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Permitted } from '../../../identity/signed-in-user.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { readCsvFile } from '../../../platform/csv/csv-batches.js';
import { CsvFault } from '../../../platform/csv/csv-reader.js';
import { withTemporaryFile } from '../../../platform/csv/csv-upload.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, type ErrorCode } from '../../../platform/http/errors.js';
import { readPage, type NewestFirst, type Page } from '../../../platform/http/paging/page.js';
import { runAs } from '../../../platform/http/request-context.js';
import { assertMayChangeCosts } from '../costs/markup.dto.js';
import { CatalogImportService } from '../import-export/catalog-import.service.js';
import {
  ImportRefused,
  type ImportProblem,
  type ImportReport,
} from '../import-export/import-report.js';
import { hasGoodRows, KEPT_MS, type CatalogImport } from './catalog-import.entity.js';
import { correctedFile, hasCostColumn, problemsTable, type Correction } from './file-rows.js';
import { FileImportsRepository, type ListedImport } from './file-imports.repository.js';

/** Errors that do not count as an attempt: another import runs, or other files are read. */
const RETRIED: readonly ErrorCode[] = ['import_running', 'rate_limited'];

export type UploadedFile = Pick<
  CatalogImport,
  'fileName' | 'supplier' | 'newDeliveryMinor' | 'markup'
> & { path: string };

/** Catalog files, processed in the background. The transaction that changes the catalog marks its import, so it runs once. */
@Injectable()
export class FileImportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: FileImportsRepository,
    private readonly importer: CatalogImportService,
    private readonly audit: AuditService,
  ) {}

  /** Stores a file for a background job, which determines its changes. @throws AppError permission_denied (costs) */
  async upload({ path, ...given }: UploadedFile, isPermitted: Permitted): Promise<CatalogImport> {
    const holdsCosts = given.markup !== null || (await hasCostColumn(readCsvFile(path)));
    assertMayChangeCosts(holdsCosts, isPermitted);
    const { actor: uploadedBy } = this.audit.origin();
    const { fileName, supplier } = given;
    return inTransaction(this.dataSource, async (manager) => {
      const stored = { ...given, holdsCosts, uploadedBy };
      const { id } = await this.repository.insert(manager, stored);
      let position = 0;
      for await (const content of createReadStream(path) as AsyncIterable<Buffer>) {
        await this.repository.insertPart(manager, { importId: id, position, content });
        position += 1;
      }
      await this.recordState(manager, id, {
        before: null,
        after: { state: 'checking', fileName, supplier },
      });
      return this.get(id, manager);
    });
  }

  /** @throws AppError import_not_found, permission_denied (it has costs) */
  async getFor(id: number, isPermitted: Permitted): Promise<CatalogImport> {
    const found = await this.get(id);
    assertMayChangeCosts(found.holdsCosts, isPermitted);
    return found;
  }

  /** @throws AppError import_not_found */
  private async get(
    id: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<CatalogImport> {
    const found = await this.repository.find(manager, id);
    if (found === null) throw new AppError('import_not_found');
    return found;
  }

  async list(page: NewestFirst): Promise<Page<ListedImport>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, range));
  }

  /**
   * Lets the background job apply a file that was checked. Does nothing if it is applied already, or being applied.
   *
   * @param rows good: the rows without problems of a file that has some
   * @throws AppError import_not_found, permission_denied (it has costs), import_not_ready
   */
  async apply(id: number, rows: 'all' | 'good', isPermitted: Permitted): Promise<CatalogImport> {
    await this.getFor(id, isPermitted);
    const { actor: appliedBy } = this.audit.origin();
    return inTransaction(this.dataSource, async (manager) => {
      const found = await this.get(id, manager);
      if (found.state === 'applying' || found.state === 'applied') return found;
      const isPartial = rows === 'good' && hasGoodRows(found);
      const isKept = isPartial && (await this.repository.hasParts(manager, id));
      const from = isKept ? 'refused' : 'ready';
      const move = { id, from, to: 'applying' } as const;
      if (await this.repository.move(manager, move, { appliedBy, finishedAt: null })) {
        await this.recordState(manager, id, {
          before: { state: from },
          after: { state: 'applying' },
        });
        return this.get(id, manager);
      }
      const { state } = await this.get(id, manager);
      if (state === 'applying' || state === 'applied') return this.get(id, manager);
      const message = `The import is in the state ${state}; only a ready one can be applied, and rows=good of a refused one for a week.`;
      throw new AppError('import_not_ready', { message });
    });
  }

  /**
   * Checks a file again with corrected cells, as another import.
   *
   * @throws AppError import_not_found, permission_denied (it has costs), import_not_ready (it has no problems, or its
   *   file was deleted)
   */
  async correct(
    id: number,
    corrections: readonly Correction[],
    isPermitted: Permitted,
  ): Promise<CatalogImport> {
    const found = await this.withProblems(id, isPermitted);
    const { fileName, supplier, newDeliveryMinor, markup } = found;
    return this.withWholeFile(id, (file) =>
      withTemporaryFile(correctedFile(readCsvFile(file), corrections), (path) =>
        this.upload({ fileName, supplier, newDeliveryMinor, markup, path }, isPermitted),
      ),
    );
  }

  /**
   * Lists the rows with problems, to be corrected and imported.
   *
   * @throws AppError import_not_found, permission_denied (it has costs), import_not_ready (it has no problems, or its
   *   file was deleted)
   */
  async problems(id: number, isPermitted: Permitted): ReturnType<typeof problemsTable> {
    const { report } = await this.withProblems(id, isPermitted);
    return this.withWholeFile(id, (path) =>
      problemsTable(readCsvFile(path), report?.problems ?? []),
    );
  }

  private async withProblems(id: number, isPermitted: Permitted): Promise<CatalogImport> {
    const { manager } = this.dataSource;
    const found = await this.getFor(id, isPermitted);
    const isKept = hasProblems(found) && (await this.repository.hasParts(manager, id));
    if (isKept) return found;
    const message = 'The import has no problems, or its file was deleted after a week.';
    throw new AppError('import_not_ready', { message });
  }

  /** Runs the first waiting import, unless another instance runs one. @returns true if it did anything */
  async runNext(): Promise<boolean> {
    const due = await this.repository.findDue(this.dataSource.manager);
    if (due === null) return false;
    if (due.attempts >= LIMITS.importAttempts) {
      await this.finish(due, 'failed', null);
      return true;
    }
    try {
      await runAs(due.appliedBy ?? due.uploadedBy, () => this.run(due));
      return true;
    } catch (error) {
      if (error instanceof NotDue) return false;
      if (error instanceof AppError && RETRIED.includes(error.code)) return false;
      throw error;
    }
  }

  /** Deletes files that were not applied for a week. */
  async expireForgotten(): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = new Date(Date.now() - KEPT_MS);
      for (const { id } of await this.repository.listForgotten(manager, before)) {
        const move = { id, from: 'ready', to: 'expired' } as const;
        if (!(await this.repository.move(manager, move, { finishedAt: new Date() }))) continue;
        await this.repository.deleteParts(manager, [id]);
      }
      await this.repository.deleteForgottenParts(manager, before);
    });
  }

  private async run(due: CatalogImport): Promise<void> {
    const { id, state, newDeliveryMinor, markup } = due;
    // Those of a check: a file without problems has none.
    const skipped = state === 'applying' ? (due.report?.problems ?? []) : [];
    const skippedLines = new Set(skipped.map(({ line }) => line));
    const { manager } = this.dataSource;
    const isDryRun = state === 'checking';
    try {
      const report = await this.withFile(id, (path) =>
        this.importer.importCatalog(() => readCsvFile(path), {
          isDryRun,
          rules: { emptyKeeps: true, newDeliveryMinor, markup, skippedLines },
          listsChanges: true,
          // No other import runs now, so none can have applied this one after this look.
          onBegin: async (transaction) => {
            if ((await this.get(id, transaction)).state !== state) throw new NotDue();
            await this.repository.noteAttempt(manager, id);
          },
          onRows: (rows) => this.repository.noteProgress(manager, id, rows),
          onStored: (transaction, stored) =>
            this.finishIn(transaction, due, 'applied', { ...stored, problems: skipped }),
        }),
      );
      if (isDryRun) {
        await this.finish(due, report.problems.length > 0 ? 'refused' : 'ready', report);
      }
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      await this.finish(due, 'refused', withProblemsOf(error.report, skipped));
    }
  }

  /** Passes the file of an import to `work`. @throws AppError import_not_ready if it cannot be read to its end */
  private async withWholeFile<T>(id: number, work: (path: string) => Promise<T>): Promise<T> {
    try {
      return await this.withFile(id, work);
    } catch (error) {
      if (!(error instanceof CsvFault)) throw error;
      const message = `Row ${error.line} of the file ${error.problem}. Correct the file itself, and import it again.`;
      throw new AppError('import_not_ready', { message });
    }
  }

  private withFile<T>(id: number, work: (path: string) => Promise<T>): Promise<T> {
    return withTemporaryFile(this.repository.readParts(this.dataSource.manager, id), work);
  }

  private async finish(
    due: CatalogImport,
    to: 'ready' | 'refused' | 'failed',
    report: ImportReport | null,
  ): Promise<void> {
    await inTransaction(this.dataSource, (manager) => this.finishIn(manager, due, to, report));
  }

  private async finishIn(
    manager: EntityManager,
    { id, state }: CatalogImport,
    to: 'ready' | 'refused' | 'applied' | 'failed',
    report: ImportReport | null,
  ): Promise<void> {
    const finished = { finishedAt: new Date(), ...(report && { report: storable(report) }) };
    if (!(await this.repository.move(manager, { id, from: state, to }, finished))) return;
    const isKept = to === 'ready' || (report?.problems.length ?? 0) > 0;
    if (!isKept) await this.repository.deleteParts(manager, [id]);
    if (to !== 'applied') return;
    const { rows, created, updated } = report!;
    await this.recordState(manager, id, {
      before: { state },
      after: { state: to, rows, created, updated },
    });
  }

  private async recordState(
    manager: EntityManager,
    id: number,
    { before, after }: { before: object | null; after: object },
  ): Promise<void> {
    const action = 'import.moved';
    await this.audit.record(manager, { action, subject: `import ${id}`, before, after });
  }
}

/** Makes a report that includes the problems of rows that were left out because of them. */
function withProblemsOf(report: ImportReport, skipped: readonly ImportProblem[]): ImportReport {
  const problems = [...report.problems, ...skipped].toSorted((one, other) => one.line - other.line);
  return { ...report, problems };
}

function hasProblems({ state, report }: CatalogImport): boolean {
  return (state === 'refused' || state === 'applied') && (report?.problems.length ?? 0) > 0;
}

/** Removes the one character that jsonb cannot hold. A file may have it anywhere in the report. */
function storable(report: ImportReport): ImportReport {
  return JSON.parse(JSON.stringify(report).replaceAll('\\u0000', '\\ufffd')) as ImportReport;
}

/** Error: another instance was faster. */
class NotDue extends Error {}
