import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StoredIntent } from './stored-intent.entity.js';

/** The unique index that a second live intent for an order violates. */
export const LIVE_ORDER_UNIQUE = 'payment_intent_orders_live_uq';

/** An order that an intent is to pay. */
@Entity('payment_intent_orders')
@Index(LIVE_ORDER_UNIQUE, ['orderNumber'], { unique: true, where: 'is_live' })
export class PaymentIntentOrder {
  @ForeignKey(() => StoredIntent, { name: 'payment_intent_orders_intent_fk' })
  @PrimaryColumn('bigint')
  intentId: number;

  /** Its place among the orders of the intent, from 1. */
  @PrimaryColumn('smallint')
  line: number;

  @Column('varchar', { length: 13 })
  orderNumber: string;

  /** False once the intent has ended. */
  @Column('boolean', { default: true })
  isLive: boolean;
}
