import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { Shipment } from '../lifecycle/shipment.entity.js';
import { listed } from '../lifecycle/status-sql.js';
import { Order } from '../order.entity.js';
import {
  EVENT_SOURCES,
  SHIPMENT_STATES,
  type EventSource,
  type ShipmentState,
} from './shipment-state.js';

/** What a courier, an operator or a test scenario told of a shipment, or of a booking that was not handed over. */
@Entity('shipment_events')
// Unique, with nulls that are not distinct: shipment, booking, code, time and state. It begins with the shipment.
@Index('shipment_events_known_ix', { synchronize: false })
@Check('shipment_events_of_ck', 'shipment_id IS NOT NULL OR booking_id IS NOT NULL')
@Check('shipment_events_state_ck', `state IN ${listed(SHIPMENT_STATES)}`)
@Check('shipment_events_source_ck', `source IN ${listed(EVENT_SOURCES)}`)
export class ShipmentEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** The booking at a courier, of a module above; null: none. */
  @Column('integer', { nullable: true })
  bookingId: number | null;

  /** null until the booking is handed over. */
  @ForeignKey(() => Shipment, { name: 'shipment_events_shipment_fk' })
  @Column('bigint', { nullable: true })
  shipmentId: number | null;

  @Index('shipment_events_order_ix')
  @ForeignKey(() => Order, { name: 'shipment_events_order_fk' })
  @Column('bigint')
  orderId: number;

  /** The courier's time. */
  @Column('timestamptz')
  at: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  receivedAt: Date;

  /** null: it says nothing of where the goods are. */
  @Column('varchar', { length: 20, nullable: true })
  state: ShipmentState | null;

  @Column('varchar', { length: LIMITS.shipmentPlaceLength, nullable: true })
  place: string | null;

  /** The courier's own words, which may name people. */
  @Column('varchar', { length: LIMITS.shipmentWordsLength, nullable: true })
  words: string | null;

  @Column('varchar', { length: LIMITS.shipmentCodeLength })
  code: string;

  @Column('varchar', { length: 10 })
  source: EventSource;
}
