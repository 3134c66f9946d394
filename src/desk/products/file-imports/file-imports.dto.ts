import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount as ShownAmount } from '../../../platform/http/input/amounts.js';
import { Amount, Field, OneOf, Text, WholeNumber } from '../../../platform/http/input/fields.js';
import { DtoList, listRule } from '../../../platform/http/input/dto-list.js';
import { MarkupDto, MarkupQuery, toMarkupDto } from '../costs/markup.dto.js';
import { AMOUNT_MAX } from '../products.admin.dto.js';
import { ImportReportDto, toImportReport } from '../import-export/catalog-import.dto.js';
import type { CatalogChanges } from '../import-export/catalog-changes.repository.js';
import {
  hasGoodRows,
  IMPORT_STATES,
  type CatalogImport,
  type ImportState,
} from './catalog-import.entity.js';
import type { ListedImport } from './file-imports.repository.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

/** Characters of a corrected cell. */
const CORRECTION_LENGTH = 10_000;

export class UploadQuery extends MarkupQuery {
  @Text({ max: LIMITS.fileNameLength, api: { example: 'surat-november.xlsx' } })
  file_name: string;

  @Text({ max: LIMITS.nameLength, optional: true, api: { example: 'Surat Textiles' } })
  supplier?: string;

  @Type(() => Number)
  @Amount({
    min: 0,
    max: AMOUNT_MAX,
    optional: true,
    api: {
      description:
        'Delivery charge of new products for which the file has none. Default: it must have one',
    },
  })
  new_delivery_charge?: number;
}

export class ApplyQuery {
  @OneOf(['all', 'good'], {
    optional: true,
    api: {
      default: 'all',
      description:
        'good: of a refused file, the rows without a problem; the others stay in its report',
    },
  })
  rows: 'all' | 'good' = 'all';
}

class CorrectionDto {
  @WholeNumber({ min: 2, max: 999_999_999, api: { description: 'As in the report' } })
  line: number;

  @Text({ max: LIMITS.nameLength, api: { example: 'base_price' } })
  column: string;

  @Text({ max: CORRECTION_LENGTH, min: 0, lineBreaks: true, api: { example: '1499.00' } })
  value: string;
}

export class CorrectionsDto {
  @DtoList(CorrectionDto, LIMITS.importProblems)
  @Field({
    api: { type: [CorrectionDto] },
    rules: [listRule(LIMITS.importProblems, 'corrections')],
  })
  corrections: CorrectionDto[];
}

export class ListedImportDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  file_name: string;

  @OrNull(String)
  supplier: string | null;

  @ApiProperty({
    enum: IMPORT_STATES,
    description:
      'checking: what it would change is being found out. ready: waits to be applied, for a week at most (expired). ' +
      'refused: it has problems, and nothing was stored; its rows without a problem can be applied for a week. failed: the service could not do it, and nothing was stored.',
  })
  state: ImportState;

  @ApiProperty({ type: 'integer', description: 'Rows read so far, while checking or applying' })
  rows_done: number;

  @OrNull('integer', 'null: not counted yet')
  rows: number | null;

  @OrNull('integer')
  created: number | null;

  @OrNull('integer')
  updated: number | null;

  @OrNull('integer')
  unchanged: number | null;

  @ApiProperty()
  uploaded_by: string;

  @ApiProperty({ format: 'date-time' })
  uploaded_at: string;

  @OrNull(String)
  applied_by: string | null;

  @OrNull('date-time')
  finished_at: string | null;
}

class ChangedColumnDto {
  @ApiProperty({ description: 'A column of catalog files', example: 'base_price' })
  column: string;

  @ApiProperty({ type: 'integer', description: 'Products that it changes in' })
  products: number;
}

class FieldChangeDto {
  @ApiProperty({ example: 'base_price' })
  column: string;

  @OrNull(String, 'null: none')
  before: string | null;

  @OrNull(String, 'null: none')
  after: string | null;
}

class ChangedProductDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty()
  sku: string;

  @ApiProperty({ type: [FieldChangeDto] })
  changes: FieldChangeDto[];
}

export class FileImportDto extends IntersectionType(ListedImportDto, MarkupDto) {
  @OrNull(ImportReportDto, 'What the last run found; null: none has ended')
  report: ImportReportDto | null;

  @ApiProperty({ type: [ChangedColumnDto], description: 'In products that there are already' })
  changed_columns: ChangedColumnDto[];

  @ApiProperty({ description: 'true: rows without a problem are known, and can be applied' })
  has_good_rows: boolean;

  @ShownAmount({ type: [ChangedProductDto], description: 'The first of the products that change' })
  changed_products: ChangedProductDto[];
}

export function toListedImport(row: ListedImport): ListedImportDto {
  const { report } = row;
  return {
    id: row.id,
    file_name: row.fileName,
    supplier: row.supplier,
    state: row.state,
    rows_done: row.rowsDone,
    rows: report?.rows ?? null,
    created: report?.created ?? null,
    updated: report?.updated ?? null,
    unchanged: report?.unchanged ?? null,
    uploaded_by: row.uploadedBy,
    uploaded_at: row.uploadedAt.toISOString(),
    applied_by: row.appliedBy,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

const NO_CHANGES: CatalogChanges = { counts: [], examples: [] };

export function toFileImport(row: CatalogImport): FileImportDto {
  const { counts, examples } = row.report?.changes ?? NO_CHANGES;
  return {
    ...toListedImport(row),
    ...toMarkupDto(row.markup),
    report: row.report && toImportReport(row.report),
    has_good_rows: hasGoodRows(row),
    changed_columns: counts.map(({ column, products }) => ({ column, products })),
    changed_products: examples.map(({ line, sku, changes }) => ({
      line,
      sku,
      changes: changes.map(({ column, before, after }) => ({ column, before, after })),
    })),
  };
}
