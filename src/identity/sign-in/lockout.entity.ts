import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Failed sign-ins of an account, an address or a known browser, or wrong passwords in a session. The key of an account uses the
 * e-mail address as it was sent.
 * - it exists without such an account, too, so that unknown addresses are locked like known ones
 */
@Entity('lockouts')
export class Lockout {
  /** `account:` and the address's SHA-256 in hex, `ip:` and the address, `device:` and its hash, `session:` and its id. */
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
