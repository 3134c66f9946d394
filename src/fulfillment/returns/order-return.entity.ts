import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { Order } from '../../orders/order.entity.js';
import type { ReturnAddress } from './place/return-place.entity.js';

/**
 * Units of an order that its store wants to send back, or that came back without a request. An order has at most one return
 * that is neither declined nor withdrawn.
 * - its status is not stored, see `returnStatusOf`
 */
@Entity('order_returns')
@Index('order_returns_open_uq', ['orderId'], { unique: true, where: 'declined_at IS NULL' })
@Index('order_returns_key_uq', ['orderId', 'idempotencyKey'], { unique: true })
@Index('order_returns_waiting_ix', ['createdAt'], {
  where: 'declined_at IS NULL AND inspected_at IS NULL',
})
@Index('order_returns_tracking_number_ix', ['trackingNumber'], {
  where: 'tracking_number IS NOT NULL',
})
@Index('order_returns_shipment_ix', ['shipmentId'], { where: 'shipment_id IS NOT NULL' })
@Check(
  'order_returns_declined_ck',
  '(declined_at IS NOT NULL AND NOT is_withdrawn) = (decline_reason IS NOT NULL)',
)
@Check(
  'order_returns_withdrawn_ck',
  'NOT is_withdrawn OR declined_at IS NOT NULL AND accepted_at IS NULL',
)
@Check('order_returns_inspected_ck', 'declined_at IS NULL OR inspected_at IS NULL')
@Check(
  'order_returns_sent_ck',
  'num_nulls(courier, tracking_number, sent_at) IN (0, 3) AND (tracking_url IS NULL OR tracking_number IS NOT NULL)',
)
export class OrderReturn {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Order, { name: 'order_returns_order_fk' })
  @Column('bigint')
  orderId: number;

  /** null after it was erased with the customer's data. */
  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  reason: string | null;

  @Column('varchar', { length: LIMITS.idempotencyKeyLength, nullable: true })
  idempotencyKey: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;

  /** Time at which it ended without units: an operator declined it, or its store withdrew it. */
  @Column('timestamptz', { nullable: true })
  declinedAt: Date | null;

  @Column('boolean', { default: false })
  isWithdrawn: boolean;

  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  declineReason: string | null;

  /** Time of the latest inspection if it made each unit good or scrap; null: some are not inspected. */
  @Column('timestamptz', { nullable: true })
  inspectedAt: Date | null;

  /** Where its units go; kept when the setting changes. null before it is accepted. */
  @Column('jsonb', { nullable: true })
  returnAddress: ReturnAddress | null;

  /** What its store has to know to send the units. It is erased with the customer's data, as is how they were sent. */
  @Column('varchar', { length: LIMITS.instructionsLength, nullable: true })
  instructions: string | null;

  /** The courier that its store gave the units to. */
  @Column('varchar', { length: LIMITS.courierLength, nullable: true })
  courier: string | null;

  @Column('varchar', { length: LIMITS.trackingNumberLength, nullable: true })
  trackingNumber: string | null;

  @Column('varchar', { length: LIMITS.urlLength, nullable: true })
  trackingUrl: string | null;

  /** Time at which the store first named the tracking number. */
  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  /** The shipment that its courier could not deliver and brought back; null for other returns. */
  @ForeignKey(() => Shipment, { name: 'order_returns_shipment_fk' })
  @Column('bigint', { nullable: true })
  shipmentId: number | null;
}
