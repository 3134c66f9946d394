import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { CourierAccount } from '../accounts/courier-account.entity.js';
import type { SandboxScript } from './sandbox-scripts.js';
import type { SandboxEvent } from './sandbox-codes.js';

/** What the sandbox courier carries. */
@Entity('sandbox_shipments')
@Unique('sandbox_shipments_reference_uq', ['reference'])
@Index('sandbox_shipments_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('sandbox_shipments_waiting_ix', ['awb'], {
  where: 'due_at IS NULL AND step = 0 AND NOT is_canceled',
})
export class SandboxShipment {
  @PrimaryColumn('varchar', {
    length: LIMITS.trackingNumberLength,
    primaryKeyConstraintName: 'sandbox_shipments_pk',
  })
  awb: string;

  @ForeignKey(() => CourierAccount, { name: 'sandbox_shipments_account_fk', onDelete: 'CASCADE' })
  @Column('integer')
  accountId: number;

  @Column('varchar', { length: 40 })
  reference: string;

  @Column('varchar', { length: 40 })
  orderNumber: string;

  @Column('varchar', { length: LIMITS.pincodeLength })
  pincode: string;

  @Column('integer')
  weightGrams: number;

  /** What happens to it, chosen by the last digit of the PIN code. */
  @Column('varchar', { length: 20 })
  script: SandboxScript;

  /** Position in its script. */
  @Column('smallint', { default: 0 })
  step: number;

  @Column('jsonb', { default: [] })
  events: SandboxEvent[];

  @Column('boolean', { default: false })
  isCanceled: boolean;

  /** Time from which the courier answers that it has the booking. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  knownAt: Date;

  /** Time of its next event; null: none comes, or it waits for the handing over. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
