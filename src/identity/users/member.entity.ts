import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import type { MemberRole } from '../roles.js';
import { User } from './user.entity.js';

/** The membership of a person in their one client. */
@Entity('members')
@Check('members_role_ck', "role IN ('owner', 'member')")
export class Member {
  @ForeignKey(() => User, { name: 'members_user_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  userId: number;

  @Index('members_client_ix')
  @ForeignKey(() => Client, { name: 'members_client_fk' })
  @Column('integer')
  clientId: number;

  @Column('varchar', { length: 10 })
  role: MemberRole;
}
