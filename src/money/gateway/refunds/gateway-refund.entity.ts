import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import { LedgerJournal } from '../../ledger/ledger-journal.entity.js';
import { Receipt } from '../../ledger/receipt.entity.js';

export const REFUND_STATUSES = {
  requested: 'not confirmed by the gateway',
  pending: 'the gateway is sending the money',
  processed: 'the money arrived',
  failed: 'the money did not arrive, and is in the wallet again',
} as const;

/** A refund from a wallet to the source of a payment; in minor units. */
@Entity('gateway_refunds')
@Unique('gateway_refunds_journal_uq', ['journalId'])
@Unique('gateway_refunds_key_uq', ['key'])
@Index('gateway_refunds_reference_uq', ['receiptId', 'reference'], {
  unique: true,
  where: "status <> 'failed' AND NOT is_outside",
})
@Index('gateway_refunds_gateway_uq', ['gatewayRefundId'], {
  unique: true,
  where: 'gateway_refund_id IS NOT NULL',
})
@Index('gateway_refunds_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('gateway_refunds_ask_ix', ['askAt'], { where: 'ask_at IS NOT NULL' })
@Index('gateway_refunds_failed_ix', ['createdAt'], { where: "status = 'failed'" })
@Index('gateway_refunds_outside_ix', ['createdAt'], { where: 'is_outside' })
@Index('gateway_refunds_status_ix', ['status', 'id'])
@Check('gateway_refunds_amount_ck', 'amount_minor > 0')
@Check('gateway_refunds_status_ck', "status IN ('requested', 'pending', 'processed', 'failed')")
@Check('gateway_refunds_due_ck', "(status = 'requested') = (due_at IS NOT NULL)")
@Check('gateway_refunds_ask_ck', "(status = 'pending') = (ask_at IS NOT NULL)")
@Check('gateway_refunds_outside_ck', 'NOT is_outside OR gateway_refund_id IS NOT NULL')
export class GatewayRefund {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Receipt, { name: 'gateway_refunds_receipt_fk' })
  @Column('bigint')
  receiptId: number;

  @Column('varchar', { length: 40 })
  paymentId: string;

  @Column('bigint')
  amountMinor: number;

  /** Unique among the refunds of its receipt that did not fail. */
  @Column('varchar', { length: LIMITS.paymentReferenceLength })
  reference: string;

  @Column('varchar', { length: LIMITS.reasonLength })
  reason: string;

  @ForeignKey(() => LedgerJournal, { name: 'gateway_refunds_journal_fk' })
  @Column('bigint')
  journalId: number;

  /** The random idempotency key at the gateway; null for refunds of earlier releases and from the gateway's own pages. */
  @Column('varchar', { length: 40, nullable: true })
  key: string | null;

  /** The journal that set the money aside until the refund was approved; null: it came from the wallet. */
  @ForeignKey(() => LedgerJournal, { name: 'gateway_refunds_held_journal_fk' })
  @Column('bigint', { nullable: true })
  heldJournalId: number | null;

  @Column('varchar', { length: 10, default: 'requested' })
  status: keyof typeof REFUND_STATUSES;

  @Column('varchar', { length: 40, nullable: true })
  gatewayRefundId: string | null;

  /** The reason why it failed, or is not confirmed yet. */
  @Column('varchar', { length: 500, nullable: true })
  problem: string | null;

  @Column('varchar', { length: LIMITS.actorLength })
  actor: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;

  /** True if it was made in the gateway's own pages. */
  @Column('boolean', { default: false })
  isOutside: boolean;

  /** Time at which it is to be sent; null: the gateway has it. */
  @Column('timestamptz', { nullable: true, default: () => 'clock_timestamp()' })
  dueAt: Date | null;

  /** Time of the query whose answer is stored. */
  @Column('timestamptz', { nullable: true })
  askedAt: Date | null;

  /** Time of the next query, while it is pending. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;
}
