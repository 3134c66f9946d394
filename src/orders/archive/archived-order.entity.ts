import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import { STATUS_SETS, type OrderStatus, type PaymentStatus } from '../lifecycle/order-lifecycle.js';
import { statusIsIn } from '../lifecycle/status-sql.js';
import { OrderArchive } from './order-archive.entity.js';

/**
 * The part of an archived order that stays in the database.
 * - its number and store order id cannot be used again
 * - its units and money can be compared with the stock movements and the ledger
 */
@Entity('archived_orders')
@Unique('archived_orders_order_number_uq', ['orderNumber'])
@Unique('archived_orders_client_store_order_id_uq', ['clientId', 'storeOrderId'])
@Check('archived_orders_status_ck', statusIsIn('status', STATUS_SETS.closed))
export class ArchivedOrder {
  /** The same id as in `orders`. */
  @PrimaryColumn('bigint')
  id: number;

  @Column('varchar', { length: 13 })
  orderNumber: string;

  @ForeignKey(() => Client, { name: 'archived_orders_client_fk' })
  @Column('integer')
  clientId: number;

  @Column('varchar', { length: LIMITS.storeOrderIdLength, nullable: true })
  storeOrderId: string | null;

  @Column('bytea')
  requestHash: Buffer;

  @Column('boolean')
  isTest: boolean;

  @Column('varchar', { length: 20 })
  status: OrderStatus;

  @Column('varchar', { length: 10 })
  paymentStatus: PaymentStatus;

  @Column('bigint')
  totalMinor: number;

  /** Units that left the stock for it and did not come back. */
  @Column('integer')
  shippedUnits: number;

  /** Sum of its invoices. */
  @Column('bigint', { default: 0 })
  invoicedMinor: number;

  /** Sum of its credit notes. */
  @Column('bigint', { default: 0 })
  creditedMinor: number;

  @Column('timestamptz')
  createdAt: Date;

  /** Time of the last change of its status. */
  @Column('timestamptz')
  closedAt: Date;

  @ForeignKey(() => OrderArchive, { name: 'archived_orders_archive_fk' })
  @Column('integer')
  archiveNumber: number;
}
