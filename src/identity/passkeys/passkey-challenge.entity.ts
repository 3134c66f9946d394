import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../users/user.entity.js';

/** A challenge that a passkey signs, once, within minutes. */
@Entity('passkey_challenges')
export class PasskeyChallenge {
  /** SHA-256 of the challenge in base64url. */
  @PrimaryColumn('bytea')
  challengeHash: Buffer;

  /** The person who registers a passkey; null: to sign in. */
  @ForeignKey(() => User, { name: 'passkey_challenges_user_fk', onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  userId: number | null;

  @Index('passkey_challenges_expires_ix')
  @Column('timestamptz')
  expiresAt: Date;
}
