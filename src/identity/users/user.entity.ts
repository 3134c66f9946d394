import { Check, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import type { UserKind } from '../roles.js';

/** The unique index that prevents a second person with the same address. */
export const EMAIL_UNIQUE = 'users_email_uq';

/** A person who can sign in: an operator, or a member of a client. */
@Entity('users')
@Unique(EMAIL_UNIQUE, ['email'])
@Check('users_email_ck', 'email = lower(email)')
@Check('users_kind_ck', "kind IN ('operator', 'client')")
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** In lower case. */
  @Column('varchar', { length: LIMITS.emailLength })
  email: string;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: 10 })
  kind: UserKind;

  /** argon2id in PHC form. */
  @Column('varchar', { length: 200 })
  passwordHash: string;

  /** Encrypted, see SecretBox; null: the person signs in without one-time codes. */
  @Column('varchar', { length: 300, nullable: true })
  totpSecret: string | null;

  /** Time when the person turned one-time codes on; null if they are off, or if it is not known. */
  @Column('timestamptz', { nullable: true })
  totpEnabledAt: Date | null;

  /** A secret that the person has not confirmed yet, encrypted. */
  @Column('varchar', { length: 300, nullable: true })
  totpPendingSecret: string | null;

  /** The time step of the last accepted code. It and earlier ones are not accepted again. */
  @Column('bigint', { nullable: true })
  totpLastStep: number | null;

  /** Time of the latest mail about a locked sign-in. */
  @Column('timestamptz', { nullable: true })
  lockMailedAt: Date | null;

  /** Made with the demo data: exempt from mandatory one-time codes. */
  @Column('boolean', { default: false })
  isDemo: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
