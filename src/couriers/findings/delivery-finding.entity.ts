import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { listed } from '../../orders/lifecycle/status-sql.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { Order } from '../../orders/order.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import { FINDING_KINDS, type FindingKind } from './finding-kinds.js';
import { CourierBooking } from '../bookings/courier-booking.entity.js';

/** What a person has to look at in a delivery. Each kind at most once for a booking. */
@Entity('delivery_findings')
@Unique('delivery_findings_kind_uq', ['bookingId', 'kind'])
@Index('delivery_findings_open_ix', ['id'], { where: 'settled_at IS NULL' })
@Index('delivery_findings_order_ix', ['orderId'])
@Check('delivery_findings_kind_ck', `kind IN ${listed(FINDING_KINDS)}`)
export class DeliveryFinding {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'delivery_findings_pk',
  })
  id: number;

  @Column('varchar', { length: 30 })
  kind: FindingKind;

  @ForeignKey(() => CourierBooking, { name: 'delivery_findings_booking_fk' })
  @Column('integer')
  bookingId: number;

  @ForeignKey(() => Order, { name: 'delivery_findings_order_fk' })
  @Column('bigint')
  orderId: number;

  /** null: it was not handed over. */
  @ForeignKey(() => Shipment, { name: 'delivery_findings_shipment_fk' })
  @Column('bigint', { nullable: true })
  shipmentId: number | null;

  /** Such as why an order could not be shipped, or the courier's words, which may name people. */
  @Column('varchar', { length: 300, nullable: true })
  note: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  foundAt: Date;

  /** null: it is open. */
  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  /** null: the service settled it. */
  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  settledBy: string | null;
}
