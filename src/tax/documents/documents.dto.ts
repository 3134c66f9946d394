import { IntersectionType } from '@nestjs/swagger';
import { Month } from '../../platform/days/month.field.js';
import {
  responseDto,
  anything,
  day,
  flag,
  integer,
  money,
  number,
  part,
  parts,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { DtoList, replacementRules } from '../../platform/http/input/dto-list.js';
import {
  Field,
  OneOf,
  Text,
  textRule,
  WholeNumber,
  QueryId,
} from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { DOCUMENT_KINDS, type DocumentContent, type DocumentKind } from './document-content.js';
import type { DocumentEvent } from './document-event.entity.js';
import {
  documentNumber,
  financialYearOf,
  greatestNumber,
  usedShare,
} from './numbers/document-number.js';
import type { SeriesGap } from './documents.repository.js';
import type { ListedDocument } from './listed-document.js';
import type { ListedHold, ListedSeries, PrintedPlace, WholeDocument } from './documents.service.js';

const SERIES_MAX = 50;

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

export class OwnDocumentsQuery extends IntersectionType(PageQuery, OwnDocumentsFilter) {}

export class DocumentsQuery extends OwnDocumentsQuery {
  @QueryId()
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

const nameOf = ({ series, financial_year: year }: CatchUpSeriesDto): string => `${series} ${year}`;

export class EndHoldDto {
  @DtoList(CatchUpSeriesDto, SERIES_MAX)
  @Field({
    api: {
      type: [CatchUpSeriesDto],
      maxItems: SERIES_MAX,
      description:
        'The last printed number of each series. Empty: confirms that no printed number is missing',
    },
    rules: replacementRules<CatchUpSeriesDto>(SERIES_MAX, 'series', {
      message: 'must name each series and year once',
      passes: (list) => new Set(list.map(nameOf)).size === list.length,
    }),
  })
  last_numbers: CatchUpSeriesDto[];
}

class PrintedPlaceDto extends responseDto<PrintedPlace>()({
  series: text(),
  financial_year: text(),
  last_number: integer('The latest stored number; 0: none in this year'),
}) {}

export class DocumentHoldDto extends responseDto<ListedHold>()({
  since: time(),
  certain: [flag('False if nothing could tell whether changes are gone'), 'isCertain'],
  series: parts(PrintedPlaceDto, 'The series whose last printed numbers to enter'),
}) {}

class TaxesDto extends responseDto<ListedDocument>()({
  cgst: money().guarded(),
  sgst: money('Also UTGST').guarded(),
  igst: money().guarded(),
}) {}

export class OwnDocumentDto extends responseDto<ListedDocument>()({
  id: integer(),
  number: [text({ example: 'WS-2627-000001' }), 'documentNumber'],
  kind: word(DOCUMENT_KINDS),
  issued_on: day('Day in India'),
  order_number: text().orNull(),
  shipment_id: integer().orNull(),
  total: money('With tax').guarded(),
  taxable: money().guarded(),
  tax: [part(TaxesDto), (document) => document],
}) {}

export class DocumentDto extends responseDto<ListedDocument>()({
  ...OwnDocumentDto.fields,
  client_id: integer('null: a canceled number').orNull(),
}) {}

class DocumentEventDto extends responseDto<DocumentEvent>()({
  at: time(),
  kind: text(),
  actor: text(),
  data: anything(),
}) {}

const CONTENT = {
  content: anything<DocumentContent>(
    'Everything that it prints, amounts in paise; null: a canceled number',
  ).orNull(),
  sha256: [
    text('SHA-256 of the previous hash in its series and of its content, in hex'),
    ({ sha256 }: WholeDocument) => sha256.toString('hex'),
  ],
} as const;

/** A document of a client with all that it says. */
export class OwnWholeDocumentDto extends responseDto<WholeDocument>()({
  ...OwnDocumentDto.fields,
  ...CONTENT,
}) {}

/** A document with all that it says and what happened to it. */
export class WholeDocumentDto extends responseDto<WholeDocument>()({
  ...DocumentDto.fields,
  ...CONTENT,
  events: parts(DocumentEventDto),
}) {}

class SeriesGapDto extends responseDto<SeriesGap>()({
  first: [
    text({ example: 'WS-2627-000007' }),
    ({ first, ...gap }) => documentNumber({ ...gap, number: first }),
  ],
  last: [
    text({ example: 'WS-2627-000009' }),
    ({ last, ...gap }) => documentNumber({ ...gap, number: last }),
  ],
}) {}

export class DocumentSeriesDto extends responseDto<ListedSeries>()({
  series: text(),
  financial_year: text(),
  last_number: integer(),
  last: [
    text('The last number in its printed form'),
    ({ lastNumber, ...series }) => documentNumber({ ...series, number: lastNumber }),
  ],
  last_issued_on: day().orNull(),
  used: [
    number({
      description: 'Share of the numbers that the series can have in a year',
      example: 0.012,
    }),
    (series) => Number(usedShare(series).toPrecision(3)),
  ],
  gaps: parts(
    SeriesGapDto,
    'Numbers up to the last one that no document has: none, unless rows were lost',
  ),
}) {}

function isFinancialYear(text: string): boolean {
  return /^\d{4}$/.test(text) && financialYearOf(`20${text.slice(0, 2)}-04-01`) === text;
}
