import { ApiProperty } from '@nestjs/swagger';
import { Month } from '../../../platform/days/month.field.js';
import { OneOf } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';
import { CHECK_CODES, type Finding } from './document-checks.js';
import type { GstFiling } from './gst-filing.entity.js';
import type { CheckedMonth } from './gstr1.service.js';
import { SHEETS, type SheetName } from './gstr1-sheets.js';
import { LISTED_FINDINGS_MAX } from './month-checks.js';
import type { RateSums } from './placing.js';
import { TABLE_FORMATS } from '../../../platform/table-export/table-file.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

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

export class GstFilingDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ description: 'Registration of the wholesaler that the return is for' })
  gstin: string;

  @ApiProperty({ type: 'integer', description: 'Documents and canceled numbers of the month' })
  documents: number;

  @ApiProperty()
  filed_by: string;

  @ApiProperty({ format: 'date-time' })
  filed_at: string;
}

class Gstr1FindingDto {
  @ApiProperty({ enum: Object.keys(CHECK_CODES) })
  code: string;

  @ApiProperty({
    enum: ['error', 'warning'],
    description: 'error: the return would be wrong or refused; warning: to be looked at',
  })
  severity: string;

  @OrNull('integer', 'The document at fault; null: the month as a whole')
  id: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its number',
    example: 'WS-2627-000001',
  })
  number: string | null;

  @ApiProperty()
  message: string;
}

class Gstr1SumsDto {
  @ApiProperty()
  taxable: number;

  @ApiProperty()
  cgst: number;

  @ApiProperty({ description: 'Also UTGST' })
  sgst: number;

  @ApiProperty()
  igst: number;
}

class Gstr1RateDto {
  @ApiProperty({ description: 'In percent', example: 18 })
  rate: number;

  @ApiProperty({ type: Gstr1SumsDto, description: 'Sums of the tables of supplies, less notes' })
  tables: Gstr1SumsDto;

  @ApiProperty({ type: Gstr1SumsDto, description: 'Sums of the HSN summary: the same' })
  hsn: Gstr1SumsDto;
}

export class Gstr1ChecksDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ description: 'Registration of the wholesaler on the last day of the month' })
  gstin: string;

  @ApiProperty({ type: 'integer' })
  documents: number;

  @ApiProperty({ type: 'integer', description: 'Numbers that are not used' })
  canceled: number;

  @ApiProperty({ type: 'integer' })
  errors: number;

  @ApiProperty({ type: 'integer' })
  warnings: number;

  @ApiProperty({ type: [Gstr1RateDto], description: 'The lowest rate first' })
  rates: Gstr1RateDto[];

  @ApiProperty({
    type: [Gstr1FindingDto],
    description: `The first ${LISTED_FINDINGS_MAX}; \`errors\` and \`warnings\` count all`,
  })
  findings: Gstr1FindingDto[];

  @OrNull(GstFilingDto, 'null: not filed')
  filing: GstFilingDto | null;
}

export function toGstFiling({
  month,
  gstin,
  documents,
  filedBy,
  filedAt,
}: GstFiling): GstFilingDto {
  return { month, gstin, documents, filed_by: filedBy, filed_at: filedAt.toISOString() };
}

export function toGstr1Checks(
  month: string,
  { gstin, checks, filing }: CheckedMonth,
): Gstr1ChecksDto {
  const { documents, canceled, errors, warnings } = checks;
  return {
    ...{ month, gstin, documents, canceled, errors, warnings },
    rates: checks.rates.map(({ tables, hsn }) => ({
      rate: tables.rateBp / 100,
      ...{ tables: toSums(tables), hsn: toSums(hsn) },
    })),
    findings: checks.findings.map(toFinding),
    filing: filing && toGstFiling(filing),
  };
}

function toFinding({ code, id, number, message }: Finding): Gstr1FindingDto {
  return { code, severity: CHECK_CODES[code], id, number, message };
}

function toSums({ taxableMinor, cgstMinor, sgstMinor, igstMinor }: RateSums): Gstr1SumsDto {
  return {
    taxable: toMajorUnits(taxableMinor),
    cgst: toMajorUnits(cgstMinor),
    sgst: toMajorUnits(sgstMinor),
    igst: toMajorUnits(igstMinor),
  };
}
