import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import { CourierAccount } from '../../accounts/courier-account.entity.js';

/** The pick-up of an account on a day: at most one is asked for. */
@Entity('courier_pickups')
@Index('courier_pickups_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Check('courier_pickups_state_ck', "state IN ('wanted', 'asked', 'refused')")
export class CourierPickup {
  @ForeignKey(() => CourierAccount, { name: 'courier_pickups_account_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'courier_pickups_pk' })
  accountId: number;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'courier_pickups_pk' })
  pickupOn: string;

  /** Boxes that are expected. */
  @Column('integer')
  count: number;

  @Column('varchar', { length: 10, default: 'wanted' })
  state: 'wanted' | 'asked' | 'refused';

  @Column('varchar', { length: 80, nullable: true })
  token: string | null;

  /** The courier's words. */
  @Column('varchar', { length: 300, nullable: true })
  problem: string | null;

  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('integer', { default: 0 })
  lease: number;

  @Column('varchar', { length: LIMITS.actorLength })
  createdBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
