import { sqlMigration } from '../sql-migration.js';

/** The wholesaler's tax profile, its tax documents and their numbers, and shipments that have no document yet. */
export const TaxDocuments1765600000000 = sqlMigration(
  'TaxDocuments1765600000000',
  [
    `CREATE TABLE tax_profiles (
    effective_from date NOT NULL,
    legal_name varchar(100) NOT NULL,
    trade_name varchar(100),
    gstin varchar(15) NOT NULL,
    address_line1 varchar(100) NOT NULL,
    address_line2 varchar(100),
    address_place varchar(50) NOT NULL,
    address_state varchar(2) NOT NULL,
    address_pincode varchar(6) NOT NULL,
    series_prefix varchar(4) NOT NULL,
    hsn_digits smallint NOT NULL,
    delivery_tax varchar(20) NOT NULL,
    place_of_supply varchar(20) NOT NULL,
    on_missing varchar(20) NOT NULL,
    e_invoice_from date,
    terms varchar(1000),
    signatory varchar(100),
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT tax_profiles_pk PRIMARY KEY (effective_from),
    CONSTRAINT tax_profiles_state_ck CHECK (left(gstin, 2) = address_state)
  )`,
    `CREATE TABLE document_series (
    series varchar(4) NOT NULL,
    financial_year varchar(4) NOT NULL,
    last_number bigint NOT NULL DEFAULT 0,
    last_issued_on date,
    last_sha256 bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
    CONSTRAINT document_series_pk PRIMARY KEY (series, financial_year)
  )`,
    // Without foreign keys to orders and shipments, which the archive removes.
    `CREATE TABLE tax_documents (
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind varchar(20) NOT NULL,
    series varchar(4) NOT NULL,
    financial_year varchar(4) NOT NULL,
    number bigint NOT NULL,
    document_number varchar(16) NOT NULL,
    issued_on date NOT NULL,
    client_id integer,
    order_number varchar(13),
    shipment_id bigint,
    total_minor bigint NOT NULL,
    taxable_minor bigint NOT NULL,
    cgst_minor bigint NOT NULL,
    sgst_minor bigint NOT NULL,
    igst_minor bigint NOT NULL,
    content text NOT NULL,
    prev_sha256 bytea NOT NULL,
    sha256 bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT tax_documents_pk PRIMARY KEY (id),
    CONSTRAINT tax_documents_series_fk FOREIGN KEY (series, financial_year) REFERENCES document_series,
    CONSTRAINT tax_documents_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT tax_documents_number_uq UNIQUE (series, financial_year, number),
    CONSTRAINT tax_documents_shipment_uq UNIQUE (shipment_id),
    CONSTRAINT tax_documents_kind_ck CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note', 'canceled')),
    CONSTRAINT tax_documents_subject_ck CHECK (CASE kind
      WHEN 'canceled' THEN client_id IS NULL AND order_number IS NULL AND shipment_id IS NULL AND total_minor = 0
      WHEN 'credit_note' THEN client_id IS NOT NULL AND order_number IS NOT NULL AND shipment_id IS NULL
      ELSE client_id IS NOT NULL AND order_number IS NOT NULL AND shipment_id IS NOT NULL END),
    CONSTRAINT tax_documents_amounts_ck CHECK ((taxable_minor >= 0 OR kind = 'credit_note') AND cgst_minor >= 0 AND sgst_minor = cgst_minor
      AND igst_minor >= 0 AND total_minor = taxable_minor + cgst_minor + sgst_minor + igst_minor)
  )`,
    'CREATE INDEX tax_documents_day_ix ON tax_documents (issued_on, id)',
    'CREATE INDEX tax_documents_client_ix ON tax_documents (client_id, id)',
    'CREATE INDEX tax_documents_order_ix ON tax_documents (order_number)',
    `CREATE TABLE document_events (
    id bigint GENERATED ALWAYS AS IDENTITY,
    document_id bigint NOT NULL,
    kind varchar(20) NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor varchar(300) NOT NULL,
    data jsonb NOT NULL,
    CONSTRAINT document_events_pk PRIMARY KEY (id),
    CONSTRAINT document_events_document_fk FOREIGN KEY (document_id) REFERENCES tax_documents (id)
  )`,
    'CREATE INDEX document_events_document_ix ON document_events (document_id, kind)',
    `CREATE TABLE uninvoiced_shipments (
    shipment_id bigint NOT NULL,
    order_number varchar(13) NOT NULL,
    client_id integer NOT NULL,
    problems jsonb NOT NULL,
    shipped_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT uninvoiced_shipments_pk PRIMARY KEY (shipment_id),
    CONSTRAINT uninvoiced_shipments_client_fk FOREIGN KEY (client_id) REFERENCES clients (id)
  )`,
    'CREATE INDEX uninvoiced_shipments_order_ix ON uninvoiced_shipments (order_number)',
  ],
  [
    'DROP TABLE uninvoiced_shipments, document_events, tax_documents, document_series, tax_profiles',
  ],
);
