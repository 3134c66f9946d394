import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { Client } from '../clients/client.entity.js';
import { Plan } from '../plans/plan.entity.js';
import { LIMITS } from '../platform/config/limits.js';
import {
  INITIAL_STATUS,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  STATUS_ROWS,
  STATUS_SETS,
  type OrderStatus,
  type PaymentStatus,
} from './lifecycle/order-lifecycle.js';
import { isUnsettledReturn, listed, statusIsIn } from './lifecycle/status-sql.js';

/** The violated constraint of a second order with the same store order id. */
const STORE_ORDER_ID_UNIQUE = 'orders_client_store_order_id_uq';
/** The violated constraint of a random order number that is already in use. */
export const ORDER_NUMBER_UNIQUE = 'orders_order_number_uq';

/** An order of a client; its amounts are frozen at creation, in minor units. */
@Entity('orders')
@Unique(ORDER_NUMBER_UNIQUE, ['orderNumber'])
@Unique(STORE_ORDER_ID_UNIQUE, ['clientId', 'storeOrderId'])
@Index('orders_status_ix', ['status', 'createdAt', 'id'])
@Index('orders_created_ix', ['createdAt', 'id'])
@Index('orders_to_ship_ix', ['createdAt'], {
  where: `${statusIsIn('status', STATUS_SETS.shippable)} AND NOT is_test`,
})
@Index('orders_refunded_ix', ['createdAt', 'id'], { where: "payment_status = 'refunded'" })
@Index('orders_returns_ix', ['createdAt', 'id'], { where: isUnsettledReturn() })
@Index('orders_identified_ix', ['createdAt', 'id'], {
  where: `anonymized_at IS NULL AND ${statusIsIn('status', STATUS_SETS.closed)}`,
})
@Index('orders_client_created_ix', ['status', 'clientId', 'createdAt', 'id'])
@Index('orders_test_scenario_ix', ['testScenario', 'status'], {
  where: 'test_scenario IS NOT NULL',
})
@Check('orders_test_scenario_ck', 'test_scenario IS NULL OR is_test')
@Check('orders_order_number_ck', "order_number ~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$'")
@Check(
  'orders_store_order_id_ck',
  "store_order_id !~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$' AND store_order_id <> ''",
)
@Check('orders_status_ck', statusIsIn('status', ORDER_STATUSES))
@Check('orders_payment_status_ck', `payment_status IN ${listed(PAYMENT_STATUSES)}`)
@Check(
  'orders_state_ck',
  `CASE status ${ORDER_STATUSES.map((status) => `WHEN '${status}' THEN payment_status IN ${listed(STATUS_ROWS[status].payments)}`).join(' ')} END`,
)
@Check('orders_items_count_ck', 'items_count BETWEEN 1 AND 100')
@Check(
  'orders_amounts_ck',
  'subtotal_minor > 0 AND delivery_minor >= 0 AND total_minor = subtotal_minor + delivery_minor',
)
export class Order {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: 13 })
  orderNumber: string;

  @ForeignKey(() => Client, { name: 'orders_client_fk' })
  @Column('integer')
  clientId: number;

  /** The plan whose prices apply to the order. */
  @ForeignKey(() => Plan, { name: 'orders_plan_fk' })
  @Column('integer')
  planId: number;

  @Column('varchar', { length: LIMITS.storeOrderIdLength, nullable: true })
  storeOrderId: string | null;

  @Column('varchar', { length: 20, default: INITIAL_STATUS })
  status: OrderStatus;

  @Column('varchar', { length: 10, default: 'unpaid' })
  paymentStatus: PaymentStatus;

  @Column('varchar', { length: LIMITS.nameLength })
  customerName: string;

  @Column('varchar', { length: LIMITS.phoneLength })
  customerPhone: string;

  @Column('varchar', { length: LIMITS.emailLength, nullable: true })
  customerEmail: string | null;

  @Column('varchar', { length: LIMITS.addressLength })
  shippingAddress: string;

  @Column('varchar', { length: LIMITS.placeLength })
  shippingCity: string;

  @Column('varchar', { length: LIMITS.placeLength })
  shippingState: string;

  @Column('varchar', { length: LIMITS.pincodeLength })
  shippingPincode: string;

  @Column('varchar', { length: LIMITS.placeLength })
  shippingCountry: string;

  @Column('varchar', { length: LIMITS.notesLength, nullable: true })
  notes: string | null;

  @Column('varchar', { length: 200, nullable: true })
  gift_message: string | null;

  /** Why its store or client canceled it, as sent. The reasons of operators are in the audit log only. */
  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  cancelReason: string | null;

  @Column('varchar', { length: 3 })
  currency: string;

  @Column('integer')
  itemsCount: number;

  @Column('bigint')
  subtotalMinor: number;

  @Column('bigint')
  deliveryMinor: number;

  @Column('bigint')
  totalMinor: number;

  /** Surcharge of the delivery zone, a part of `deliveryMinor`; null for orders of releases up to 1.3.0. */
  @Column('bigint', { nullable: true })
  surchargeMinor: number | null;

  /** True if a person of the wholesaler placed it for the client, not a store. */
  @Column('boolean', { default: false })
  byOperator: boolean;

  /** SHA-256 of the request. Distinguishes a repeated request from another one with the same store order id. */
  @Column('bytea')
  requestHash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;

  /** Read only by earlier releases, which read the whole row. */
  @Column('bigint', { default: () => 'current_xid()' })
  changedXid: number;

  /** Placed with a test token: it reserves no stock, and only the same client's test tokens see it. */
  @Column('boolean', { default: false })
  isTest: boolean;

  /** The scenario that a job follows to change the status of a test order; null: no scenario, or it has ended. */
  @Column('varchar', { length: 20, nullable: true })
  testScenario: string | null;

  /** True if no further refund of this returned order will follow. */
  @Column('boolean', { default: false })
  refundFinal: boolean;

  /** The delivery charge's part of what was refunded after the return, in minor units. */
  @Column('bigint', { default: 0 })
  refundedDeliveryMinor: number;

  /** Time at which the customer's data was removed; null while it is stored. */
  @Column('timestamptz', { nullable: true })
  anonymizedAt: Date | null;
}
