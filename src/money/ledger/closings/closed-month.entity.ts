import { Check, Column, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';

/** Hex digits of the column's bytes. */
const HEX: ValueTransformer = {
  to: (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex')),
  from: (bytes: Buffer | null) => bytes?.toString('hex') ?? null,
};

/** A month whose books are closed, with the sums of its journals. */
@Entity('closed_months')
@Check('closed_months_month_ck', "month ~ '^\\d{4}-(0[1-9]|1[0-2])$'")
@Check(
  'closed_months_seal_ck',
  '(last_seq IS NULL) = (journals = 0) AND (last_sha256 IS NULL) = (journals = 0)',
)
export class ClosedMonth {
  /** Such as `2026-11`. */
  @PrimaryColumn('varchar', { length: 7 })
  month: string;

  @Column('integer')
  journals: number;

  /** Sum of the debits of its journals, equal to the sum of their credits; in minor units. */
  @Column('bigint')
  debitMinor: number;

  /** The number and the hash, in hex digits, of the last seal of its journals; null: the month has no journals. */
  @Column('bigint', { nullable: true })
  lastSeq: number | null;

  @Column('bytea', { nullable: true, transformer: HEX })
  lastSha256: string | null;

  @Column('varchar', { length: LIMITS.actorLength })
  closedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  closedAt: Date;
}
