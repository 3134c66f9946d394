import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../../platform/config/limits.js';
import { ErrorDto } from '../../../platform/http/openapi/api-docs.js';
import {
  responseDto,
  flag,
  integer,
  onlyTrue,
  parts,
  text,
  texts,
} from '../../../platform/http/response-dto/response-dto.js';
import { Amount, QueryFlag } from '../../../platform/http/input/fields.js';
import { StockInputDto } from '../../../stock/stock-input.js';
import { MarkupQuery } from '../costs/markup.dto.js';
import { AMOUNT_MAX, ProductChangeDto } from '../products.admin.dto.js';
import {
  SIMILAR_SKUS_MAX,
  type ImportProblem,
  type ImportReport,
  type SimilarSku,
} from './import-report.js';

class OwnPriceDto {
  @Amount({ min: 0.01, max: AMOUNT_MAX, optional: true, api: { nullable: true } })
  wholesale_price: number | null;
}

/** The product data of one row of a catalog file, validated by the rules of the Admin API. */
export class ImportedProductDto extends IntersectionType(ProductChangeDto, StockInputDto) {
  @Amount({ min: 0.01, max: AMOUNT_MAX, optional: true, api: { nullable: true } })
  cost?: number | null;

  /** In the order of the price columns; null: none. */
  @ValidateNested({ each: true })
  @Type(() => OwnPriceDto)
  own_prices: OwnPriceDto[];
}

export const CONFIRM = 'true: units may go out of sale (`stock_out_of_sale`)';

export class ImportQuery extends MarkupQuery {
  @QueryFlag(CONFIRM)
  confirm?: 'true' | 'false';

  @QueryFlag()
  dry_run?: 'true' | 'false';
}

class ImportProblemDto extends responseDto<ImportProblem>()({
  line: integer('First line of the row in the file; 1 is the header'),
  column: text('null: the row as a whole').orNull(),
  sku: text('null: not known').orNull(),
  value: [
    text('The cell at fault; left out: the row as a whole').optional(),
    ({ value }) => value ?? undefined,
  ],
  problem: text(),
}) {}

class SimilarSkuDto extends responseDto<SimilarSku>()({
  line: integer(),
  sku: text(),
  similar_to: [text('The SKU of the catalog, with other zeros at its beginning'), 'similarTo'],
}) {}

export class ImportReportDto extends responseDto<ImportReport>()({
  dry_run: flag('true: nothing was stored'),
  rows: integer('Rows below the header that were read'),
  created: integer('New products'),
  updated: integer('Products that changed'),
  unchanged: integer(),
  problems: parts(ImportProblemDto, {
    maxItems: LIMITS.importProblems,
    description: 'With any of them nothing is stored; the counts are of the other rows then',
  }),
  without_price: [
    integer(
      'Active products of the file without any price: stores do not see them. Left out: none',
    ).optional(),
    ({ withoutPrice }) => withoutPrice || undefined,
  ],
  similar_skus: [
    parts(SimilarSkuDto, {
      maxItems: SIMILAR_SKUS_MAX,
      description: 'New products that may be others of the catalog. Left out: none',
    }).optional(),
    ({ similarSkus = [] }) => (similarSkus.length === 0 ? undefined : [...similarSkus]),
  ],
  stock_out_of_sale: [
    integer(
      'Units that stores could order, of combinations that the file no longer offers. Left out: none',
    ).optional(),
    ({ stockOutOfSale }) => stockOutOfSale || undefined,
  ],
  warnings: [
    texts(
      'What the file does, such as what needs `confirm=true` from 1.6.0 on. Left out: nothing',
    ).optional(),
    // Reports of earlier releases have none.
    ({ warnings = [] }: { warnings?: readonly string[] }) =>
      warnings.length === 0 ? undefined : [...warnings],
  ],
  more_problems: [
    onlyTrue('true: there are more problems than listed; reading stopped'),
    'hasMoreProblems',
  ],
}) {}

/** The refusal of a file, in documents. */
export class ImportRefusalDto extends ErrorDto {
  @ApiPropertyOptional({
    type: ImportReportDto,
    description: 'import_refused: what is wrong with the file',
  })
  data?: ImportReportDto;
}
