import { Month } from '../../../platform/days/month.field.js';
import {
  responseDto,
  integer,
  money,
  part,
  parts,
  percent,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { OneOf } from '../../../platform/http/input/fields.js';
import { CHECK_CODES, type Finding } from './document-checks.js';
import type { GstFiling } from './gst-filing.entity.js';
import type { CheckedMonth } from './gstr1.service.js';
import { SHEETS, type SheetName } from './gstr1-sheets.js';
import { LISTED_FINDINGS_MAX, type RateComparison } from './month-checks.js';
import type { RateSums } from './placing.js';
import { TABLE_FORMATS } from '../../../platform/table-export/table-file.js';

export const GSTR1_FORMATS = ['json', ...TABLE_FORMATS] as const;

export class Gstr1MonthQuery {
  @Month()
  month: string;
}

export class Gstr1Query extends Gstr1MonthQuery {
  @OneOf(GSTR1_FORMATS, {
    optional: true,
    api: {
      default: 'json',
      description: 'json: for the portal; the others: the sheets of its offline tool',
    },
  })
  format: (typeof GSTR1_FORMATS)[number] = 'json';

  @OneOf(SHEETS, {
    optional: true,
    api: { description: 'One sheet; left out with csv: all of them in a ZIP archive' },
  })
  sheet?: SheetName;
}

export class FileGstr1Dto {
  @Month()
  month: string;
}

export class GstFilingDto extends responseDto<GstFiling>()({
  month: text({ example: '2026-11' }),
  gstin: text('Registration of the wholesaler that the return is for'),
  documents: integer('Documents and canceled numbers of the month'),
  filed_by: text(),
  filed_at: time(),
}) {}

class Gstr1FindingDto extends responseDto<Finding>()({
  code: word(Object.keys(CHECK_CODES)),
  severity: [
    word(
      ['error', 'warning'],
      'error: the return would be wrong or refused; warning: to be looked at',
    ),
    ({ code }) => CHECK_CODES[code],
  ],
  id: integer('The document at fault; null: the month as a whole').orNull(),
  number: text({ description: 'Its number', example: 'WS-2627-000001' }).orNull(),
  message: text(),
}) {}

class Gstr1SumsDto extends responseDto<RateSums>()({
  taxable: money(),
  cgst: money(),
  sgst: money('Also UTGST'),
  igst: money(),
}) {}

class Gstr1RateDto extends responseDto<RateComparison>()({
  rate: [percent({ description: 'In percent', example: 18 }), ({ tables }) => tables.rateBp],
  tables: part(Gstr1SumsDto, 'Sums of the tables of supplies, less notes'),
  hsn: part(Gstr1SumsDto, 'Sums of the HSN summary: the same'),
}) {}

export class Gstr1ChecksDto extends responseDto<CheckedMonth>()({
  month: text({ example: '2026-11' }),
  gstin: text('Registration of the wholesaler on the last day of the month'),
  documents: integer(),
  canceled: integer('Numbers that are not used'),
  errors: integer(),
  warnings: integer(),
  rates: parts(Gstr1RateDto, 'The lowest rate first'),
  findings: parts(
    Gstr1FindingDto,
    `The first ${LISTED_FINDINGS_MAX}, errors first; \`errors\` and \`warnings\` count all`,
  ),
  filing: part(GstFilingDto, 'null: not filed').orNull(),
}) {}
