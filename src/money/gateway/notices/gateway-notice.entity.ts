import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { NOTICE_SUBJECTS } from '../payment-gateway.js';

export const NOTICE_OUTCOMES = {
  waiting: 'it is handled within seconds, or once the gateway answers again',
  checked: 'the gateway was queried about its subject',
  unknown_order: 'it belongs to no intent or payment of this service',
  ignored: 'the service does not handle this kind of notice',
} as const;
export type NoticeOutcome = keyof typeof NOTICE_OUTCOMES;

/** A notice that the gateway signed. */
@Entity('gateway_notices')
@Unique('gateway_notices_event_uq', ['eventId'])
@Index('gateway_notices_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('gateway_notices_outcome_ix', ['outcome', 'id'])
@Check('gateway_notices_due_ck', "(outcome = 'waiting') = (due_at IS NOT NULL)")
@Check(
  'gateway_notices_outcome_ck',
  "outcome IN ('waiting', 'checked', 'unknown_order', 'ignored')",
)
export class GatewayNotice {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** The SHA-256 of the body: the same for every repetition. */
  @Column('varchar', { length: 64 })
  eventId: string;

  @Column('varchar', { length: 60 })
  event: string;

  @Column('varchar', { length: 40, nullable: true })
  gatewayOrderId: string | null;

  @Column('varchar', { length: 40, nullable: true })
  paymentId: string | null;

  /** The kind of what the notice is about; null: it is about an order, or nothing that is handled. */
  @Column('varchar', { length: 10, nullable: true })
  aboutKind: (typeof NOTICE_SUBJECTS)[number] | null;

  @Column('varchar', { length: 40, nullable: true })
  aboutId: string | null;

  /** The signed text. */
  @Column('text')
  body: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  receivedAt: Date;

  /** Time at which it is to be handled; null: it was. */
  @Column('timestamptz', { nullable: true, default: () => 'clock_timestamp()' })
  dueAt: Date | null;

  @Column('varchar', { length: 15, default: 'waiting' })
  outcome: NoticeOutcome;
}
