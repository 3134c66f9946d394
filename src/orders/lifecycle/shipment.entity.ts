import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { Order } from '../order.entity.js';

/** Units of an order sent together. */
@Entity('shipments')
export class Shipment {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Index('shipments_order_ix')
  @ForeignKey(() => Order, { name: 'shipments_order_fk' })
  @Column('bigint')
  orderId: number;

  @Column('varchar', { length: LIMITS.courierLength })
  courier: string;

  @Index('shipments_tracking_number_ix')
  @Column('varchar', { length: LIMITS.trackingNumberLength })
  trackingNumber: string;

  @Column('varchar', { length: LIMITS.urlLength, nullable: true })
  trackingUrl: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  shippedAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
