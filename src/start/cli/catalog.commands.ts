import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CatalogService } from '../../catalog/catalog.service.js';
import { CatalogExportService } from '../../dashboard/products/import-export/catalog-export.service.js';
import { CatalogImportService } from '../../dashboard/products/import-export/catalog-import.service.js';
import {
  ImportRefused,
  type ImportProblem,
  type ImportReport,
} from '../../dashboard/products/import-export/import-report.js';
import { asUtf8 } from '../../platform/csv/as-utf8.js';
import { readCsv } from '../../platform/csv/csv-reader.js';
import { batchesOf } from '../../platform/file-reading/batches.js';
import { CommandFailure } from './command-failure.js';
import { showProgress, type Progress } from './progress.js';
import { withApp } from './with-app.js';
import { tableCsv } from '../../platform/table-export/table-csv.js';

/** Imports a file. Each line of a failure is one problem. */
export async function importFile(path: string, isDryRun: boolean): Promise<void> {
  const size = await sizeOf(path);
  const open = await asUtf8(() => createReadStream(path));
  const report = await withApp(async ({ app }) => {
    const progress = showProgress('Reading', size);
    try {
      return await app
        .get(CatalogImportService)
        .importCatalog(() => batchesOf(readCsv(watched(open(), progress))), { isDryRun });
    } catch (error) {
      throw error instanceof ImportRefused ? new CommandFailure(problemLines(error.report)) : error;
    } finally {
      progress.stop();
    }
  });
  if (report.problems.length > 0) throw new CommandFailure(problemLines(report));
  const { rows, created, updated, unchanged } = report;
  const done = `${rows} rows: ${created} created, ${updated} updated, ${unchanged} unchanged`;
  process.stdout.write(`${done}${isDryRun ? ' (dry run, nothing was stored)' : ''}\n`);
  for (const warning of report.warnings) process.stdout.write(`${warning}\n`);
}

/** Exports to a file, replacing an existing one. */
export async function exportFile(path: string, hasCosts: boolean): Promise<void> {
  const count = await withApp(async ({ app }) => {
    const total = await app.get(CatalogService).countProducts();
    const progress = showProgress('Writing', total);
    try {
      const table = await app
        .get(CatalogExportService)
        .exportCatalog({}, { hasCosts, onRows: (done) => progress.update(done) });
      await writeWhole(path, tableCsv(table));
    } finally {
      progress.stop();
    }
    return total;
  });
  process.stdout.write(`${count} products\n`);
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => fileFailure(path, 'read', error));
  if (!found.isFile()) throw new CommandFailure([`Not done: ${path} is not a file`]);
  return found.size;
}

async function* watched(
  source: AsyncIterable<Buffer>,
  progress: Progress,
): AsyncGenerator<Buffer, void> {
  let done = 0;
  for await (const chunk of source) {
    yield chunk;
    done += chunk.length;
    progress.update(done);
  }
}

/** Writes to a temporary file until it is complete, so that a partial catalog is not taken for a complete one. */
async function writeWhole(path: string, rows: AsyncIterable<string>): Promise<void> {
  const partial = `${path}.part`;
  try {
    await pipeline(rows, createWriteStream(partial));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    if (isFileError(error)) fileFailure(path, 'written', error);
    throw error;
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'path' in error;
}

function fileFailure(path: string, verb: string, error: unknown): never {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  throw new CommandFailure([`Not done: ${path} cannot be ${verb} (${reason})`]);
}

function problemLines({ problems, hasMoreProblems }: ImportReport): string[] {
  return [
    ...problems.map(problemLine),
    ...(hasMoreProblems ? ['There are more problems; the rest of the file was not read.'] : []),
  ];
}

function problemLine({ line, column, problem }: ImportProblem): string {
  const place = column === null ? `line ${line}` : `line ${line}, ${column}`;
  return `${place}: ${problem}`.replace(/\s+/g, ' ');
}
