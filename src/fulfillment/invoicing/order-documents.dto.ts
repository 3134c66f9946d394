import { ApiProperty } from '@nestjs/swagger';
import type { DocumentKind } from '../../tax/documents/document-content.js';
import { OwnDocumentDto } from '../../tax/documents/documents.dto.js';
import type { ListedDocument } from '../../tax/documents/documents.service.js';

/** Kinds of documents that orders have. */
const KINDS = ['invoice', 'bill_of_supply', 'credit_note'] as const satisfies DocumentKind[];

class OrderTaxesDto {
  @ApiProperty()
  cgst: number;

  @ApiProperty({ description: 'Also UTGST' })
  sgst: number;

  @ApiProperty()
  igst: number;
}

class OrderDocumentDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ example: 'WS-2627-000001', maxLength: 16 })
  number: string;

  @ApiProperty({ enum: KINDS })
  kind: string;

  @ApiProperty({ format: 'date', description: 'Day in India' })
  issued_on: string;

  @ApiProperty({ description: 'With tax. A credit note takes it back' })
  total: number;

  @ApiProperty()
  taxable: number;

  @ApiProperty()
  tax: OrderTaxesDto;

  @ApiProperty({ format: 'uri', description: 'Send the same headers as to this endpoint' })
  pdf_url: string;
}

export class OrderDocumentsDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ type: [OrderDocumentDto] })
  data: OrderDocumentDto[];
}

export function toOrderDocuments(
  documents: readonly ListedDocument[],
  address: string,
): OrderDocumentsDto {
  return {
    success: true,
    data: documents.map((document) => {
      const { id, number, kind, issued_on, total, taxable, tax } = OwnDocumentDto.show(document);
      const pdf_url = `${address}/api/documents/${id}/pdf`;
      return { id, number, kind, issued_on, total, taxable, tax, pdf_url };
    }),
  };
}
