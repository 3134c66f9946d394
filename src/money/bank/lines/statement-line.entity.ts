import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LedgerJournal } from '../../ledger/ledger-journal.entity.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { BankAccount } from '../accounts/bank-account.entity.js';
import { StatementImport } from '../imports/statement-import.entity.js';
import type { Suggestion } from '../matching/suggestion.js';

export const LINE_STATES = {
  unmatched: 'nothing is known about it',
  suggested: 'finance has to decide about a suggestion',
  matched: 'with a journal of the ledger',
  ignored: 'finance gave a reason',
} as const;
export type LineState = keyof typeof LINE_STATES;

export const LINE_DIRECTIONS = ['in', 'out'] as const;
/** in: the account was credited. out: it was debited. */
export type LineDirection = (typeof LINE_DIRECTIONS)[number];

const LINE_JOURNAL_UNIQUE = 'statement_lines_journal_uq';

/**
 * A movement on a bank account, stored once even if several files contain it. A line is matched with at most one journal, and a
 * journal with at most one line.
 * - equal lines of one file are distinguished by their ordinal
 */
@Entity('statement_lines')
@Unique('statement_lines_line_uq', [
  ...[
    'bankAccountId',
    'valueDate',
    'amountMinor',
    'direction',
    'reference',
    'description',
    'ordinal',
  ],
])
@Unique(LINE_JOURNAL_UNIQUE, ['journalId'])
@Unique('statement_lines_suspense_uq', ['suspenseJournalId'])
@Index('statement_lines_date_ix', ['bankAccountId', 'valueDate'])
// A GIN index: decorators cannot express it; a migration creates it.
@Index('statement_lines_identifiers_ix', { synchronize: false })
@Index('statement_lines_open_ix', ['id'], { where: "state IN ('unmatched', 'suggested')" })
@Check('statement_lines_direction_ck', "direction IN ('in', 'out')")
@Check('statement_lines_amount_ck', 'amount_minor > 0')
@Check(
  'statement_lines_state_ck',
  `CASE state
    WHEN 'matched' THEN journal_id IS NOT NULL
    WHEN 'suggested' THEN suggestion IS NOT NULL
    WHEN 'ignored' THEN ignored_reason IS NOT NULL
    ELSE state = 'unmatched'
  END
  AND (journal_id IS NULL OR state = 'matched')
  AND (suggestion IS NULL OR state = 'suggested')
  AND (ignored_reason IS NULL OR state = 'ignored')`,
)
@Check(
  'statement_lines_suspense_ck',
  "suspense_journal_id IS NULL OR direction = 'in' AND state IN ('unmatched', 'suggested')",
)
export class StatementLine {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => BankAccount, { name: 'statement_lines_account_fk' })
  @Column('integer')
  bankAccountId: number;

  /** The first import that contained it. */
  @ForeignKey(() => StatementImport, { name: 'statement_lines_import_fk' })
  @Column('integer')
  importId: number;

  /** The first later import that contained it and has balances that add up; null: none did, or the first import proves it. */
  @ForeignKey(() => StatementImport, { name: 'statement_lines_proven_import_fk' })
  @Column('integer', { nullable: true })
  provenImportId: number | null;

  /** Such as `2026-01-31`. */
  @Column('varchar', { length: 10 })
  valueDate: string;

  @Column('varchar', { length: 3 })
  direction: LineDirection;

  @Column('bigint')
  amountMinor: number;

  /** The bank's balance after it. */
  @Column('bigint', { nullable: true })
  balanceMinor: number | null;

  /** Empty: the statement has no reference. */
  @Column('varchar', { length: LIMITS.paymentReferenceLength })
  reference: string;

  @Column('varchar', { length: LIMITS.lineDescriptionLength })
  description: string;

  /** Number among equal lines of one file; 1 is the first. */
  @Column('smallint')
  ordinal: number;

  /** References that may identify the transfer, in capitals and without spaces. */
  @Column('varchar', { length: LIMITS.utrLength, array: true })
  identifiers: string[];

  @Column('varchar', { length: 10, default: 'unmatched' })
  state: LineState;

  @Column('jsonb', { nullable: true })
  suggestion: Suggestion | null;

  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  ignoredReason: string | null;

  @ForeignKey(() => LedgerJournal, { name: 'statement_lines_journal_fk' })
  @Column('bigint', { nullable: true })
  journalId: number | null;

  /**
   * The latest receipt that was its money, which may have another number. Kept after that is undone.
   * - the journal of a receipt that a person has linked it with
   * - or the reversal that freed it from a receipt
   */
  @ForeignKey(() => LedgerJournal, { name: 'statement_lines_linked_fk' })
  @Column('bigint', { nullable: true })
  linkedJournalId: number | null;

  /** The journal that booked its money in suspense. */
  @ForeignKey(() => LedgerJournal, { name: 'statement_lines_suspense_fk' })
  @Column('bigint', { nullable: true })
  suspenseJournalId: number | null;

  /** The person or program that matched or ignored it. */
  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;
}
