import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { withTemporaryFile } from '../../../platform/csv/csv-upload.js';
import { AppError } from '../../../platform/http/errors.js';
import { runAs } from '../../../platform/http/request-context.js';
import type { ShipmentImport } from './shipment-import.entity.js';
import { ShipmentImportRepository } from './shipment-import.repository.js';
import { ShipmentImportService } from './shipment-import.service.js';

const PROGRESS_MS = 1_000;

/** Large files of shipments, recorded in the background. A repeated run does not record a shipment twice. */
@Injectable()
export class BackgroundShipmentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: ShipmentImportRepository,
    private readonly importer: ShipmentImportService,
  ) {}

  /** Stores a file for the background job. @param rows below its header */
  async store(
    path: string,
    { isDryRun, rows }: { isDryRun: boolean; rows: number },
  ): Promise<ShipmentImport> {
    const { actor: uploadedBy } = this.audit.origin();
    const file = await readFile(path);
    return this.repository.insert(this.dataSource.manager, { file, isDryRun, rows, uploadedBy });
  }

  /** @throws AppError import_not_found */
  async get(id: number): Promise<ShipmentImport> {
    const found = await this.repository.find(this.dataSource.manager, id);
    if (found === null) throw new AppError('import_not_found');
    return found;
  }

  /** Records the first waiting file, unless another instance does. @returns true if there was one */
  async runNext(): Promise<boolean> {
    const { manager } = this.dataSource;
    const due = await this.repository.lease(manager);
    if (due === null) return false;
    if (due.attempts > LIMITS.importAttempts) {
      await this.repository.finish(manager, due.id, { state: 'failed', report: null });
      return true;
    }
    try {
      await runAs(due.uploadedBy, () => this.run(due));
    } catch (error) {
      await this.repository.release(manager, due.id);
      throw error;
    }
    return true;
  }

  private async run({ id, file, isDryRun }: ShipmentImport): Promise<void> {
    const { manager } = this.dataSource;
    let notedAt = performance.now();
    const onRows = async (rowsDone: number): Promise<void> => {
      if (performance.now() < notedAt + PROGRESS_MS) return;
      notedAt = performance.now();
      await this.repository.noteProgress(manager, id, rowsDone);
    };
    const report = await withTemporaryFile(partsOf(file!), async (path) =>
      this.importer.recordFile(await this.importer.read(path, isDryRun), { isDryRun, onRows }),
    );
    await this.repository.finish(manager, id, { state: 'recorded', report });
  }
}

async function* partsOf(file: Buffer): AsyncGenerator<Buffer, void> {
  yield await Promise.resolve(file);
}
