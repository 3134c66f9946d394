import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Failed sign-ins of an account, an IP address or a known browser, or wrong entries of the password in a session. The key
 * of an account uses the address as it was sent, also without such an account, so that unknown addresses are locked like
 * known ones.
 */
@Entity('lockouts')
export class Lockout {
  /** `account:` and SHA-256 of the e-mail address in hex, `ip:` and the address, `device:` and its hash, `session:` and its id. */
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
