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
import { Order } from '../../orders/order.entity.js';

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
@Check(
  'order_returns_declined_ck',
  '(declined_at IS NOT NULL AND NOT is_withdrawn) = (decline_reason IS NOT NULL)',
)
@Check(
  'order_returns_withdrawn_ck',
  'NOT is_withdrawn OR declined_at IS NOT NULL AND accepted_at IS NULL',
)
@Check('order_returns_inspected_ck', 'declined_at IS NULL OR inspected_at IS NULL')
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
}
