import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A queued mail. It stores the subject matter instead of the text: links with secrets are created when it is sent, so no
 * secret is stored.
 */
@Entity('queued_mails')
export class QueuedMail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** Name of the mail's composer. */
  @Column('varchar', { length: 40 })
  template: string;

  /** Data from which the composer finds out the rest. */
  @Column('varchar', { length: 254 })
  reference: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** Time of the next attempt. */
  @Index('queued_mails_due_ix')
  @Column('timestamptz', { default: () => 'now()' })
  dueAt: Date;

  @Column('integer', { default: 0 })
  attempts: number;
}
