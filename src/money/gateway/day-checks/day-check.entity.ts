import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The result of comparing a day with the gateway. */
@Entity('gateway_day_checks')
@Unique('gateway_day_checks_day_uq', ['day'])
export class DayCheck {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** Such as `2026-01-31`. */
  @Column('varchar', { length: 10 })
  day: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  startedAt: Date;

  /** null: running, or interrupted. */
  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** Number of intents for which the gateway answered. */
  @Column('integer', { default: 0 })
  checked: number;

  /** Number of intents and lists for which it did not answer. */
  @Column('integer', { default: 0 })
  failed: number;

  /** Number of payments that were credited only because of this check. */
  @Column('integer', { default: 0 })
  found: number;

  @Column('bigint', { default: 0 })
  foundMinor: number;

  /** Balances of the gateway: in the ledger, and calculated from the gateway's answers; null before they were compared. */
  @Column('bigint', { nullable: true })
  booksMinor: number | null;

  @Column('bigint', { nullable: true })
  heldMinor: number | null;
}
