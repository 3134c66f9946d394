import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { CountedKind } from '../approval-limits.js';

/**
 * An entry that a person recorded alone, without proof, on a day of the shop. It counts only on that day; the person's next
 * entry of a later day deletes it.
 * - it has no foreign keys for this reason
 */
@Entity('counted_entries')
@Index('counted_entries_day_ix', ['userId', 'kind', 'day'])
@Index('counted_entries_journal_ix', ['journalId'])
@Check('counted_entries_amount_ck', 'amount_minor >= 0')
export class CountedEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('integer')
  userId: number;

  @Column('varchar', { length: 20 })
  kind: CountedKind;

  /** null: the money is of no client. */
  @Column('integer', { nullable: true })
  clientId: number | null;

  /** The part that no line of a bank statement proves. */
  @Column('bigint')
  amountMinor: number;

  /** The journal that a line of a bank statement may prove later. */
  @Column('bigint', { nullable: true })
  journalId: number | null;

  @Column('date')
  day: string;
}
