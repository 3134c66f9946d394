import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { MessageKind } from './message-kinds.js';

/**
 * Something to mail a client's people about. Triggers add one in the transaction of an order or a document.
 * - it has no foreign key, which could make these wait
 * - noted events are deleted when they are gathered into mails
 * - found events stay for some weeks, so that they are not found again
 */
@Entity('message_events')
@Unique('message_events_subject_uq', ['kind', 'subject'])
@Index('message_events_waiting_ix', ['clientId', 'kind', 'id'], { where: 'gathered_at IS NULL' })
export class MessageEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: 20 })
  kind: MessageKind;

  @Column('integer')
  clientId: number;

  /** Identifies the event among those of its kind, such as the id of an order. */
  @Column('varchar', { length: 60 })
  subject: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;

  @Column('timestamptz', { nullable: true })
  gatheredAt: Date | null;
}
