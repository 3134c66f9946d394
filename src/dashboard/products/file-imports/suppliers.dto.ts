import { LIMITS } from '../../../platform/config/limits.js';
import {
  responseDto,
  integer,
  money,
  parts,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { DtoList, listRule } from '../../../platform/http/input/dto-list.js';
import { Amount, Field, Name, OneOf, Text, textRule } from '../../../platform/http/input/fields.js';
import { toMinorUnits } from '../../../platform/money.js';
import { MARKUP_FIELDS, MarkupInputDto, toMarkup } from '../costs/markup.dto.js';
import { AMOUNT_MAX } from '../products.admin.dto.js';
import { isColumn } from '../import-export/catalog-csv.js';
import {
  DUPLICATE_RULES,
  type DuplicateRule,
  type Supplier,
  type SupplierColumn,
} from './supplier.entity.js';
import type { SupplierData } from './suppliers.service.js';

class SupplierColumnDto {
  @Text({
    max: LIMITS.columnNameLength,
    api: { example: 'Dealer Rate', description: 'As the file names it' },
  })
  header: string;

  @Text({
    max: LIMITS.columnNameLength,
    optional: true,
    api: {
      example: 'base_price',
      description: 'A column of catalog files; null: ignored on purpose',
    },
    rules: [
      textRule(
        'unknown_value',
        'must be a column of catalog files, such as base_price or price:silver',
        isColumn,
      ),
    ],
  })
  column?: string | null;
}

export class SaveSupplierDto extends MarkupInputDto {
  @Name({ max: LIMITS.nameLength, api: { example: 'Surat Textiles' } })
  name: string;

  @DtoList(SupplierColumnDto, LIMITS.supplierColumns)
  @Field({
    api: { type: [SupplierColumnDto], minItems: 1, maxItems: LIMITS.supplierColumns },
    rules: [listRule(LIMITS.supplierColumns, 'columns')],
  })
  columns: SupplierColumnDto[];

  @OneOf(DUPLICATE_RULES, {
    api: { description: 'Which of several rows with the same SKU counts; refuse: none may repeat' },
  })
  duplicates: DuplicateRule;

  @Amount({
    min: 0,
    max: AMOUNT_MAX,
    optional: true,
    api: { nullable: true, description: 'Delivery charge of new products; null: the file has it' },
  })
  new_delivery_charge?: number | null;
}

class StoredColumnDto extends responseDto<SupplierColumn>()({
  header: text(),
  column: text('null: ignored on purpose').orNull(),
}) {}

export class SupplierDto extends responseDto<Supplier>()({
  ...MARKUP_FIELDS,
  id: integer(),
  name: text(),
  columns: parts(StoredColumnDto),
  duplicates: word(DUPLICATE_RULES),
  new_delivery_charge: [money().orNull().guarded(), 'newDeliveryMinor'],
  changed_by: text('Who saved it last'),
  changed_at: time(),
}) {}

export function toSupplierData(dto: SaveSupplierDto): SupplierData {
  const { name, columns, duplicates, new_delivery_charge: delivery } = dto;
  return {
    name,
    columns: columns.map(({ header, column }) => ({ header, column: column ?? null })),
    duplicates,
    newDeliveryMinor: delivery == null ? null : toMinorUnits(delivery),
    markup: toMarkup(dto),
  };
}
