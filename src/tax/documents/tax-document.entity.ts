import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import type { DocumentKind } from './document-content.js';
import { DocumentSeries } from './numbers/document-series.entity.js';

/**
 * An invoice, a bill of supply, a credit note, or an unused number; it never changes. A trigger gives it the hashes and checks
 * that it continues its series.
 * - amounts are in minor units
 */
@Entity('tax_documents')
@ForeignKey(() => DocumentSeries, ['series', 'financialYear'], ['series', 'financialYear'], {
  name: 'tax_documents_series_fk',
})
@Unique('tax_documents_number_uq', ['series', 'financialYear', 'number'])
@Unique('tax_documents_shipment_uq', ['shipmentId'])
@Index('tax_documents_day_ix', ['issuedOn', 'id'])
@Index('tax_documents_client_ix', ['clientId', 'id'])
@Index('tax_documents_order_ix', ['orderNumber'])
@Index('tax_documents_large_ix', ['issuedOn', 'id'], { where: 'total_minor > 5000000' })
@Check('tax_documents_kind_ck', "kind IN ('invoice', 'bill_of_supply', 'credit_note', 'canceled')")
@Check(
  'tax_documents_subject_ck',
  `CASE kind
    WHEN 'canceled' THEN client_id IS NULL AND order_number IS NULL AND shipment_id IS NULL AND total_minor = 0
    WHEN 'credit_note' THEN client_id IS NOT NULL AND order_number IS NOT NULL AND shipment_id IS NULL
    ELSE client_id IS NOT NULL AND order_number IS NOT NULL AND shipment_id IS NOT NULL END`,
)
@Check(
  'tax_documents_amounts_ck',
  `(taxable_minor >= 0 OR kind = 'credit_note') AND cgst_minor >= 0 AND sgst_minor = cgst_minor AND igst_minor >= 0
    AND total_minor = taxable_minor + cgst_minor + sgst_minor + igst_minor`,
)
export class TaxDocument {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: 20 })
  kind: DocumentKind;

  @Column('varchar', { length: 4 })
  series: string;

  @Column('varchar', { length: 4 })
  financialYear: string;

  @Column('bigint')
  number: number;

  /** With series and year: WS-2627-000001. */
  @Column('varchar', { length: 16 })
  documentNumber: string;

  /** Day in India, YYYY-MM-DD. */
  @Column('date')
  issuedOn: string;

  @ForeignKey(() => Client, { name: 'tax_documents_client_fk' })
  @Column('integer', { nullable: true })
  clientId: number | null;

  @Column('varchar', { length: 13, nullable: true })
  orderNumber: string | null;

  @Column('bigint', { nullable: true })
  shipmentId: number | null;

  @Column('bigint')
  totalMinor: number;

  @Column('bigint')
  taxableMinor: number;

  @Column('bigint')
  cgstMinor: number;

  @Column('bigint')
  sgstMinor: number;

  @Column('bigint')
  igstMinor: number;

  /** `DocumentContent` as JSON. */
  @Column('text')
  content: string;

  /** Hash of the document before it in its series. */
  @Column('bytea')
  prevSha256: Buffer;

  /** SHA-256 of the hash before it and the content. */
  @Column('bytea')
  sha256: Buffer;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
