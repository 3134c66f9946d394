import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Receipt } from '../../ledger/receipt.entity.js';
import type { GatewayPayment } from '../payment-gateway.js';
import { StoredIntent, type CheckReason } from './stored-intent.entity.js';

export const PAYMENT_OUTCOMES = {
  applied: 'it paid orders; the rest is in the wallet',
  credited:
    'it is in the wallet, because no order needed it or its amount is not that of the intent',
  open: 'created or authorized, but not captured',
  failed: 'no money moved',
  refunded: 'the gateway returned it before it was credited',
  other_currency: 'not credited; an operator has to decide',
} as const;
export type GatewayPaymentOutcome = keyof typeof PAYMENT_OUTCOMES;

/** The last known state of a payment at the gateway, and its outcome here. In minor units. */
@Entity('gateway_payments')
@Unique('gateway_payments_payment_uq', ['paymentId'])
@Unique('gateway_payments_receipt_uq', ['receiptId'])
@Index('gateway_payments_currency_ix', ['seenAt'], { where: "outcome = 'other_currency'" })
@Index('gateway_payments_missed_ix', ['seenAt'], {
  where: "found_by IN ('schedule', 'day') AND receipt_id IS NOT NULL",
})
@Check(
  'gateway_payments_outcome_ck',
  "(outcome IN ('applied', 'credited')) = (receipt_id IS NOT NULL)",
)
export class StoredPayment {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** The gateway's id. */
  @Column('varchar', { length: 40 })
  paymentId: string;

  @Index('gateway_payments_intent_ix')
  @ForeignKey(() => StoredIntent, { name: 'gateway_payments_intent_fk' })
  @Column('bigint')
  intentId: number;

  @Column('bigint')
  amountMinor: number;

  @Column('bigint')
  refundedMinor: number;

  @Column('varchar', { length: 3 })
  currency: string;

  @Column('varchar', { length: 40, nullable: true })
  method: string | null;

  @Column('varchar', { length: 20 })
  status: GatewayPayment['status'];

  @Column('varchar', { length: 20 })
  outcome: GatewayPaymentOutcome;

  /** The receipt that credited it. It never changes. */
  @ForeignKey(() => Receipt, { name: 'gateway_payments_receipt_fk' })
  @Column('bigint', { nullable: true })
  receiptId: number | null;

  /** The reason for the check that found it. */
  @Column('varchar', { length: 10 })
  foundBy: CheckReason;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  seenAt: Date;
}
