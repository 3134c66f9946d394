import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A queued mail. It stores what the mail is about instead of the text, because links with secrets are only created when it is
 * sent.
 */
@Entity('queued_mails')
export class QueuedMail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** Name of the mail's composer. */
  @Column('varchar', { length: 40 })
  template: string;

  /** The data that the composer finds the rest by. */
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
