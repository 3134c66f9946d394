import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import { Receipt } from '../ledger/receipt.entity.js';
import { LIMITS } from '../../platform/config/limits.js';

export const TRANSFER_STATUSES = ['claimed', 'confirmed', 'rejected'] as const;
/** claimed: waits for finance to decide. confirmed: the money arrived. rejected: it did not. */
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export const TRANSFER_ORDER_OUTCOMES = ['paid', 'amount_used_up', 'not_payable'] as const;
export interface TransferOrderOutcome {
  orderNumber: string;
  outcome: (typeof TRANSFER_ORDER_OUTCOMES)[number];
}

/** The unique index of the UTRs that a client claimed. */
export const TRANSFER_UTR_UNIQUE = 'bank_transfers_utr_uq';

/** A bank transfer that a client says it has made. Confirming it creates a receipt. */
@Entity('bank_transfers')
@Index(TRANSFER_UTR_UNIQUE, ['clientId', 'utr'], { unique: true, where: "status <> 'rejected'" })
@Index('bank_transfers_receipt_uq', ['receiptId'], { unique: true })
@Index('bank_transfers_client_ix', ['clientId', 'id'])
@Index('bank_transfers_status_ix', ['status', 'id'])
@Index('bank_transfers_utr_ix', ['utr'], { where: "status <> 'rejected'" })
@Check('bank_transfers_amount_ck', 'amount_minor > 0')
@Check('bank_transfers_status_ck', "status IN ('claimed', 'confirmed', 'rejected')")
@Check('bank_transfers_decision_ck', "(status = 'claimed') = (decided_at IS NULL)")
@Check('bank_transfers_receipt_ck', "(status = 'confirmed') = (receipt_id IS NOT NULL)")
export class BankTransfer {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Client, { name: 'bank_transfers_client_fk' })
  @Column('integer')
  clientId: number;

  /** The bank's number of the transfer, in capitals and without spaces. */
  @Column('varchar', { length: LIMITS.utrLength })
  utr: string;

  @Column('bigint')
  amountMinor: number;

  /** The day on which the client sent the money, as `2026-01-31`. */
  @Column('varchar', { length: 10 })
  sentOn: string;

  /** The orders to pay, in this order. */
  @Column('varchar', { length: 13, array: true })
  orderNumbers: string[];

  @Column('varchar', { length: 10, default: 'claimed' })
  status: TransferStatus;

  @Column('varchar', { length: LIMITS.actorLength })
  claimedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  claimedAt: Date;

  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  /** The reason for the rejection. */
  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  reason: string | null;

  @ForeignKey(() => Receipt, { name: 'bank_transfers_receipt_fk' })
  @Column('bigint', { nullable: true })
  receiptId: number | null;

  /** The outcome for each of its orders, set by the confirmation. */
  @Column('jsonb', { default: [] })
  outcomes: TransferOrderOutcome[];
}
