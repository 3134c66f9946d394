import type { TaxDocument } from './tax-document.entity.js';

export type ListedDocument = Omit<TaxDocument, 'content' | 'createdAt' | 'prevSha256' | 'sha256'>;

export const LISTED_COLUMNS = `d.id, d.kind, d.series, d.financial_year AS "financialYear", d.number, d.document_number AS "documentNumber",
  d.issued_on::text AS "issuedOn", d.client_id AS "clientId", d.order_number AS "orderNumber", d.shipment_id AS "shipmentId",
  d.total_minor AS "totalMinor", d.taxable_minor AS "taxableMinor", d.cgst_minor AS "cgstMinor", d.sgst_minor AS "sgstMinor",
  d.igst_minor AS "igstMinor"`;

/** A document of an order, as JSON has it. */
export type DocumentInJson = ListedDocument & { createdAt: string };

/** Selects the documents of a client's order as JSON, the oldest first. Both parameters are SQL expressions. */
export const documentsInJson = (clientId: string, orderNumber: string): string => `(
    SELECT coalesce(json_agg(listed ORDER BY listed.id), '[]') FROM (
      SELECT ${LISTED_COLUMNS}, d.created_at AS "createdAt" FROM tax_documents d
      WHERE d.order_number = ${orderNumber} AND d.client_id = ${clientId}
    ) listed
  )`;

/** Selects the numbers of an order's invoices, the oldest first. Both parameters are SQL expressions. */
export const invoiceNumbers = (clientId: string, orderNumber: string): string =>
  `ARRAY(SELECT d.document_number FROM tax_documents d
    WHERE d.order_number = ${orderNumber} AND d.client_id = ${clientId} AND d.kind = 'invoice' ORDER BY d.id)`;
