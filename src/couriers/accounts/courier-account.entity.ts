import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { ReturnAddress } from '../courier-gateway.js';
import type { CourierEnvironment } from '../courier-description.js';

/** Address, header and secret of pushes that were replaced and are accepted for a day, so that no push is lost on the way. */
export interface PreviousPush {
  key: string;
  header: string;
  /** Sealed. */
  secret: string;
  until: string;
}

/** A contract with a courier, for one pick-up place. */
@Entity('courier_accounts')
@Unique('courier_accounts_name_uq', ['name'])
@Unique('courier_accounts_push_key_uq', ['pushKey'])
@Check('courier_accounts_environment_ck', "environment IN ('live', 'staging')")
@Check('courier_accounts_mode_ck', "mode IN ('surface', 'express')")
export class CourierAccount {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'courier_accounts_pk',
  })
  id: number;

  /** Its courier's name in `couriers.ts`. */
  @Column('varchar', { length: 30 })
  kind: string;

  @Column('varchar', { length: 80 })
  name: string;

  @Column('varchar', { length: 10 })
  environment: CourierEnvironment;

  /** In place of the courier's own address: a stub's. */
  @Column('varchar', { length: 300, nullable: true })
  baseUrl: string | null;

  @Column('boolean', { default: false })
  isActive: boolean;

  /** Sealed JSON: the keys by their names. */
  @Column('text')
  keys: string;

  /** Sealed token of a courier that logs in. */
  @Column('text', { nullable: true })
  session: string | null;

  @Column('timestamptz', { nullable: true })
  sessionEndsAt: Date | null;

  /** As the courier lists it; null: not chosen yet. */
  @Column('varchar', { length: 120, nullable: true })
  pickupName: string | null;

  @Column('varchar', { length: 12, nullable: true })
  pickupPincode: string | null;

  /** null: to the pick-up place. */
  @Column('jsonb', { nullable: true })
  returnTo: ReturnAddress | null;

  @Column('varchar', { length: 10, default: 'surface' })
  mode: 'surface' | 'express';

  /** The last part of the address of its pushes. */
  @Column('varchar', { length: 32 })
  pushKey: string;

  @Column('varchar', { length: 60, default: 'x-api-key' })
  pushHeader: string;

  /** Sealed. */
  @Column('text')
  pushSecret: string;

  /** The latest last; some may be over. */
  @Column('jsonb', { default: () => "'[]'" })
  previousPushes: PreviousPush[];

  @Column('timestamptz', { nullable: true })
  lastPushAt: Date | null;

  /** null: no check has passed. */
  @Column('timestamptz', { nullable: true })
  checkedAt: Date | null;

  @Column('varchar', { length: 300, nullable: true })
  checkProblem: string | null;

  /** Its work waits until then; null: it does not wait. */
  @Column('timestamptz', { nullable: true })
  pausedUntil: Date | null;

  @Column('varchar', { length: 40, nullable: true })
  pauseReason: string | null;

  /** Pauses in a row, each twice as long as the one before. */
  @Column('smallint', { default: 0 })
  pauses: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
