import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { listed } from '../../orders/lifecycle/status-sql.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import { FAILURE_ACTIONS } from '../../orders/tracking/shipment-failure.js';
import type { FailureActionKind, FailureReason } from '../courier-gateway.js';

/**
 * - `open`: it waits for an answer
 * - `decided`: the answer waits to be sent, and may be replaced
 * - `overtaken`: a later scan made an answer needless
 * - `expired`: the time to answer is over, and the courier decides
 */
export const FAILURE_STATES = [
  'open',
  'decided',
  'sent',
  'accepted',
  'refused',
  'expired',
  'overtaken',
] as const;
export type FailureState = (typeof FAILURE_STATES)[number];

/** A delivery that failed. */
@Entity('delivery_failures')
@Unique('delivery_failures_attempt_uq', ['shipmentId', 'attempt'])
@Index('delivery_failures_open_ix', ['answerBy'], {
  where: "state IN ('open', 'decided', 'refused')",
})
@Index('delivery_failures_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('delivery_failures_order_ix', ['orderId'])
@Check('delivery_failures_state_ck', `state IN ${listed(FAILURE_STATES)}`)
@Check('delivery_failures_action_ck', `action IN ${listed(FAILURE_ACTIONS)}`)
export class DeliveryFailure {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'delivery_failures_pk',
  })
  id: number;

  @ForeignKey(() => Shipment, { name: 'delivery_failures_shipment_fk' })
  @Column('bigint')
  shipmentId: number;

  @Column('bigint')
  orderId: number;

  /** From 1. */
  @Column('smallint')
  attempt: number;

  @Column('varchar', { length: 20 })
  reason: FailureReason;

  /** The courier's. */
  @Column('varchar', { length: 60 })
  code: string;

  /** The courier's; erased with the customer's data. */
  @Column('varchar', { length: 300, nullable: true })
  words: string | null;

  @Column('timestamptz')
  failedAt: Date;

  @Column('timestamptz')
  answerBy: Date;

  /** Answers that the courier takes. */
  @Column('jsonb', { default: [] })
  actions: FailureActionKind[];

  @Column('varchar', { length: 10, default: 'open' })
  state: FailureState;

  @Column('varchar', { length: 10, nullable: true })
  action: FailureActionKind | null;

  @Column('date', { nullable: true })
  actOn: string | null;

  /** Another phone of the customer; erased with the customer's data. */
  @Column('varchar', { length: LIMITS.phoneLength, nullable: true })
  phone: string | null;

  /** Other lines of the address; erased with the customer's data. */
  @Column('jsonb', { nullable: true })
  address: string[] | null;

  @Column('varchar', { length: 200, nullable: true })
  comment: string | null;

  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  /** null: no work of the job is due. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('integer', { default: 0 })
  lease: number;

  @Column('smallint', { default: 0 })
  tries: number;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  @Column('varchar', { length: 80, nullable: true })
  courierRef: string | null;

  /** The courier's words about an answer that it refused. */
  @Column('varchar', { length: 300, nullable: true })
  problem: string | null;
}
