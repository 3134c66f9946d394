import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LedgerJournal } from '../../ledger/ledger-journal.entity.js';
import { Receipt } from '../../ledger/receipt.entity.js';
import type { GatewayDispute } from '../payment-gateway.js';

/** A dispute about a credited payment, from the gateway's latest answer; in minor units. */
@Entity('gateway_disputes')
@Unique('gateway_disputes_dispute_uq', ['disputeId'])
@Unique('gateway_disputes_journal_uq', ['journalId'])
@Index('gateway_disputes_ask_ix', ['askAt'], { where: 'ask_at IS NOT NULL' })
@Index('gateway_disputes_status_ix', ['status', 'id'])
@Check(
  'gateway_disputes_amounts_ck',
  'amount_minor >= 0 AND deducted_minor >= 0 AND taken_minor >= 0',
)
@Check('gateway_disputes_ask_ck', "(status = 'open') = (ask_at IS NOT NULL)")
@Check('gateway_disputes_status_ck', "status IN ('open', 'won', 'lost', 'closed')")
@Check('gateway_disputes_taken_ck', '(taken_minor > 0) = (journal_id IS NOT NULL)')
export class StoredDispute {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** The gateway's id. */
  @Column('varchar', { length: 40 })
  disputeId: string;

  @Column('varchar', { length: 40 })
  paymentId: string;

  @Index('gateway_disputes_receipt_ix')
  @ForeignKey(() => Receipt, { name: 'gateway_disputes_receipt_fk' })
  @Column('bigint')
  receiptId: number;

  @Column('bigint')
  amountMinor: number;

  /** The amount that the gateway holds back at present. */
  @Column('bigint')
  deductedMinor: number;

  /** The phase in the gateway's words, such as `chargeback`. */
  @Column('varchar', { length: 30 })
  phase: string;

  @Column('varchar', { length: 10 })
  status: GatewayDispute['status'];

  /** Time by which the gateway expects evidence. */
  @Column('timestamptz', { nullable: true })
  respondBy: Date | null;

  @Column('timestamptz')
  openedAt: Date;

  /** The amount that is taken from the wallet, and the journal that took it; null while it is 0. */
  @Column('bigint', { default: 0 })
  takenMinor: number;

  @ForeignKey(() => LedgerJournal, { name: 'gateway_disputes_journal_fk' })
  @Column('bigint', { nullable: true })
  journalId: number | null;

  /** Number of journals that took the amount so far. */
  @Column('integer', { default: 0 })
  bookings: number;

  /** Time of the query whose answer is stored. */
  @Column('timestamptz')
  askedAt: Date;

  /** Time of the next query, while it is open. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;
}
