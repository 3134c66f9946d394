import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The latest runs of a periodic job, of all instances together. */
@Entity('job_runs')
export class JobRun {
  /** Its class, such as `OrderExpiryJob`. */
  @PrimaryColumn('varchar', { length: 60 })
  job: string;

  @Column('int')
  intervalMs: number;

  /** null: no run has succeeded. */
  @Column('timestamptz', { nullable: true })
  succeededAt: Date | null;

  /** null: no run has failed. */
  @Column('timestamptz', { nullable: true })
  failedAt: Date | null;

  /** Duration of the latest run on the instance that wrote last. */
  @Column('int', { nullable: true })
  tookMs: number | null;

  /** The time at which the first instance began to run it. */
  @Column('timestamptz')
  startedAt: Date;
}
