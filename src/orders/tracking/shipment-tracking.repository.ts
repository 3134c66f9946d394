import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository, type EntityManager } from 'typeorm';
import { ShipmentEvent } from './shipment-event.entity.js';
import { ShipmentProgress } from './shipment-progress.entity.js';
import type { EventSource, Whereabouts } from './shipment-state.js';

/** What an event is about: a shipment, or a booking that was not handed over. */
export interface TrackedGoods {
  /** null: the shipment has no booking. */
  bookingId: number | null;
  /** null: the booking was not handed over. */
  shipmentId: number | null;
}

/** Events and whereabouts of shipments. Every writer locks the order. */
@Injectable()
export class ShipmentTrackingRepository {
  constructor(
    @InjectRepository(ShipmentEvent) private readonly events: Repository<ShipmentEvent>,
    @InjectRepository(ShipmentProgress) private readonly progress: Repository<ShipmentProgress>,
  ) {}

  /** Lists the events of a shipment or of a booking, the oldest first. */
  async listEvents(
    manager: EntityManager,
    { bookingId, shipmentId }: TrackedGoods,
  ): Promise<ShipmentEvent[]> {
    const where =
      shipmentId === null ? { shipmentId: IsNull(), bookingId: bookingId! } : { shipmentId };
    return manager.withRepository(this.events).find({ where, order: { at: 'ASC', id: 'ASC' } });
  }

  async findProgress(manager: EntityManager, shipmentId: number): Promise<ShipmentProgress | null> {
    return manager.withRepository(this.progress).findOneBy({ shipmentId });
  }

  async readNow(manager: EntityManager): Promise<Date> {
    const [{ now }] = await manager.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    return now;
  }

  async insertEvents(
    manager: EntityManager,
    events: readonly Omit<ShipmentEvent, 'id' | 'receivedAt'>[],
  ): Promise<void> {
    if (events.length > 0) await manager.withRepository(this.events).insert([...events]);
  }

  /** Notes that events were not only pushed. */
  async confirmEvents(
    manager: EntityManager,
    ids: readonly number[],
    source: EventSource,
  ): Promise<void> {
    if (ids.length > 0)
      await manager.withRepository(this.events).update({ id: In(ids) }, { source });
  }

  async removeEvents(manager: EntityManager, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await manager.withRepository(this.events).delete({ id: In(ids) });
  }

  /** Gives the events of a booking its shipment. */
  async bindEvents(
    manager: EntityManager,
    bookingId: number,
    shipmentId: number,
  ): Promise<boolean> {
    const where = { bookingId, shipmentId: IsNull() };
    const { affected } = await manager.withRepository(this.events).update(where, { shipmentId });
    return affected !== 0;
  }

  /** Reads when a shipment was sent. */
  async readShippedAt(manager: EntityManager, shipmentId: number): Promise<Date> {
    const [shipment] = await manager.query<[{ shippedAt: Date }]>(
      'SELECT shipped_at AS "shippedAt" FROM shipments WHERE id = $1',
      [shipmentId],
    );
    return shipment.shippedAt;
  }

  async insertProgress(
    manager: EntityManager,
    keys: Pick<ShipmentProgress, 'shipmentId' | 'orderId'>,
    whereabouts: Whereabouts,
    { isAsked }: { isAsked: boolean },
  ): Promise<void> {
    const nextAskAt = isAsked ? () => 'now()' : null;
    await manager.withRepository(this.progress).insert({ ...keys, ...whereabouts, nextAskAt });
  }

  async updateProgress(
    manager: EntityManager,
    shipmentId: number,
    change: Partial<Pick<ShipmentProgress, keyof Whereabouts | 'expectedAt'>>,
  ): Promise<void> {
    if (Object.keys(change).length === 0) return;
    await manager.withRepository(this.progress).update({ shipmentId }, change);
  }

  /** Makes a shipment due for asking its courier. */
  async askNow(manager: EntityManager, shipmentId: number): Promise<void> {
    const nextAskAt = (): string => 'now()';
    await manager.withRepository(this.progress).update({ shipmentId }, { nextAskAt });
  }
}
