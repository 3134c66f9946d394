import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Month } from '../../platform/days/month.field.js';
import { Amount } from '../../platform/http/input/amounts.js';
import { OneOf, Text, textRule, WholeNumber } from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { amountsOf } from './document-amounts.js';
import { DOCUMENT_KINDS, type DocumentContent, type DocumentKind } from './document-content.js';
import {
  documentNumber,
  financialYearOf,
  greatestNumber,
  usedShare,
} from './numbers/document-number.js';
import type { DocumentSeries } from './numbers/document-series.entity.js';
import type { DocumentFilter, ListedDocument, SeriesGap } from './documents.repository.js';
import type { PrintedPlace, WholeDocument } from './documents.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

/** Longest id of a client. */
const CLIENT_MAX = 2_147_483_647;

class OwnDocumentsFilter {
  @OneOf(DOCUMENT_KINDS, { optional: true })
  kind?: DocumentKind;

  @Month({ optional: true })
  month?: string;

  @Text({ max: 20, optional: true, api: { description: 'The number of an order' } })
  order_number?: string;

  @Text({
    max: 40,
    optional: true,
    api: { description: 'Part of the number of the document, or the number of an order' },
  })
  q?: string;
}

/** Query of a client's own documents. */
export class OwnDocumentsQuery extends IntersectionType(PageQuery, OwnDocumentsFilter) {}

/** Query of all documents. */
export class DocumentsQuery extends OwnDocumentsQuery {
  @Type(() => Number)
  @WholeNumber({ min: 1, max: CLIENT_MAX, optional: true })
  client_id?: number;
}

export class CatchUpSeriesDto {
  @Text({
    max: 4,
    api: { example: 'WS' },
    rules: [
      textRule('invalid_prefix', 'must be 1 to 4 capitals and digits, the first not 0', (text) =>
        /^[A-Z1-9][A-Z0-9]{0,3}$/.test(text),
      ),
    ],
  })
  series: string;

  @Text({
    max: 4,
    api: { example: '2627', description: 'From 1 April to 31 March, by its two years' },
    rules: [textRule('invalid_year', 'must be two following years, as 2627', isFinancialYear)],
  })
  financial_year: string;

  @WholeNumber({
    min: 1,
    max: greatestNumber('W'),
    api: { description: 'The last number on paper' },
  })
  last_number: number;
}

class TaxesDto {
  @Amount()
  cgst: number;

  @Amount({ description: 'Also UTGST' })
  sgst: number;

  @Amount()
  igst: number;
}

/** A document in a list of its client. */
export class OwnDocumentDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ example: 'WS-2627-000001' })
  number: string;

  @ApiProperty({ enum: DOCUMENT_KINDS })
  kind: DocumentKind;

  @ApiProperty({ format: 'date', description: 'Day in India' })
  issued_on: string;

  @OrNull(String)
  order_number: string | null;

  @OrNull('integer')
  shipment_id: number | null;

  @Amount({ description: 'With tax' })
  total: number;

  @Amount()
  taxable: number;

  @ApiProperty()
  tax: TaxesDto;
}

/** A document in the list of all. */
export class DocumentDto extends OwnDocumentDto {
  @OrNull('integer', 'null: a canceled number')
  client_id: number | null;
}

class DocumentEventDto {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty()
  kind: string;

  @ApiProperty()
  actor: string;

  @ApiProperty({ type: Object, additionalProperties: true })
  data: object;
}

/** A document of a client with all that it says. */
export class OwnWholeDocumentDto extends OwnDocumentDto {
  @ApiProperty({
    type: Object,
    nullable: true,
    additionalProperties: true,
    description: 'All that it prints, amounts in paise; null: a canceled number',
  })
  content: DocumentContent | null;

  @ApiProperty({
    description: 'SHA-256 of the hash before it in its series and of what it says, in hex',
  })
  sha256: string;
}

/** A document with all that it says and what happened to it. */
export class WholeDocumentDto extends IntersectionType(OwnWholeDocumentDto, DocumentDto) {
  @ApiProperty({ type: [DocumentEventDto] })
  events: DocumentEventDto[];
}

class SeriesGapDto {
  @ApiProperty({ example: 'WS-2627-000007' })
  first: string;

  @ApiProperty({ example: 'WS-2627-000009' })
  last: string;
}

export class DocumentSeriesDto {
  @ApiProperty()
  series: string;

  @ApiProperty()
  financial_year: string;

  @ApiProperty({ type: 'integer' })
  last_number: number;

  @ApiProperty({ description: 'The last number as it is printed' })
  last: string;

  @OrNull('date')
  last_issued_on: string | null;

  @ApiProperty({
    description: 'Share of the numbers that the series can have in a year',
    example: 0.012,
  })
  used: number;

  @ApiProperty({
    type: [SeriesGapDto],
    description: 'Numbers up to the last one that no document has: none, unless rows were lost',
  })
  gaps: SeriesGapDto[];
}

export function toFilter(query: DocumentsQuery): DocumentFilter {
  return {
    kind: query.kind,
    month: query.month,
    clientId: query.client_id,
    orderNumber: query.order_number,
    q: query.q,
  };
}

export function toPrintedPlace(body: CatchUpSeriesDto): PrintedPlace {
  return {
    series: body.series,
    financialYear: body.financial_year,
    number: body.last_number,
  };
}

export function toOwnDocument(document: ListedDocument): OwnDocumentDto {
  return {
    id: document.id,
    number: document.documentNumber,
    kind: document.kind,
    issued_on: document.issuedOn,
    order_number: document.orderNumber,
    shipment_id: document.shipmentId,
    ...amountsOf(document),
  };
}

export function toDocument(document: ListedDocument): DocumentDto {
  return { ...toOwnDocument(document), client_id: document.clientId };
}

export function toOwnWholeDocument({ document, content }: WholeDocument): OwnWholeDocumentDto {
  return { ...toOwnDocument(document), content, sha256: document.sha256.toString('hex') };
}

export function toWholeDocument(whole: WholeDocument): WholeDocumentDto {
  return {
    ...toOwnWholeDocument(whole),
    client_id: whole.document.clientId,
    events: whole.events.map(({ at, kind, actor, data }) => ({
      ...{ at: at.toISOString(), kind, actor, data },
    })),
  };
}

export function toDocumentSeries({
  series,
  financialYear,
  lastNumber,
  lastIssuedOn,
  gaps,
}: DocumentSeries & { gaps: readonly SeriesGap[] }): DocumentSeriesDto {
  const printed = (number: number): string => documentNumber({ series, financialYear, number });
  return {
    series,
    financial_year: financialYear,
    last_number: lastNumber,
    last: printed(lastNumber),
    last_issued_on: lastIssuedOn,
    used: usedShare({ series, lastNumber }),
    gaps: gaps.map(({ first, last }) => ({ first: printed(first), last: printed(last) })),
  };
}

function isFinancialYear(text: string): boolean {
  return /^\d{4}$/.test(text) && financialYearOf(`20${text.slice(0, 2)}-04-01`) === text;
}
