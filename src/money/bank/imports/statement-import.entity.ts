import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import { BankAccount } from '../accounts/bank-account.entity.js';

/** A statement of a bank account that was read. Reading the same file again updates this import. */
@Entity('statement_imports')
@Unique('statement_imports_file_uq', ['bankAccountId', 'sha256'])
export class StatementImport {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => BankAccount, { name: 'statement_imports_account_fk' })
  @Column('integer')
  bankAccountId: number;

  /** The SHA-256 of the file, in hexadecimal. */
  @Column('varchar', { length: 64 })
  sha256: string;

  @Column('varchar', { length: LIMITS.fileNameLength, nullable: true })
  fileName: string | null;

  /** Number of its lines. */
  @Column('integer')
  rows: number;

  /** The earliest day of its lines; null: there are no lines. */
  @Column('varchar', { length: 10, nullable: true })
  firstDate: string | null;

  @Column('varchar', { length: 10, nullable: true })
  lastDate: string | null;

  /** null: the file does not state it, or its lines do not lead from it to the closing balance. */
  @Column('bigint', { nullable: true })
  openingMinor: number | null;

  @Column('bigint', { nullable: true })
  closingMinor: number | null;

  @Column('varchar', { length: LIMITS.actorLength })
  actor: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;
}
