import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { CourierAccount } from '../accounts/courier-account.entity.js';

/**
 * - `applied`: its events moved what a push may move
 * - `asked`: it reports an end, a pick-up or a return, so the courier is asked
 * - `not_confirmed`: the courier was asked for six hours, and did not tell the same
 * - `unknown_awb`: no booking has the AWB yet; tried again for an hour
 */
export const PUSH_OUTCOMES = [
  'new',
  'applied',
  'unknown_awb',
  'unreadable',
  'asked',
  'not_confirmed',
] as const;
export type PushOutcome = (typeof PUSH_OUTCOMES)[number];

/** A message of a courier, as it came. Kept for 30 days. */
@Entity('courier_pushes')
@Unique('courier_pushes_key_uq', ['accountId', 'key'])
@Index('courier_pushes_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('courier_pushes_received_ix', ['receivedAt'])
@Check(
  'courier_pushes_outcome_ck',
  "outcome IN ('new', 'applied', 'unknown_awb', 'unreadable', 'asked', 'not_confirmed')",
)
export class CourierPush {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'courier_pushes_pk',
  })
  id: number;

  @ForeignKey(() => CourierAccount, { name: 'courier_pushes_account_fk', onDelete: 'CASCADE' })
  @Column('integer')
  accountId: number;

  /** SHA-256 of the body. */
  @Column('bytea')
  key: Buffer;

  @Column('text')
  body: string;

  @Column('varchar', { length: 20 })
  outcome: PushOutcome;

  /** null: nothing is left to do. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  receivedAt: Date;
}
