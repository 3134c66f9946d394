import { statementParts } from './money/bank/statement-file/read-statement.js';
import { photoParts } from './catalog/photos/photo-file.js';
import { logoParts } from './identity/brand/logo-file.js';
import { CsvFault } from './platform/csv/csv-reader.js';
import { csvBatches } from './platform/csv/csv-batches.js';
import { tableBatches } from './platform/csv/table-batches.js';
import type {
  FileReader,
  FileTask,
  WholeFile,
  WorkerStep,
} from './platform/file-reading/file-workers.js';
import { AppError } from './platform/http/errors.js';
import { UnreadableFile } from './platform/table-file/limits.js';

const READERS: Record<FileTask, FileReader> = {
  catalog: csvBatches,
  logo: logoParts,
  photo: photoParts,
  statement: statementParts,
  table: tableBatches,
};

let reading: AsyncGenerator<unknown, unknown>;

process.on('message', (file: WholeFile | null) => {
  if (file !== null) reading = READERS[file.task](file.input as never);
  void nextStep().then((step) => process.send!(step));
});
process.on('disconnect', () => process.exit());
// Only the service ends it: Ctrl-C and service managers send these to all processes, and a file may still be read.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

async function nextStep(): Promise<WorkerStep> {
  try {
    return await reading.next();
  } catch (error) {
    if (error instanceof CsvFault) return { line: error.line, problem: error.problem };
    if (error instanceof UnreadableFile) return { code: 'file_unreadable', message: error.message };
    if (error instanceof AppError) return { code: error.code, message: error.message };
    // Not the file's fault, but for a stack that it has filled.
    return { error: error as Error };
  }
}
