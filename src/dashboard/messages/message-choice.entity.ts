import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../../identity/users/user.entity.js';
import type { MessageKind } from './message-kinds.js';

/** A person's choice about a kind of mails. Without one, the role decides. */
@Entity('message_choices')
export class MessageChoice {
  @ForeignKey(() => User, { name: 'message_choices_user_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('varchar', { length: 20 })
  kind: MessageKind;

  @Column('boolean')
  isOn: boolean;
}
