import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { User } from '../users/user.entity.js';

/** A mailed link that lets its holder set a new password, once. */
@Entity('password_resets')
@Unique('password_resets_token_hash_uq', ['tokenHash'])
export class PasswordReset {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Index('password_resets_user_ix')
  @ForeignKey(() => User, { name: 'password_resets_user_fk', onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  /** SHA-256 of the token in the link. */
  @Column('bytea')
  tokenHash: Buffer;

  /** Time of the request. */
  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
