import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Client } from '../clients/client.entity.js';

/** The wholesaler's own accounts, one of each kind. */
export type SystemAccountKind = 'bank' | 'gateway' | 'sales' | 'adjustments' | 'opening';

/**
 * An account of the ledger. Only client wallets store their balance. The balance of a system account is the sum of its
 * postings: a stored counter would be a row that every payment of every client updates.
 */
@Entity('ledger_accounts')
@Unique('ledger_accounts_client_uq', ['clientId'])
@Index('ledger_accounts_system_uq', ['kind'], { unique: true, where: 'client_id IS NULL' })
@Check(
  'ledger_accounts_kind_ck',
  "kind IN ('client_wallet', 'bank', 'gateway', 'sales', 'adjustments', 'opening')",
)
@Check(
  'ledger_accounts_wallet_ck',
  `CASE kind
    WHEN 'client_wallet' THEN client_id IS NOT NULL AND balance_minor IS NOT NULL
    ELSE client_id IS NULL AND balance_minor IS NULL
  END`,
)
@Check('ledger_accounts_balance_ck', 'balance_minor >= 0')
export class LedgerAccount {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: 20 })
  kind: SystemAccountKind | 'client_wallet';

  @ForeignKey(() => Client, { name: 'ledger_accounts_client_fk' })
  @Column('integer', { nullable: true })
  clientId: number | null;

  @Column('bigint', { nullable: true })
  balanceMinor: number | null;
}
