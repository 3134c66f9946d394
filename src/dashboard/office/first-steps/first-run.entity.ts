import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The record that the first steps of an installation were dismissed: one row. */
@Entity('first_run')
@Check('first_run_one_row_ck', 'id = 1')
export class FirstRun {
  @PrimaryColumn('smallint')
  id: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  dismissedAt: Date;
}
