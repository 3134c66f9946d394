import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { CourierAccount } from '../accounts/courier-account.entity.js';

/** An event as the sandbox courier tells it. */
export interface SandboxEvent {
  at: string;
  code: string;
  attempt?: number;
}

/** What the sandbox courier carries. */
@Entity('sandbox_parcels')
@Unique('sandbox_parcels_reference_uq', ['reference'])
@Index('sandbox_parcels_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('sandbox_parcels_push_due_ix', ['pushDueAt'], { where: 'push_due_at IS NOT NULL' })
export class SandboxParcel {
  @PrimaryColumn('varchar', {
    length: LIMITS.trackingNumberLength,
    primaryKeyConstraintName: 'sandbox_parcels_pk',
  })
  awb: string;

  @ForeignKey(() => CourierAccount, { name: 'sandbox_parcels_account_fk', onDelete: 'CASCADE' })
  @Column('integer')
  accountId: number;

  @Column('varchar', { length: 40 })
  reference: string;

  @Column('varchar', { length: LIMITS.pincodeLength })
  pincode: string;

  /** What happens to it, chosen by the last digit of the PIN code. */
  @Column('varchar', { length: 20 })
  script: string;

  @Column('jsonb', { default: [] })
  events: SandboxEvent[];

  /** Events that were pushed. */
  @Column('smallint', { default: 0 })
  pushed: number;

  /** Position in its script. */
  @Column('smallint', { default: 0 })
  step: number;

  @Column('boolean', { default: false })
  isCanceled: boolean;

  /** Time of its next event; null: none comes. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { nullable: true })
  pushDueAt: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
