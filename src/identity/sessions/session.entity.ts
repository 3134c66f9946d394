import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { User } from '../users/user.entity.js';

/** A browser that a person is signed in with. */
@Entity('sessions')
@Unique('sessions_id_hash_uq', ['idHash'])
@Check('sessions_id_hash_ck', 'octet_length(id_hash) = 32')
export class Session {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** SHA-256 of the session id in the cookie. */
  @Column('bytea')
  idHash: Buffer;

  @Index('sessions_user_ix')
  @ForeignKey(() => User, { name: 'sessions_user_fk', onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** The latest request by the person, to the minute. */
  @Column('timestamptz', { default: () => 'now()' })
  seenAt: Date;

  /** Each request postpones it, up to the longest lifetime of a session. */
  @Index('sessions_expires_ix')
  @Column('timestamptz')
  expiresAt: Date;

  /** Time at which the password was last entered. */
  @Column('timestamptz', { default: () => 'now()' })
  confirmedAt: Date;

  @Column('varchar', { length: 45 })
  ip: string;

  /** ISO 3166 code of the country of the address; null: not known. */
  @Column('varchar', { length: 2, nullable: true })
  country: string | null;

  /** The header `User-Agent`, shortened. */
  @Column('varchar', { length: 200 })
  agent: string;
}
