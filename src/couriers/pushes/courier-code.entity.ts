import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code of a courier that its adapter does not know. */
@Entity('courier_codes')
export class CourierCode {
  @PrimaryColumn('varchar', { length: 30, primaryKeyConstraintName: 'courier_codes_pk' })
  kind: string;

  @PrimaryColumn('varchar', { length: 60, primaryKeyConstraintName: 'courier_codes_pk' })
  code: string;

  /** The courier's, with the first event that had the code. */
  @Column('varchar', { length: 300 })
  words: string;

  @Column('integer', { default: 1 })
  count: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  firstSeenAt: Date;
}
