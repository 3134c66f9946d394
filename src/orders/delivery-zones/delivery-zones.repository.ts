import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { DeliveryZone } from './delivery-zone.entity.js';
import type { Zone } from './zone-of.js';

@Injectable()
export class DeliveryZonesRepository {
  constructor(@InjectRepository(DeliveryZone) private readonly zones: Repository<DeliveryZone>) {}

  async listZones(manager: EntityManager): Promise<Zone[]> {
    return manager
      .withRepository(this.zones)
      .find({
        select: { country: true, pincodePrefix: true, surchargeMinor: true },
        order: { country: 'ASC', pincodePrefix: 'ASC' },
      });
  }

  /** Locks all zones against changes, until the transaction ends. */
  async lockZones(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE delivery_zones IN SHARE ROW EXCLUSIVE MODE');
  }

  async replaceZones(manager: EntityManager, zones: readonly Zone[]): Promise<void> {
    await manager.withRepository(this.zones).deleteAll();
    // Copies: TypeORM writes the new ids into what it is given.
    const rows = zones.map((zone) => ({ ...zone }));
    if (rows.length > 0) await manager.withRepository(this.zones).insert(rows);
  }
}
