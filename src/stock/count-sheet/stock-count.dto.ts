import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { QueryFlag } from '../../platform/http/input/fields.js';
import { ErrorDto } from '../../platform/http/openapi/api-docs.js';
import type { CountOutcome, CountReport } from './stock-count.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

const OUTCOMES = ['set', 'moved', 'below_reserved', 'unknown', 'invalid'] as const;

export class CountQuery {
  @QueryFlag('true: report the changes without storing them')
  dry_run?: 'true' | 'false';
}

class CountOutcomeDto {
  @ApiProperty({
    type: 'integer',
    description: 'First line of the row in the file; 1 is the header',
  })
  line: number;

  @ApiProperty()
  sku: string;

  @ApiProperty({ description: "'' for a product without variations" })
  variation_key: string;

  @ApiProperty({
    enum: OUTCOMES,
    description:
      '`set`: as counted; `moved`: stock moved since the sheet was made; `below_reserved`: open orders have reserved more',
  })
  outcome: CountOutcome['outcome'];

  @OrNull('integer', 'Units on hand before; null: unknown')
  on_hand: number | null;

  @OrNull('integer', 'null: not a number')
  counted: number | null;

  @OrNull(String, 'Why the row was refused')
  problem: string | null;
}

export class CountReportDto {
  @ApiProperty({ description: 'true: nothing was stored' })
  dry_run: boolean;

  @ApiProperty({ type: 'integer', description: 'Rows below the header' })
  rows: number;

  @ApiProperty({ type: 'integer', description: 'Rows that were set to what was counted' })
  set: number;

  @ApiProperty({ type: 'integer', description: 'Rows with as many units on hand as counted' })
  unchanged: number;

  @ApiProperty({ type: 'integer', description: 'Rows that were not counted' })
  skipped: number;

  @ApiProperty({ type: 'integer', description: 'Rows that were refused' })
  refused: number;

  @ApiProperty({
    type: [CountOutcomeDto],
    maxItems: LIMITS.countSheetRows,
    description: 'The rows that were set or refused, by line',
  })
  outcomes: CountOutcomeDto[];
}

class CountRefusalDataDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty()
  problem: string;
}

/** The documented refusal of a file that is not a count sheet. */
export class CountRefusalDto extends ErrorDto {
  @ApiPropertyOptional({
    type: CountRefusalDataDto,
    description: 'import_refused: why the file cannot be read as a count sheet',
  })
  data?: CountRefusalDataDto;
}

export function toCountReport(report: CountReport): CountReportDto {
  const set = report.outcomes.filter(({ outcome }) => outcome === 'set').length;
  return {
    dry_run: report.isDryRun,
    rows: report.rows,
    set,
    unchanged: report.unchanged,
    skipped: report.skipped,
    refused: report.outcomes.length - set,
    outcomes: report.outcomes.map((row) => ({
      line: row.line,
      sku: row.sku,
      variation_key: row.variationKey,
      outcome: row.outcome,
      on_hand: row.onHand,
      counted: row.counted,
      problem: row.problem,
    })),
  };
}
