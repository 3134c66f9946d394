import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LedgerJournal } from '../../ledger/ledger-journal.entity.js';
import type { GatewaySettlement, SettlementLine } from '../payment-gateway.js';

/** A settlement, from the gateway's latest answer; in minor units. */
@Entity('gateway_settlements')
@Unique('gateway_settlements_settlement_uq', ['settlementId'])
@Unique('gateway_settlements_journal_uq', ['journalId'])
@Index('gateway_settlements_settled_ix', ['settledAt'])
// An index on the UTR in capitals. Decorators cannot express it; a migration creates it.
@Index('gateway_settlements_utr_ix', { synchronize: false })
@Check('gateway_settlements_amounts_ck', 'amount_minor >= 0 AND fees_minor >= 0 AND tax_minor >= 0')
@Check('gateway_settlements_booked_ck', "journal_id IS NULL OR status = 'processed'")
@Check('gateway_settlements_status_ck', "status IN ('created', 'processed', 'failed')")
export class StoredSettlement {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** The gateway's id. */
  @Column('varchar', { length: 40 })
  settlementId: string;

  @Column('varchar', { length: 30 })
  gateway: string;

  @Column('varchar', { length: 10 })
  status: GatewaySettlement['status'];

  /** Paid out to the bank. */
  @Column('bigint')
  amountMinor: number;

  @Column('bigint')
  feesMinor: number;

  /** Tax on the fees. */
  @Column('bigint')
  taxMinor: number;

  /** The sum of the lines whose payments, refunds and disputes this service does not know, and examples of them. */
  @Column('bigint')
  unknownMinor: number;

  @Column('jsonb')
  unknownLines: Pick<SettlementLine, 'kind' | 'id' | 'amountMinor'>[];

  @Column('varchar', { length: 40, nullable: true })
  utr: string | null;

  @Column('timestamptz')
  settledAt: Date;

  /**
   * The journal that moved it from the gateway to the bank, fees and tax; null: not paid out, or the report is not complete
   * yet.
   */
  @ForeignKey(() => LedgerJournal, { name: 'gateway_settlements_journal_fk' })
  @Column('bigint', { nullable: true })
  journalId: number | null;

  /** Number of journals so far. */
  @Column('integer', { default: 0 })
  bookings: number;

  /** Time of the query whose answer is stored. */
  @Column('timestamptz')
  askedAt: Date;
}
