import { Type } from 'class-transformer';
import { LIMITS } from '../../../platform/config/limits.js';
import {
  responseDto,
  flag,
  integer,
  money,
  part,
  parts,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import {
  Amount,
  Field,
  OneOf,
  QueryFlag,
  Text,
  WholeNumber,
} from '../../../platform/http/input/fields.js';
import { DtoList, listRule } from '../../../platform/http/input/dto-list.js';
import { MARKUP_FIELDS, MarkupQuery } from '../costs/markup.dto.js';
import { AMOUNT_MAX } from '../products.admin.dto.js';
import { CONFIRM, ImportReportDto } from '../import-export/catalog-import.dto.js';
import {
  DOUBTS,
  type CatalogChanges,
  type FilePrice,
} from '../import-export/catalog-changes.repository.js';
import { hasGoodRows, IMPORT_STATES, type CatalogImport } from './catalog-import.entity.js';
import type { ListedImport } from './file-imports.repository.js';

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
        'Delivery charge of new products without one in the file. Default: the file must have one',
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

  @QueryFlag(CONFIRM)
  confirm?: 'true' | 'false';
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

export class ListedImportDto extends responseDto<ListedImport>()({
  id: integer(),
  file_name: text(),
  supplier: text().orNull(),
  state: word(
    IMPORT_STATES,
    'checking: its changes are being determined. ready: waits to be applied, for a week at most (expired). refused: ' +
      'it has problems, and nothing was stored; its rows without a problem can be applied for a week. failed: the ' +
      'service could not do it, and nothing was stored.',
  ),
  rows_done: integer('Rows read so far, while checking or applying'),
  rows: [integer('null: not counted yet').orNull(), ({ report }) => report?.rows ?? null],
  created: [integer().orNull(), ({ report }) => report?.created ?? null],
  updated: [integer().orNull(), ({ report }) => report?.updated ?? null],
  unchanged: [integer().orNull(), ({ report }) => report?.unchanged ?? null],
  uploaded_by: text(),
  uploaded_at: time(),
  applied_by: text().orNull(),
  finished_at: time().orNull(),
}) {}

class ChangedColumnDto extends responseDto<CatalogChanges['counts'][number]>()({
  column: text({ description: 'A column of catalog files', example: 'base_price' }),
  products: integer('Products that it changes in'),
}) {}

class FieldChangeDto extends responseDto<CatalogChanges['examples'][number]['changes'][number]>()({
  column: text({ example: 'base_price' }),
  before: text('null: none').orNull(),
  after: text('null: none').orNull(),
}) {}

class ChangedProductDto extends responseDto<CatalogChanges['examples'][number]>()({
  line: integer(),
  sku: text(),
  changes: parts(FieldChangeDto),
}) {}

class FilePriceDto extends responseDto<FilePrice>()({
  line: integer(),
  sku: text(),
  base_price: [money(), 'priceMinor'],
}) {}

class DoubtDto extends responseDto<NonNullable<CatalogChanges['doubts']>[number]>()({
  doubt: word(DOUBTS, 'price_below_cost: only of a file with costs'),
  products: integer('New and changed products that it concerns'),
}) {}

export class FileImportDto extends responseDto<CatalogImport>()({
  ...ListedImportDto.fields,
  ...MARKUP_FIELDS,
  report: part(ImportReportDto, 'What the last run found; null: none has ended').orNull(),
  changed_columns: [
    parts(ChangedColumnDto, 'In products that there are already'),
    ({ report }) => report?.changes?.counts ?? [],
  ],
  has_good_rows: [flag('true: rows without a problem are known, and can be applied'), hasGoodRows],
  changed_products: [
    parts(ChangedProductDto, 'The first of the products that change').guarded(),
    ({ report }) => report?.changes?.examples ?? [],
  ],
  new_products: [
    parts(ChangedProductDto, 'The first of the new products, as they are stored').guarded(),
    ({ report }) => report?.changes?.created ?? [],
  ],
  price_range: [
    parts(
      FilePriceDto,
      'The lowest and the highest base price of the file; empty: it has none',
    ).guarded(),
    ({ report }) => report?.changes?.prices ?? [],
  ],
  doubts: [
    parts(DoubtDto, 'What may be wrong, and with how many products'),
    ({ report }) => report?.changes?.doubts ?? [],
  ],
}) {}
