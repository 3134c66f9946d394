import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../users/user.entity.js';

/** A code that replaces one one-time code when the authenticator is lost. */
@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey(() => User, { name: 'recovery_codes_user_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  userId: number;

  /** SHA-256; 80 random bits need no salt. */
  @PrimaryColumn('bytea')
  codeHash: Buffer;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
