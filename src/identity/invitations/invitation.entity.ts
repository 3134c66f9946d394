import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { UserKind } from '../roles.js';
import { User } from '../users/user.entity.js';

/** A mailed link that makes its holder a user, once. */
@Entity('invitations')
@Unique('invitations_token_hash_uq', ['tokenHash'])
@Index('invitations_email_ix', ['email'])
@Check('invitations_email_ck', 'email = lower(email)')
@Check('invitations_kind_ck', "(kind = 'client') = (client_id IS NOT NULL)")
export class Invitation {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.emailLength })
  email: string;

  @Column('varchar', { length: 10 })
  kind: UserKind;

  /** The client that the person will belong to; null for an operator. */
  @Index('invitations_client_ix')
  @ForeignKey(() => Client, { name: 'invitations_client_fk' })
  @Column('integer', { nullable: true })
  clientId: number | null;

  /** An operator's roles, or the one role of a member. */
  @Column('varchar', { length: 20, array: true })
  roles: string[];

  /** SHA-256 of the token in the link; null until the link is made. */
  @Column('bytea', { nullable: true })
  tokenHash: Buffer | null;

  /** True if allowed by the client's owner, an approval or the admin token. Others end once the client has an owner. */
  @Column('boolean', { default: false })
  hasConsent: boolean;

  /** The inviting person; the invitation ends with their account. null: the admin token, the command line, or up to 1.3.0. */
  @Index('invitations_invited_by_ix')
  @ForeignKey(() => User, { name: 'invitations_invited_by_fk', onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  invitedBy: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;
}
