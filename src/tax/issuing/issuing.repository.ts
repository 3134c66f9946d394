import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import { UninvoicedShipment } from './uninvoiced-shipment.entity.js';

/** Shipments without a document. */
@Injectable()
export class IssuingRepository {
  async insertUninvoiced(
    manager: EntityManager,
    shipment: Omit<UninvoicedShipment, 'shippedAt'>,
  ): Promise<void> {
    await manager.getRepository(UninvoicedShipment).insert(shipment);
  }

  async findUninvoiced(
    manager: EntityManager,
    shipmentId: number,
  ): Promise<UninvoicedShipment | null> {
    return manager.getRepository(UninvoicedShipment).findOneBy({ shipmentId });
  }

  async removeUninvoiced(manager: EntityManager, shipmentId: number): Promise<void> {
    await manager.getRepository(UninvoicedShipment).delete({ shipmentId });
  }

  /** Lists shipments without a document, the latest first. */
  async listUninvoiced(
    manager: EntityManager,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<UninvoicedShipment & { id: number }>> {
    const query = manager
      .getRepository(UninvoicedShipment)
      .createQueryBuilder('s')
      .orderBy('s.shipmentId', 'DESC')
      .limit(limit + 1);
    if (beforeId !== null) query.where('s.shipmentId < :beforeId', { beforeId });
    const rows = await query.getMany();
    return toPage(
      rows.map((row) => ({ ...row, id: row.shipmentId })),
      limit,
    );
  }
}
