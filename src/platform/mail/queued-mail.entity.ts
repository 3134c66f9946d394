import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A mail to be sent. It holds what the mail is about, not its text: links with secrets are made when it is sent, so no
 * secret is stored.
 */
@Entity('queued_mails')
export class QueuedMail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** Names the composer of the mail. */
  @Column('varchar', { length: 40 })
  template: string;

  /** What the composer needs to find out the rest. */
  @Column('varchar', { length: 254 })
  reference: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** When it is tried next. */
  @Index('queued_mails_due_ix')
  @Column('timestamptz', { default: () => 'now()' })
  dueAt: Date;

  @Column('integer', { default: 0 })
  attempts: number;
}
