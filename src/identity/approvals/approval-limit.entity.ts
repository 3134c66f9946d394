import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountedKind } from './approval-limits.js';

/** The limits of a kind of entries, if they are not the default. */
@Entity('approval_limits')
@Check('approval_limits_limit_ck', 'limit_minor >= 0')
@Check('approval_limits_day_limit_ck', 'day_limit_minor >= 0')
export class ApprovalLimit {
  @PrimaryColumn('varchar', { length: 20 })
  kind: CountedKind;

  @Column('bigint')
  limitMinor: number;

  @Column('bigint', { nullable: true })
  dayLimitMinor: number | null;
}
