import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row in which instances tell each other that the database's clock jumped. */
@Entity('clock_state')
@Check('clock_state_is_only_ck', 'is_only')
export class ClockState {
  @PrimaryColumn('boolean', { default: true })
  isOnly: boolean;

  /** By how much it is ahead of what it should be, in milliseconds; 0: it is right. */
  @Column('bigint')
  skewMs: number;
}
