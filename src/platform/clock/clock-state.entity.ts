import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row through which instances share that the database's clock jumped. */
@Entity('clock_state')
@Check('clock_state_is_only_ck', 'is_only')
export class ClockState {
  @PrimaryColumn('boolean', { default: true })
  isOnly: boolean;

  /** Skew of the clock in milliseconds; 0: correct. */
  @Column('bigint')
  skewMs: number;

  /** Latest time that an instance trusted; null: none yet. */
  @Column('timestamptz', { nullable: true })
  lastSeenAt: Date | null;
}
