import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../../../clients/client.entity.js';

/** Stages of reminders, in their order. */
export const REMINDER_STAGES = ['due', 'overdue'] as const;
export type ReminderStage = (typeof REMINDER_STAGES)[number];

/**
 * The part of an order that was bought on account. Its amounts change under the lock of the client's wallet.
 * - the balance of `client_credit` changes with them: minus the sum of the unpaid amounts
 */
@Entity('credit_items')
@Index('credit_items_open_ix', ['clientId', 'dueAt', 'orderId'], {
  where: 'paid_minor < amount_minor',
})
@Check('credit_items_amount_ck', 'amount_minor > 0 AND paid_minor BETWEEN 0 AND amount_minor')
@Check('credit_items_reminded_ck', "reminded IN ('due', 'overdue')")
export class CreditItem {
  /** The order, which may be archived. */
  @PrimaryColumn('bigint')
  orderId: number;

  @ForeignKey(() => Client, { name: 'credit_items_client_fk' })
  @Column('integer')
  clientId: number;

  @Column('bigint')
  amountMinor: number;

  @Column('bigint', { default: 0 })
  paidMinor: number;

  /** Time from which it is overdue: the end of its due day in the shop's time zone. */
  @Column('timestamptz')
  dueAt: Date;

  /** The latest reminder that was sent. */
  @Column('varchar', { length: 10, nullable: true })
  reminded: ReminderStage | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
