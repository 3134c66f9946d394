import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../../platform/config/limits.js';
import { ErrorDto } from '../../../platform/http/openapi/api-docs.js';
import { Amount, QueryFlag } from '../../../platform/http/input/fields.js';
import { StockInputDto } from '../../../stock/stock-input.js';
import { MarkupQuery } from '../costs/markup.dto.js';
import { AMOUNT_MAX, ChangeProductDto } from '../products.admin.dto.js';
import type { ImportReport } from './import-report.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

class OwnPriceDto {
  @Amount({ min: 0.01, max: AMOUNT_MAX, optional: true, api: { nullable: true } })
  wholesale_price: number | null;
}

/** The product data of one row of a catalog file, validated by the rules of the Admin API. */
export class ImportedProductDto extends IntersectionType(ChangeProductDto, StockInputDto) {
  @Amount({ min: 0.01, max: AMOUNT_MAX, optional: true, api: { nullable: true } })
  cost?: number | null;

  /** In the order of the price columns; null: none. */
  @ValidateNested({ each: true })
  @Type(() => OwnPriceDto)
  own_prices: OwnPriceDto[];
}

export class ImportQuery extends MarkupQuery {
  @QueryFlag()
  dry_run?: 'true' | 'false';
}

class ImportProblemDto {
  @ApiProperty({
    type: 'integer',
    description: 'Line of the file on which the row begins; 1 is the header',
  })
  line: number;

  @OrNull(String, 'null: the row as a whole')
  column: string | null;

  @OrNull(String, 'null: not known')
  sku: string | null;

  @ApiPropertyOptional({ description: 'The cell at fault; left out: the row as a whole' })
  value?: string;

  @ApiProperty()
  problem: string;
}

export class ImportReportDto {
  @ApiProperty({ description: 'true: nothing was stored' })
  dry_run: boolean;

  @ApiProperty({ type: 'integer', description: 'Rows below the header that were read' })
  rows: number;

  @ApiProperty({ type: 'integer', description: 'New products' })
  created: number;

  @ApiProperty({ type: 'integer', description: 'Products of which something changed' })
  updated: number;

  @ApiProperty({ type: 'integer' })
  unchanged: number;

  @ApiProperty({
    type: [ImportProblemDto],
    maxItems: LIMITS.importProblems,
    description: 'With any of them nothing is stored; the counts are of the other rows then',
  })
  problems: ImportProblemDto[];

  @ApiPropertyOptional({
    type: 'integer',
    description:
      'Active products of the file without any price: stores do not see them. Left out: none',
  })
  without_price?: number;

  @ApiPropertyOptional({
    enum: [true],
    description: 'true: there are more problems than listed; reading stopped',
  })
  more_problems?: true;
}

/** The refusal of a file, in documents. */
export class ImportRefusalDto extends ErrorDto {
  @ApiPropertyOptional({
    type: ImportReportDto,
    description: 'import_refused: what is wrong with the file',
  })
  data?: ImportReportDto;
}

export function toImportReport(report: ImportReport): ImportReportDto {
  return {
    dry_run: report.isDryRun,
    rows: report.rows,
    created: report.created,
    updated: report.updated,
    unchanged: report.unchanged,
    problems: report.problems.map(({ line, column, sku, value, problem }) => ({
      line,
      column,
      sku,
      ...(value !== null && { value }),
      problem,
    })),
    ...(report.withoutPrice > 0 && { without_price: report.withoutPrice }),
    ...(report.hasMoreProblems && { more_problems: true }),
  };
}
