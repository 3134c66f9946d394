import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Append-only: who did what to what, and how it was before and after. Never a secret. */
@Entity('audit_entries')
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;

  @Column('varchar', { length: 300 })
  actor: string;

  /** Dotted, as `product.updated`. */
  @Column('varchar', { length: 60 })
  action: string;

  /** Kind and key, as `product TW-GLS-06`. */
  @Column('varchar', { length: 120 })
  subject: string;

  @Column('jsonb', { nullable: true })
  before: object | null;

  @Column('jsonb', { nullable: true })
  after: object | null;

  @Column('varchar', { length: 64, nullable: true })
  requestId: string | null;
}
