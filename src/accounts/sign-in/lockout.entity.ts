import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Failed sign-ins of an account or an IP address. The key uses the address as it was sent, also without such an account,
 * so that unknown addresses are locked like known ones.
 */
@Entity('lockouts')
export class Lockout {
  /** `account:` and SHA-256 of the e-mail address in hex, or `ip:` and the address. */
  @PrimaryColumn('varchar', { length: 80 })
  key: string;

  @Column('integer')
  failures: number;

  @Column('timestamptz', { nullable: true })
  lockedUntil: Date | null;

  @Index('lockouts_failed_ix')
  @Column('timestamptz')
  failedAt: Date;
}
