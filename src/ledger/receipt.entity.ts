import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../platform/config/limits.js';
import { Client } from '../clients/client.entity.js';

export const RECEIPT_SOURCES = ['bank', 'cash', 'other', 'gateway'] as const;
/** Where money came from. */
export type ReceiptSource = (typeof RECEIPT_SOURCES)[number];

/** The violated index of a second receipt with the same source and reference. */
export const RECEIPT_REFERENCE_UNIQUE = 'receipts_reference_uq';

/** Money that came in from a client. What it paid is in the ledger's journals. Append-only but for `reversedAt`. */
@Entity('receipts')
@Index(RECEIPT_REFERENCE_UNIQUE, ['source', 'reference'], {
  unique: true,
  where: 'reversed_at IS NULL',
})
@Index('receipts_client_ix', ['clientId', 'id'])
@Check('receipts_source_ck', "source IN ('bank', 'cash', 'other', 'gateway')")
@Check('receipts_amount_ck', 'amount_minor > 0')
export class Receipt {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Client, { name: 'receipts_client_fk' })
  @Column('integer')
  clientId: number;

  @Column('varchar', { length: 10 })
  source: ReceiptSource;

  /** How it was paid, in the operator's word: `neft`, `upi`, `cheque`. */
  @Column('varchar', { length: 40 })
  method: string;

  /** The id of the payment at its source, such as a bank's UTR. */
  @Column('varchar', { length: LIMITS.storedReferenceLength, nullable: true })
  reference: string | null;

  @Column('bigint')
  amountMinor: number;

  /** When the money arrived, as the operator says. */
  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;

  /** When it was reversed, because it was recorded by mistake or the money did not come. */
  @Column('timestamptz', { nullable: true })
  reversedAt: Date | null;
}
