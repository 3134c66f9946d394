import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { User } from '../users/user.entity.js';

/** The unique constraint that prevents a second registration of a passkey. */
export const CREDENTIAL_UNIQUE = 'passkeys_credential_uq';

/** A passkey: the public half of a key pair whose private half stays in the person's device. */
@Entity('passkeys')
@Unique(CREDENTIAL_UNIQUE, ['credentialId'])
export class Passkey {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Index('passkeys_user_ix')
  @ForeignKey(() => User, { name: 'passkeys_user_fk', onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  /** As the device chose it, in base64url. */
  @Column('text')
  credentialId: string;

  /** In COSE form. */
  @Column('bytea')
  publicKey: Buffer;

  /** Number of signatures; devices that do not count send 0. */
  @Column('bigint')
  counter: number;

  /** The browser's connections to the device, such as `internal`. */
  @Column('varchar', { length: 20, array: true })
  transports: string[];

  @Column('varchar', { length: 60 })
  name: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}
