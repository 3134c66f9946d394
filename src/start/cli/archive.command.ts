import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArchiveRefused } from '../../orders/archive/archive-file.js';
import { OrderArchiveService } from '../../orders/archive/order-archive.service.js';
import { isDate } from '../../platform/days/zoned-day.js';
import { CommandFailure } from './command-failure.js';
import { READ_ONLY, withApp } from './with-app.js';

export interface ArchiveOptions {
  before: string;
  to: string;
  dryRun: boolean;
}

/** Archives closed orders; prints the path of each file. @throws CommandFailure */
export async function archiveOrders({ before, to, dryRun }: ArchiveOptions): Promise<void> {
  if (!isDate(before)) {
    throw new CommandFailure([`Not done: --before must be a day such as 2026-01-31`]);
  }
  const folder = await folderAt(to);
  await withApp(
    async ({ app }) => {
      const service = app.get(OrderArchiveService);
      if (dryRun) {
        const count = await service.count(before);
        process.stderr.write(`${count} orders to archive (dry run, nothing was changed)\n`);
        return;
      }
      let total = 0;
      for await (const { file, orders } of service.archive(before, folder)) {
        total += orders;
        process.stdout.write(`${join(folder, file)}\n`);
      }
      process.stderr.write(`${total} orders archived\n`);
    },
    dryRun ? READ_ONLY : {},
  ).catch((error: unknown) => {
    throw error instanceof ArchiveRefused
      ? new CommandFailure([`Not done: ${error.message}`])
      : error;
  });
}

/** Compares the files of a folder with the checksums in the database; prints each. @throws CommandFailure with a line for each bad file */
export async function verifyArchive(path: string): Promise<void> {
  const folder = await folderAt(path);
  const bad: string[] = [];
  await withApp(async ({ app }) => {
    for await (const { file, problem } of app.get(OrderArchiveService).verify(folder)) {
      if (problem === null) process.stdout.write(`${join(folder, file)}: OK\n`);
      else bad.push(`${join(folder, file)} ${problem}`);
    }
  }, READ_ONLY);
  if (bad.length > 0) throw new CommandFailure([`Bad files: ${bad.length}`, ...bad]);
}

async function folderAt(path: string): Promise<string> {
  const folder = resolve(path);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new CommandFailure([`Not done: ${path} is not a folder`]);
  return folder;
}
