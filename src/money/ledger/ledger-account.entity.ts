import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Client } from '../../clients/client.entity.js';

/**
 * Accounts that exist once for the wholesaler.
 * - bank: the default bank account
 * - suspense: money in the bank whose owner is not known
 * - payouts_waiting: money of wallets that another person has to approve
 * - cheques_in_hand: cheques that no line of the bank has cleared
 */
export const SYSTEM_ACCOUNTS = [
  ...(['bank', 'gateway', 'cash', 'sales', 'adjustments', 'opening', 'suspense'] as const),
  ...(['gateway_fees', 'gateway_tax', 'bank_charges', 'tax_receivable'] as const),
  ...(['payouts_waiting', 'cheques_in_hand'] as const),
];
export type SystemAccountKind = (typeof SYSTEM_ACCOUNTS)[number];

/** Accounts of a client's debts: reversed money that its wallet lacked, and orders bought on account. */
export type OwedAccountKind = 'client_debt' | 'client_credit';

export type AccountKind =
  | SystemAccountKind
  | OwedAccountKind
  | 'client_wallet'
  | 'bank_account'
  | 'other_account';

/**
 * An account of the ledger. Only client accounts store their balance: a wallet is never below 0, and what a client owes is
 * never above 0.
 * - the balance of other accounts is the sum of their postings
 * - storing it would make every payment of every client update the same row
 */
@Entity('ledger_accounts')
@Unique('ledger_accounts_client_uq', ['clientId'])
@Index('ledger_accounts_system_uq', ['kind'], {
  unique: true,
  where: 'client_id IS NULL AND owner_id IS NULL',
})
@Index('ledger_accounts_owner_uq', ['kind', 'ownerId'], {
  unique: true,
  where: 'owner_id IS NOT NULL',
})
@Check(
  'ledger_accounts_kind_ck',
  `kind IN (
    'client_wallet', 'client_debt', 'client_credit', 'bank', 'bank_account', 'gateway', 'sales', 'adjustments',
    'opening', 'cash', 'suspense', 'gateway_fees', 'gateway_tax', 'bank_charges', 'tax_receivable', 'payouts_waiting',
    'cheques_in_hand', 'other_account'
  )`,
)
@Check(
  'ledger_accounts_owner_ck',
  `(client_id IS NOT NULL) = (kind = 'client_wallet')
    AND (owner_id IS NOT NULL) = (kind IN ('client_debt', 'client_credit', 'bank_account', 'other_account'))
    AND (balance_minor IS NOT NULL) = (kind IN ('client_wallet', 'client_debt', 'client_credit'))`,
)
@Check(
  'ledger_accounts_credit_ck',
  `num_nonnulls(credit_limit_minor, payment_days, overdue_days) = CASE kind WHEN 'client_credit' THEN 3 ELSE 0 END
    AND credit_limit_minor >= 0 AND payment_days >= 0 AND overdue_days >= 0`,
)
@Check(
  'ledger_accounts_balance_ck',
  `CASE kind WHEN 'client_wallet' THEN balance_minor >= 0 ELSE balance_minor <= 0 END`,
)
export class LedgerAccount {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: 20 })
  kind: AccountKind;

  /** The owner of a wallet. */
  @ForeignKey(() => Client, { name: 'ledger_accounts_client_fk' })
  @Column('integer', { nullable: true })
  clientId: number | null;

  /**
   * The owner of any other account: the client that owes, the bank account, or the other account.
   * - not in `clientId`: during an upgrade the previous release still runs, and treats every account with a client's id as a
   *   wallet
   */
  @Column('integer', { nullable: true })
  ownerId: number | null;

  @Column('bigint', { nullable: true })
  balanceMinor: number | null;

  /** Maximum that a client may owe for orders bought on account. It may be below what the client owes already. */
  @Column('bigint', { nullable: true })
  creditLimitMinor: number | null;

  /** Days from the purchase on account until it is due. */
  @Column('smallint', { nullable: true })
  paymentDays: number | null;

  /** Days after the due date until the client's orders are on hold. */
  @Column('smallint', { nullable: true })
  overdueDays: number | null;
}
