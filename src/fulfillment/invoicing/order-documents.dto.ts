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
import type { ListedDocument } from '../../tax/documents/documents.service.js';

const KINDS = ['invoice', 'bill_of_supply', 'credit_note'] as const satisfies DocumentKind[];

class OrderTaxesDto extends responseDto<ListedDocument>()({
  cgst: money(),
  sgst: money('Also UTGST'),
  igst: money(),
}) {}

class OrderDocumentDto extends responseDto<ListedDocument & { pdfUrl: string }>()({
  id: integer(),
  number: [text({ example: 'WS-2627-000001', maxLength: 16 }), 'documentNumber'],
  kind: word(KINDS),
  issued_on: day('Day in India'),
  total: money('With tax. A credit note takes it back'),
  taxable: money(),
  tax: [part(OrderTaxesDto), (document) => document],
  pdf_url: text({ format: 'uri', description: 'Send the same headers as to this endpoint' }),
}) {}

/** The documents of an order; `address` is that of the service. */
interface OrderDocuments {
  documents: readonly ListedDocument[];
  address: string;
}

export class OrderDocumentsDto extends responseDto<OrderDocuments>()({
  success: ALWAYS_TRUE,
  data: [
    parts(OrderDocumentDto),
    ({ documents, address }) =>
      documents.map((document) => ({
        ...document,
        pdfUrl: `${address}/api/documents/${document.id}/pdf`,
      })),
  ],
}) {}
