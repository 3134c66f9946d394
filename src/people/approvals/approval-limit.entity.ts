import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { LimitKind } from './approval-limits.js';

/** An amount above which entries of a kind wait for another person, if it is not the default. */
@Entity('approval_limits')
@Check('approval_limits_limit_ck', 'limit_minor >= 0')
export class ApprovalLimit {
  @PrimaryColumn('varchar', { length: 20 })
  kind: LimitKind;

  @Column('bigint')
  limitMinor: number;
}
