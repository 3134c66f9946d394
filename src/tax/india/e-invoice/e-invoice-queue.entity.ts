import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TaxDocument } from '../../documents/tax-document.entity.js';

/** A document to a client with a GSTIN that is not registered with the tax office. A trigger adds it. */
@Entity('e_invoice_queue')
@Index('e_invoice_queue_day_ix', ['issuedOn', 'documentId'])
export class EInvoiceQueueItem {
  @ForeignKey(() => TaxDocument, { name: 'e_invoice_queue_document_fk' })
  @PrimaryColumn('bigint')
  documentId: number;

  /** Day in India, YYYY-MM-DD. */
  @Column('date')
  issuedOn: string;
}
