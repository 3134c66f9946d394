import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CourierAccount } from '../accounts/courier-account.entity.js';

/** Calls of an account within five minutes, of all instances together. */
@Entity('courier_calls')
export class CourierCall {
  @ForeignKey(() => CourierAccount, { name: 'courier_calls_account_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'courier_calls_pk' })
  accountId: number;

  /** The method of the port. */
  @PrimaryColumn('varchar', { length: 20, primaryKeyConstraintName: 'courier_calls_pk' })
  call: string;

  /** Begin of the five minutes. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'courier_calls_pk' })
  windowAt: Date;

  @Column('integer')
  count: number;
}
