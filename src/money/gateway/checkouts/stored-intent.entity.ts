import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Client } from '../../../clients/client.entity.js';
import { LIMITS } from '../../../platform/config/limits.js';

export const INTENT_STATUSES = ['open', 'paid', 'superseded'] as const;

export type CheckReason = 'return' | 'notice' | 'schedule' | 'day';

/** A client's wish to pay through the gateway, stored before the gateway's order is created. In minor units. */
@Entity('payment_intents')
@Unique('payment_intents_receipt_uq', ['receipt'])
@Unique('payment_intents_order_uq', ['gatewayOrderId'])
@Index('payment_intents_check_ix', ['checkAt'], { where: 'check_at IS NOT NULL' })
@Index('payment_intents_client_ix', ['clientId', 'id'])
@Index('payment_intents_created_ix', ['createdAt'])
@Check('payment_intents_amount_ck', 'amount_minor > 0')
@Check('payment_intents_reason_ck', "check_reason IN ('return', 'notice', 'schedule')")
@Check('payment_intents_status_ck', "status IN ('open', 'paid', 'superseded')")
export class StoredIntent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** The public id, used in the gateway's order and in the dashboard. */
  @Column('varchar', { length: 40 })
  receipt: string;

  @ForeignKey(() => Client, { name: 'payment_intents_client_fk' })
  @Column('integer')
  clientId: number;

  @Column('varchar', { length: 30 })
  gateway: string;

  @Column('bigint')
  amountMinor: number;

  @Column('varchar', { length: 3 })
  currency: string;

  /** null: the gateway's order is not created yet, or its id is unknown because the answer was lost. */
  @Column('varchar', { length: 40, nullable: true })
  gatewayOrderId: string | null;

  /** superseded: a later intent is for one of the same orders. Money that arrives for this intent is still accepted. */
  @Column('varchar', { length: 10, default: 'open' })
  status: (typeof INTENT_STATUSES)[number];

  @Column('varchar', { length: LIMITS.actorLength })
  actor: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;

  /** The time at which a browser returned from the checkout with the gateway's signature. */
  @Column('timestamptz', { nullable: true })
  returnedAt: Date | null;

  /** Time of the next check with the gateway; null: none is due any more. */
  @Column('timestamptz', { nullable: true })
  checkAt: Date | null;

  @Column('varchar', { length: 10, default: 'schedule' })
  checkReason: Exclude<CheckReason, 'day'>;
}
