import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import type { ColumnMapping } from '../statement-file/types.js';

export const BANK_ACCOUNT_NAME_UNIQUE = 'bank_accounts_name_uq';

/** A bank account of the wholesaler. In the ledger, the default one is `bank`; every other one owns a `bank_account`. */
@Entity('bank_accounts')
@Unique(BANK_ACCOUNT_NAME_UNIQUE, ['name'])
@Index('bank_accounts_default_uq', ['isDefault'], { unique: true, where: 'is_default' })
@Check('bank_accounts_charge_limit_ck', 'charge_limit_minor >= 0')
@Check('bank_accounts_opening_ck', '(opened_on IS NULL) = (opening_minor IS NULL)')
export class BankAccount {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: 11, nullable: true })
  ifsc: string | null;

  /** The last four digits of the account number. */
  @Column('varchar', { length: 4, nullable: true })
  accountLast4: string | null;

  /** Printed payment instructions. Empty: none. null: the next start fills it from BANK_DETAILS. */
  @Column('varchar', { length: LIMITS.bankDetailsLength, nullable: true })
  details: string | null;

  /** Address for payments by UPI, which arrive in this account. */
  @Column('varchar', { length: LIMITS.upiAddressLength, nullable: true })
  upiAddress: string | null;

  @Column('boolean', { default: false })
  isDefault: boolean;

  /** A debit above it is not suggested as a charge of the bank. */
  @Column('bigint', { default: 100_000 })
  chargeLimitMinor: number;

  /** The columns of the last statement; the next one is read with them. */
  @Column('jsonb', { nullable: true })
  columnMapping: ColumnMapping | null;

  /** The bank held `openingMinor` at the beginning of this day. Earlier lines and journals are not compared. */
  @Column('varchar', { length: 10, nullable: true })
  openedOn: string | null;

  @Column('bigint', { nullable: true })
  openingMinor: number | null;

  /** The person or program that entered it, or its opening balance, without the approval of an owner; null: none did. */
  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  enteredAloneBy: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
