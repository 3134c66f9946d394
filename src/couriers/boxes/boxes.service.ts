import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { BoxPreset } from './box-preset.entity.js';
import { BoxesRepository, type BoxData } from './boxes.repository.js';

export const BOXES_MAX = 50;

/** The boxes that the house packs in. */
@Injectable()
export class BoxesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly boxes: BoxesRepository,
  ) {}

  async list(): Promise<BoxPreset[]> {
    return this.boxes.list(this.dataSource.manager);
  }

  /** Replaces all boxes by boxes with distinct names. Bookings keep what was sent. */
  async replace(boxes: readonly BoxData[]): Promise<BoxPreset[]> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.boxes.lock(manager);
      const before = await this.boxes.list(manager);
      await this.boxes.replace(manager, boxes);
      const after = await this.boxes.list(manager);
      await this.audit.record(manager, {
        action: 'boxes.replaced',
        subject: 'boxes',
        before: { boxes: before },
        after: { boxes: after },
      });
      return after;
    });
  }
}
