import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Append-only record: who changed what, with the values before and after. It never contains a secret. */
@Entity('audit_entries')
@Index('audit_entries_at_ix', ['at', 'id'])
@Index('audit_entries_subject_ix', ['subject', 'at', 'id'])
// An index on an expression. Decorators cannot express it; a migration creates it.
@Index('audit_entries_actor_ix', { synchronize: false })
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;

  @Column('varchar', { length: 300 })
  actor: string;

  /** Dotted, such as `product.updated`. */
  @Column('varchar', { length: 60 })
  action: string;

  /** Kind and key, such as `product TW-GLS-06`. */
  @Column('varchar', { length: 120 })
  subject: string;

  @Column('jsonb', { nullable: true })
  before: object | null;

  @Column('jsonb', { nullable: true })
  after: object | null;

  @Column('varchar', { length: 64, nullable: true })
  requestId: string | null;
}
