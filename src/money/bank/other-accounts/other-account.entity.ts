import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';

export const OTHER_ACCOUNT_NAME_UNIQUE = 'other_accounts_name_uq';

/** Types of accounts that finance may add. */
export const OTHER_ACCOUNT_TYPES = [
  ...(['expense', 'tax', 'drawing', 'transfer', 'loan', 'interest'] as const),
];
/** charges: the one account of what the bank charges, whose ledger account is `bank_charges`. */
export const ALL_OTHER_TYPES = [...OTHER_ACCOUNT_TYPES, 'charges'] as const;
export type OtherAccountType = (typeof ALL_OTHER_TYPES)[number];

/** An account for money of a bank account that is no client's, such as rent. Its ledger account is the `other_account` that it owns. */
@Entity('other_accounts')
@Unique(OTHER_ACCOUNT_NAME_UNIQUE, ['name'])
@Check(
  'other_accounts_type_ck',
  "type IN ('expense', 'tax', 'drawing', 'transfer', 'loan', 'interest', 'charges')",
)
export class OtherAccount {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** Also its name in the accountant's books. */
  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: 10 })
  type: OtherAccountType;

  /** Not offered any more. Its entries stay. */
  @Column('boolean', { default: false })
  isHidden: boolean;
}
