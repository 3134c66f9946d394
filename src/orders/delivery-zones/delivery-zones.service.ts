import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DeliveryZonesRepository } from './delivery-zones.repository.js';
import type { Zone } from './zone-of.js';

/** The delivery zones that operators keep. */
@Injectable()
export class DeliveryZonesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: DeliveryZonesRepository,
  ) {}

  /** Lists all zones, by country and prefix. */
  async listZones(): Promise<Zone[]> {
    return this.repository.listZones(this.dataSource.manager);
  }

  /** Replaces all zones. The new zones, of distinct places, apply to orders that are placed from now on. */
  async replaceZones(zones: readonly Zone[]): Promise<Zone[]> {
    return inTransaction(this.dataSource, (manager) => this.putZones(manager, zones));
  }

  /** Replaces all zones in the caller's transaction, see {@link replaceZones}. */
  async putZones(manager: EntityManager, zones: readonly Zone[]): Promise<Zone[]> {
    await this.repository.lockZones(manager);
    const before = await this.repository.listZones(manager);
    await this.repository.replaceZones(manager, zones);
    const after = await this.repository.listZones(manager);
    await this.audit.record(manager, {
      action: 'delivery_zones.replaced',
      subject: 'delivery zones',
      before: { zones: before },
      after: { zones: after },
    });
    return after;
  }
}
