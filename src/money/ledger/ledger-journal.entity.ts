import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { Receipt } from './receipt.entity.js';

export const WALLET_JOURNAL_KINDS = [
  ...(['receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening', 'debt'] as const),
  ...(['credit', 'dispute'] as const),
];
export const JOURNAL_KINDS = [
  ...WALLET_JOURNAL_KINDS,
  ...(['settlement', 'bank_charge', 'suspense', 'clearing', 'other'] as const),
];
/**
 * - receipt: bank, cash, cheques_in_hand or gateway → wallet
 * - settle: wallet → sales, the payment of one order
 * - refund: sales → wallet, of an order
 * - payout: wallet → bank or gateway, at once or by way of payouts_waiting
 * - adjustment: adjustments → wallet, or back
 * - opening: opening → wallet or bank account, the balance before the ledger
 * - debt: client_debt → wallet, what a journal takes back and the wallet lacks; or wallet → client_debt, its payment
 * - credit: client_credit → wallet, what an order costs and the wallet lacks; or wallet → client_credit, its payment
 * - settlement: gateway → bank and gateway_fees and gateway_tax, a payment of the gateway to the bank
 * - bank_charge: bank → bank_charges
 * - other: bank → other_account, money of no client, such as rent, or back
 * - dispute: wallet → gateway, money that the gateway takes back for a dispute
 * - suspense: bank → suspense, money without a known owner, or back
 * - clearing: cheques_in_hand → bank, a cheque that a line of the bank shows
 */
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** The unique index that a repeated journal violates. */
export const JOURNAL_KEY_UNIQUE = 'ledger_journals_key_uq';

/** Delivery charge and units of a refund. */
export interface RefundTerms {
  deliveryMinor: number;
  /** True: nobody named it, but nothing of the payment was left. */
  isDeliveryImplied?: true;
  /** Units that go back into the stock, by line. */
  restock: { line: number; quantity: number }[];
}

/** An append-only movement of money. Its postings sum to 0, and a correction is another journal that reverses it. */
@Entity('ledger_journals')
@Unique(JOURNAL_KEY_UNIQUE, ['key'])
@Unique('ledger_journals_reverses_uq', ['reversesId'])
@Check(
  'ledger_journals_kind_ck',
  `kind IN (
    'receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening', 'debt', 'credit', 'settlement', 'bank_charge',
    'dispute', 'suspense', 'clearing', 'other'
  )`,
)
@Check(
  'ledger_journals_settle_ck',
  "kind <> 'settle' OR (order_id IS NOT NULL AND key = 'settle:' || order_id)",
)
@Check('ledger_journals_refund_ck', "kind <> 'refund' OR order_id IS NOT NULL")
@Check('ledger_journals_receipt_ck', "kind <> 'receipt' OR receipt_id IS NOT NULL")
export class LedgerJournal {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: 20 })
  kind: JournalKind;

  /** Prevents a repetition, such as `settle:17` for the payment of order 17. */
  @Column('varchar', { length: LIMITS.journalKeyLength })
  key: string;

  /** The order, which may be archived. */
  @Index('ledger_journals_order_ix', { where: 'order_id IS NOT NULL' })
  @Column('bigint', { nullable: true })
  orderId: number | null;

  @Index('ledger_journals_receipt_ix', { where: 'receipt_id IS NOT NULL' })
  @ForeignKey(() => Receipt, { name: 'ledger_journals_receipt_fk' })
  @Column('bigint', { nullable: true })
  receiptId: number | null;

  @ForeignKey(() => LedgerJournal, { name: 'ledger_journals_reverses_fk' })
  @Column('bigint', { nullable: true })
  reversesId: number | null;

  @Column('varchar', { length: LIMITS.actorLength })
  actor: string;

  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  note: string | null;

  @Column('varchar', { length: 64, nullable: true })
  requestId: string | null;

  /** The terms of a refund, to compare a repetition with; null: another journal, or recorded by 1.2.0 or before. */
  @Column('jsonb', { nullable: true })
  refundTerms: RefundTerms | null;

  /**
   * Time at which the wallet was locked; it orders the journals of a wallet. The transaction's own time would be wrong: a
   * transaction that waited for the lock began before the one that held it.
   * - a statement could then show them in the wrong months
   */
  @Index('ledger_journals_at_ix')
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;
}
