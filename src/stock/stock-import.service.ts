import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';
import { StockRepository, type RefusedLevel } from './stock.repository.js';

export type { RefusedLevel };

/**
 * Sets the stock on hand for all rows of a catalog import or count sheet, in the caller's transaction. Locks levels in key
 * order, as every other writer of stock does.
 * - the caller fills `import_rows` with `sku`, `productId` and `outcome` of each line
 * - the caller fills `import_levels` with the units on hand in the file
 */
@Injectable()
export class StockImportService {
  constructor(
    private readonly audit: AuditService,
    private readonly repository: StockRepository,
  ) {}

  /** Creates the temporary tables for the levels of a file. */
  async begin(manager: EntityManager): Promise<void> {
    await this.repository.beginImport(manager);
  }

  /** Adds missing levels and locks those that will change, in key order. */
  async lockLevels(manager: EntityManager): Promise<void> {
    await this.repository.lockImported(manager);
  }

  /** Lists the locked levels that cannot be set. */
  async listRefusedLevels(manager: EntityManager, limit: number): Promise<RefusedLevel[]> {
    return this.repository.listRefused(manager, limit);
  }

  /** Sets the locked levels that can be set, with their movements and audit entries. */
  async setLevels(manager: EntityManager, reason: string): Promise<void> {
    await this.repository.setImported(manager, reason, this.audit.origin().actor);
    await this.audit.recordAll(manager, {
      action: 'stock.set',
      subject: `'product ' || r.sku`,
      before: 'jsonb_object_agg(r.variation_key, r.on_hand)',
      after: 'jsonb_object_agg(r.variation_key, r.quantity)',
      from: 'import_moves r GROUP BY r.line, r.sku ORDER BY r.line',
    });
  }
}
