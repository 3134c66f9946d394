import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import type { ImportReport } from '../import-export/import-report.js';
import { CatalogImportPart } from './catalog-import-part.entity.js';
import { BUSY_STATES, CatalogImport, type ImportState } from './catalog-import.entity.js';

/** An import as lists show it, with only the counts of its report. */
export type ListedImport = Omit<CatalogImport, 'report' | 'markup' | 'holdsCosts'> & {
  report: Omit<ImportReport, 'problems' | 'changes'> | null;
};

const LISTED = `i.id, i.file_name AS "fileName", i.supplier, i.new_delivery_minor AS "newDeliveryMinor", i.state,
  i.rows_done AS "rowsDone", i.attempts, i.report - '{problems,changes}'::text[] AS report,
  i.uploaded_by AS "uploadedBy", i.uploaded_at AS "uploadedAt", i.applied_by AS "appliedBy",
  i.finished_at AS "finishedAt"`;

/** SQL condition: imports are to be checked or applied. */
export const HAS_WAITING_IMPORTS = `EXISTS (SELECT FROM catalog_imports
  WHERE state IN (${BUSY_STATES.map((state) => `'${state}'`).join(', ')}))`;

@Injectable()
export class FileImportsRepository {
  constructor(
    @InjectRepository(CatalogImport) private readonly imports: Repository<CatalogImport>,
    @InjectRepository(CatalogImportPart) private readonly parts: Repository<CatalogImportPart>,
  ) {}

  async insert(
    manager: EntityManager,
    given: Pick<
      CatalogImport,
      'fileName' | 'supplier' | 'newDeliveryMinor' | 'markup' | 'holdsCosts' | 'uploadedBy'
    >,
  ): Promise<CatalogImport> {
    const repository = manager.withRepository(this.imports);
    const entity = repository.create(given);
    await repository.insert(entity);
    return entity;
  }

  async insertPart(manager: EntityManager, part: CatalogImportPart): Promise<void> {
    await manager.withRepository(this.parts).insert(part);
  }

  async *readParts(manager: EntityManager, importId: number): AsyncGenerator<Buffer, void> {
    for (let position = 0; ; position += 1) {
      const part = await manager.withRepository(this.parts).findOneBy({ importId, position });
      if (part === null) return;
      yield part.content;
    }
  }

  async deleteParts(manager: EntityManager, importIds: readonly number[]): Promise<void> {
    await manager.withRepository(this.parts).delete({ importId: In(importIds) });
  }

  /** Deletes the files of imports that ended with problems before a time and were not corrected since. */
  async deleteForgottenParts(manager: EntityManager, before: Date): Promise<void> {
    await manager.query(
      `DELETE FROM catalog_import_parts p USING catalog_imports i
        WHERE i.id = p.import_id AND i.state IN ('refused', 'applied') AND i.finished_at < $1`,
      [before],
    );
  }

  async hasParts(manager: EntityManager, importId: number): Promise<boolean> {
    return manager.withRepository(this.parts).existsBy({ importId });
  }

  async find(manager: EntityManager, id: number): Promise<CatalogImport | null> {
    return manager.withRepository(this.imports).findOneBy({ id });
  }

  /** Lists the latest first, without their problems and changes. */
  async list(manager: EntityManager, { beforeId, limit }: NewestFirst): Promise<ListedImport[]> {
    return manager.query<ListedImport[]>(
      `SELECT ${LISTED} FROM catalog_imports i WHERE $1::integer IS NULL OR i.id < $1
        ORDER BY i.id DESC LIMIT $2`,
      [beforeId, limit],
    );
  }

  /** Finds the first import that waits for the background job. */
  async findDue(manager: EntityManager): Promise<CatalogImport | null> {
    return manager
      .withRepository(this.imports)
      .findOne({ where: { state: In(BUSY_STATES) }, order: { id: 'ASC' } });
  }

  /** @returns true if the import was in the state that it should leave */
  async move(
    manager: EntityManager,
    { id, from, to }: { id: number; from: ImportState; to: ImportState },
    change: Partial<Pick<CatalogImport, 'report' | 'appliedBy' | 'finishedAt'>>,
  ): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.imports)
      .update({ id, state: from }, { ...change, state: to, rowsDone: 0, attempts: 0 });
    return affected === 1;
  }

  async noteProgress(manager: EntityManager, id: number, rowsDone: number): Promise<void> {
    await manager.withRepository(this.imports).update({ id }, { rowsDone });
  }

  async noteAttempt(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.imports).increment({ id }, 'attempts', 1);
  }

  /** Lists the imports that have waited to be applied since before a time. */
  async listForgotten(manager: EntityManager, before: Date): Promise<CatalogImport[]> {
    return manager
      .withRepository(this.imports)
      .find({ where: { state: 'ready', finishedAt: LessThan(before) }, select: { id: true } });
  }
}
