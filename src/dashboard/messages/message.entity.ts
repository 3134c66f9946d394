import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { User } from '../../identity/users/user.entity.js';
import type { MessageKind } from './message-kinds.js';

/** A mail to one person about events of a kind that were gathered over some minutes. */
@Entity('messages')
@Index('messages_client_ix', ['clientId', 'kind', 'createdAt'])
@Index('messages_user_ix', ['userId'])
@Index('messages_created_ix', ['createdAt'])
export class Message {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => User, { name: 'messages_user_fk', onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @Column('integer')
  clientId: number;

  @Column('varchar', { length: 20 })
  kind: MessageKind;

  /** Subjects of the first events. */
  @Column('text', { array: true })
  subjects: string[];

  /** Number of all events. */
  @Column('integer')
  count: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
