import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount as ShownAmount } from '../../../platform/http/input/amounts.js';
import { DtoList, listRule } from '../../../platform/http/input/dto-list.js';
import { Amount, Field, Name, OneOf, Text, textRule } from '../../../platform/http/input/fields.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import { MarkupDto, MarkupInputDto, toMarkup, toMarkupDto } from '../costs/markup.dto.js';
import { AMOUNT_MAX } from '../products.admin.dto.js';
import { isColumn } from '../import-export/catalog-csv.js';
import { DUPLICATE_RULES, type DuplicateRule, type Supplier } from './supplier.entity.js';
import type { SupplierData } from './suppliers.service.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

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

class StoredColumnDto {
  @ApiProperty()
  header: string;

  @OrNull(String, 'null: ignored on purpose')
  column: string | null;
}

export class SupplierDto extends MarkupDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: [StoredColumnDto] })
  columns: StoredColumnDto[];

  @ApiProperty({ enum: DUPLICATE_RULES })
  duplicates: DuplicateRule;

  @ShownAmount({ type: Number, nullable: true })
  new_delivery_charge: number | null;

  @ApiProperty({ description: 'Who saved it last' })
  changed_by: string;

  @ApiProperty({ format: 'date-time' })
  changed_at: string;
}

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

export function toSupplier(supplier: Supplier, { hasMarkup }: { hasMarkup: boolean }): SupplierDto {
  const { id, name, columns, duplicates, newDeliveryMinor, changedBy, changedAt } = supplier;
  return {
    id,
    name,
    columns,
    duplicates,
    new_delivery_charge: newDeliveryMinor === null ? null : toMajorUnits(newDeliveryMinor),
    ...toMarkupDto(hasMarkup ? supplier.markup : null),
    changed_by: changedBy,
    changed_at: changedAt.toISOString(),
  };
}
