import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { LedgerAccount } from './ledger-account.entity.js';
import { LedgerJournal } from './ledger-journal.entity.js';

/** An append-only line of a journal. Positive: into the account, negative: out of it. */
@Entity('ledger_postings')
@Index('ledger_postings_wallet_ix', ['accountId', 'journalId'], {
  where: 'balance_after IS NOT NULL',
})
@Check('ledger_postings_amount_ck', 'amount_minor <> 0')
@Check('ledger_postings_balance_ck', 'balance_after >= 0')
export class LedgerPosting {
  @ForeignKey(() => LedgerJournal, { name: 'ledger_postings_journal_fk' })
  @PrimaryColumn('bigint')
  journalId: number;

  @PrimaryColumn('smallint')
  line: number;

  @ForeignKey(() => LedgerAccount, { name: 'ledger_postings_account_fk' })
  @Column('integer')
  accountId: number;

  @Column('bigint')
  amountMinor: number;

  /** Balance of a wallet after this posting. */
  @Column('bigint', { nullable: true })
  balanceAfter: number | null;
}
