import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Order } from '../order.entity.js';

/** applied: the order went on. credited: it could not, and the money is in the client's wallet. */
export type PaymentOutcome = 'applied' | 'credited';

/** Append-only: money that arrived for an order. */
@Entity('payments')
@Unique('payments_method_reference_uq', ['method', 'reference'])
@Check('payments_amount_ck', 'amount_minor > 0')
@Check('payments_outcome_ck', "outcome IN ('applied', 'credited')")
export class Payment {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Index('payments_order_ix')
  @ForeignKey(() => Order, { name: 'payments_order_fk' })
  @Column('bigint')
  orderId: number;

  @Column('varchar', { length: 40 })
  method: string;

  /** The payment's id where it was made: the same one is recorded once. */
  @Column('varchar', { length: 120, nullable: true })
  reference: string | null;

  @Column('bigint')
  amountMinor: number;

  @Column('varchar', { length: 10 })
  outcome: PaymentOutcome;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
