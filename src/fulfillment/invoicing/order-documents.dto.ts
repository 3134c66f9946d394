import {
  ALWAYS_TRUE,
  responseDto,
  day,
  integer,
  money,
  part,
  parts,
  text,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import type { DocumentKind } from '../../tax/documents/document-content.js';
import type { OrderDocument } from './refund-documents.js';

const KINDS = ['invoice', 'bill_of_supply', 'credit_note'] as const satisfies DocumentKind[];

class OrderTaxesDto extends responseDto<OrderDocument>()({
  cgst: money(),
  sgst: money('Also UTGST'),
  igst: money(),
}) {}

export class OrderDocumentDto extends responseDto<OrderDocument & { pdfUrl: string }>()({
  id: integer(),
  number: [text({ example: 'WS-2627-000001', maxLength: 16 }), 'documentNumber'],
  kind: word(KINDS),
  shipment_id: integer().orNull('The shipment that it invoices; null: a credit note'),
  refund_id: integer().orNull('The refund that a credit note is for; null: an invoice'),
  issued_on: day('Day in India'),
  total: money('With tax. A credit note takes it back'),
  taxable: money(),
  tax: [part(OrderTaxesDto), (document) => document],
  pdf_url: text({ format: 'uri', description: 'Send the same headers as to this endpoint' }),
}) {}

/** The documents of an order; `address` is that of the service. */
interface OrderDocuments {
  documents: readonly OrderDocument[];
  address: string;
}

/** The field with the documents of an order. */
export const DOCUMENTS = [
  parts(OrderDocumentDto),
  ({ documents, address }: OrderDocuments) =>
    documents.map((document) => ({
      ...document,
      pdfUrl: `${address}/api/documents/${document.id}/pdf`,
    })),
] as const;

export class OrderDocumentsDto extends responseDto<OrderDocuments>()({
  success: ALWAYS_TRUE,
  data: DOCUMENTS,
}) {}
