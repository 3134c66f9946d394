import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Order } from '../order.entity.js';
import type { OrderStatus } from './order-lifecycle.js';

/** A timeline entry: an order has one for each status it has had. */
@Entity('order_status_changes')
@Unique('order_status_changes_order_status_uq', ['orderId', 'status'])
export class OrderStatusChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Order, { name: 'order_status_changes_order_fk' })
  @Column('bigint')
  orderId: number;

  @Column('varchar', { length: 20 })
  status: OrderStatus;

  /** The clock's time instead of the transaction's, because a transaction may have waited for an earlier one. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt: Date;

  /** Total of the order when it was placed. Only the first entry of a timeline has it; older orders have none. */
  @Column('bigint', { nullable: true })
  totalMinor: number | null;
}
