import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Failed sign-ins of an account or an IP address. Kept by address as it was sent, also where there is no such account:
 * an unknown address is locked like a known one.
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
