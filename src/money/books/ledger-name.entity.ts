import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BookLedger } from './ledger-names.js';

/** The name in the accountant's books for the accounts of a kind. */
@Entity('ledger_names')
export class LedgerName {
  @PrimaryColumn('varchar', { length: 20 })
  account: BookLedger;

  @Column('varchar', { length: 100 })
  name: string;
}
