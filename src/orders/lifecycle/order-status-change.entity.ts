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

  /** The clock's time, not the transaction's: a transaction may have waited for the one before. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt: Date;

  /** Total of the order when it was placed, in the first entry of its timeline. Older orders have none. */
  @Column('bigint', { nullable: true })
  totalMinor: number | null;
}
