import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import type { ClientBalances } from './account-lines.js';
import { Client } from '../../clients/client.entity.js';

export const RECEIPT_SOURCES = ['bank', 'cash', 'other', 'gateway'] as const;
export type ReceiptSource = (typeof RECEIPT_SOURCES)[number];

/** The unique index that prevents a second receipt with the same source and reference. */
export const RECEIPT_REFERENCE_UNIQUE = 'receipts_reference_uq';

/**
 * The digits of a reference, as in the index receipts_numbers_ix. Search it with a subquery: for a constant, the planner
 * overestimates the number of rows and reads the whole table.
 * - digits between other characters
 * - digits between letters alone, from both ends
 * - behind `k`: all digits, or the letters of a reference without digits
 */
export const REFERENCE_DIGITS = `array_to_tsvector(array_remove(regexp_split_to_array(
    reference || '/' || regexp_replace(reference, '[^A-Za-z0-9]+', '', 'g')
      || '/' || reverse(regexp_replace(reference, '[^A-Za-z0-9]+', '', 'g')), '[^0-9]+'), '')
    || string_to_array('k' || coalesce(
      nullif(regexp_replace(regexp_replace(regexp_replace(reference, '(?<=[0-9])\\.0+\\s*$', ''), '[^0-9]+', '', 'g'), '^0+(?=.)', ''), ''),
      upper(regexp_replace(reference, '[^A-Za-z]+', '', 'g'))), ' '))`;

/** Money received from a client; the ledger's journals say what it paid. Append-only except for `reversedAt` and `otherLineIds`. */
@Entity('receipts')
@Index(RECEIPT_REFERENCE_UNIQUE, ['source', 'reference'], {
  unique: true,
  where: 'reversed_at IS NULL',
})
@Index('receipts_client_ix', ['clientId', 'id'])
@Index('receipts_client_amount_ix', ['clientId', 'amountMinor', 'id'])
@Check('receipts_source_ck', "source IN ('bank', 'cash', 'other', 'gateway')")
@Check('receipts_tax_ck', 'tax_deducted_minor >= 0')
// Indexes on the reference in capitals and without spaces, and on its digits. Decorators cannot express them; migrations create them.
@Index('receipts_bank_reference_ix', { synchronize: false })
@Index('receipts_numbers_ix', { synchronize: false })
@Check('receipts_amount_ck', 'amount_minor > 0')
export class Receipt {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Client, { name: 'receipts_client_fk' })
  @Column('integer')
  clientId: number;

  @Column('varchar', { length: 10 })
  source: ReceiptSource;

  /** Payment method in the operator's words: `neft`, `upi`, `cheque`. */
  @Column('varchar', { length: 40 })
  method: string;

  /** The id of the payment at its source, such as a bank's UTR. */
  @Column('varchar', { length: LIMITS.storedReferenceLength, nullable: true })
  reference: string | null;

  @Column('bigint')
  amountMinor: number;

  /** Income tax that the client deducted; the wallet gets it with the amount. */
  @Column('bigint', { default: 0 })
  taxDeductedMinor: number;

  /** Time at which the money arrived, according to the operator. */
  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;

  /** Time at which the receipt was reversed, because it was a mistake or its money did not arrive. */
  @Column('timestamptz', { nullable: true })
  reversedAt: Date | null;

  /** Lines of bank statements of its client and amount that are other money, as a person has said. */
  @Column('integer', { array: true, default: () => "'{}'" })
  otherLineIds: number[];
}

/** A receipt that is about to be recorded for the client of a wallet; `receivedAt` null: now. */
export type ReceiptData = Pick<
  Receipt,
  'source' | 'method' | 'reference' | 'amountMinor' | 'taxDeductedMinor'
> & { receivedAt: Date | null };

/** A new receipt, with its effect on the wallet and the client's debts; in minor units. */
export interface PostedReceipt extends Omit<ClientBalances, 'walletMinor'> {
  receiptId: number;
  journalId: number;
  balanceMinor: number;
}
