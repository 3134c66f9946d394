import { sqlMigration } from '../sql-migration.js';

/** Months whose return was filed, and documents that wait for their registration with the tax office. */
export const GstReturns1765620000000 = sqlMigration(
  'GstReturns1765620000000',
  [
    `CREATE TABLE gst_filings (
    month varchar(7) NOT NULL,
    gstin varchar(15) NOT NULL,
    documents integer NOT NULL,
    filed_by varchar(300) NOT NULL,
    filed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT gst_filings_pk PRIMARY KEY (month)
  )`,
    `CREATE TABLE e_invoice_queue (
    document_id bigint NOT NULL,
    issued_on date NOT NULL,
    CONSTRAINT e_invoice_queue_pk PRIMARY KEY (document_id),
    CONSTRAINT e_invoice_queue_document_fk FOREIGN KEY (document_id) REFERENCES tax_documents (id)
  )`,
    'CREATE INDEX e_invoice_queue_day_ix ON e_invoice_queue (issued_on, document_id)',
    // The lowest value above which goods need an e-way bill.
    'CREATE INDEX tax_documents_large_ix ON tax_documents (issued_on, id) WHERE total_minor > 5000000',
    `CREATE UNIQUE INDEX document_events_registration_ux ON document_events (document_id) WHERE kind = 'registered'`,
  ],
  [
    'DROP INDEX document_events_registration_ux, tax_documents_large_ix',
    'DROP TABLE e_invoice_queue, gst_filings',
  ],
);
