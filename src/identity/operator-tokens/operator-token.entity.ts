import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { OperatorPermission } from '../../platform/http/access/permissions.js';
import { User } from '../users/user.entity.js';

/** An operator token. A script of an operator calls the Admin API with it. */
@Entity('operator_tokens')
@Unique('operator_tokens_token_hash_uq', ['tokenHash'])
@Check('operator_tokens_token_hash_ck', 'octet_length(token_hash) = 32')
export class OperatorToken {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** The operator who created the token. The token is deleted with their account. */
  @Index('operator_tokens_user_ix')
  @ForeignKey(() => User, { name: 'operator_tokens_user_fk', onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @Column('varchar', { length: 60 })
  name: string;

  /** SHA-256. */
  @Column('bytea')
  tokenHash: Buffer;

  @Column('varchar', { length: 4 })
  last4: string;

  /** Chosen permissions. A request has only those that the token's owner also has at that time. */
  @Column('varchar', { length: 40, array: true })
  permissions: OperatorPermission[];

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  /** The latest request, to the minute; null: never used. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** IP address of the latest request. */
  @Column('varchar', { length: 45, nullable: true })
  lastUsedFrom: string | null;

  /** ISO 3166 code of the country of that address; null: not known. */
  @Column('varchar', { length: 2, nullable: true })
  lastUsedCountry: string | null;
}
