import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import type { Period } from '../../platform/days/zoned-day.js';
import type { Client } from '../../clients/client.entity.js';
import type { PartyColumns } from '../../clients/tax-party.js';
import type { Today } from '../../platform/clock/today.js';
import { DAY_READ, TaxProfilesService } from '../profile/tax-profiles.service.js';
import type { TaxProfile } from '../profile/tax-profile.entity.js';
import { taxesInForce, type TaxesInForce } from '../rates/tax-rates.repository.js';
import { productIdsOf } from '../rates/tax-rates.service.js';
import type { GoodsToShip } from './invoice-draft.js';
import { UninvoicedShipment } from './uninvoiced-shipment.entity.js';

/** The facts besides the profile that decide the tax of a shipment that is sent today. */
export interface ShipmentFacts extends TaxesInForce {
  /** Never missing: orders are stored for existing clients, and refuse_parent_removal.sql keeps them. */
  client: PartyColumns & Pick<Client, 'id' | 'name'>;
}

const FACTS = `
  SELECT json_build_object('id', id, 'name', name, 'gstin', gstin, 'sez', sez, 'billingLine1', billing_line1, 'billingLine2', billing_line2,
      'billingPlace', billing_place, 'billingState', billing_state, 'billingPincode', billing_pincode) AS client, taxes.*
  FROM clients CROSS JOIN LATERAL (${taxesInForce(DAY_READ, '$2')}) taxes WHERE id = $1`;

/** Shipments: the facts for their documents, and those that went without one. */
@Injectable()
export class IssuingRepository {
  private readonly facts: string;

  constructor(
    private readonly profiles: TaxProfilesService,
    @InjectRepository(UninvoicedShipment)
    private readonly uninvoiced: Repository<UninvoicedShipment>,
  ) {
    this.facts = profiles.todayWith(FACTS);
  }

  /** Finds the day and, with a tax profile, everything that decides the tax of a shipment, in one statement. */
  async findFacts(
    manager: EntityManager,
    { clientId, lines }: Pick<GoodsToShip, 'clientId' | 'lines'>,
  ): Promise<{ today: Today; profile: (TaxProfile & ShipmentFacts) | null }> {
    const values = [clientId, JSON.stringify(productIdsOf(lines))];
    return this.profiles.findToday<ShipmentFacts>(manager, this.facts, values);
  }

  async insertUninvoiced(
    manager: EntityManager,
    shipment: Omit<UninvoicedShipment, 'shippedAt'>,
  ): Promise<void> {
    await manager.withRepository(this.uninvoiced).insert(shipment);
  }

  async findUninvoiced(
    manager: EntityManager,
    shipmentId: number,
  ): Promise<UninvoicedShipment | null> {
    return manager.withRepository(this.uninvoiced).findOneBy({ shipmentId });
  }

  async removeUninvoiced(manager: EntityManager, shipmentId: number): Promise<void> {
    await manager.withRepository(this.uninvoiced).delete({ shipmentId });
  }

  /** Counts shipments of a period without a document. */
  async countUninvoiced(manager: EntityManager, { from, to }: Period): Promise<number> {
    return manager
      .withRepository(this.uninvoiced)
      .createQueryBuilder('s')
      .where('s.shippedAt >= :from AND s.shippedAt < :to', { from, to })
      .getCount();
  }

  /** Lists shipments without a document, the latest first. */
  async listUninvoiced(
    manager: EntityManager,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<UninvoicedShipment & { id: number }>> {
    const query = manager
      .withRepository(this.uninvoiced)
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
