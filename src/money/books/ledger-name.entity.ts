import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountKind } from '../ledger/ledger-account.entity.js';

/** The name in the accountant's books for the accounts of a kind. */
@Entity('ledger_names')
export class LedgerName {
  @PrimaryColumn('varchar', { length: 20 })
  account: AccountKind;

  @Column('varchar', { length: 100 })
  name: string;
}
