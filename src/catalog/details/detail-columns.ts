import { Check, Column, type ColumnOptions } from 'typeorm';
import { decoratedClass } from './decorated-class.js';
import {
  DETAIL_RANGES,
  IN_HUNDREDTHS,
  PRODUCT_DETAILS,
  type DetailKind,
  type ProductDetails,
} from './product-details.js';

const TYPES = {
  text: 'varchar',
  code: 'varchar',
  weight: 'integer',
  percent: 'integer',
  money: 'bigint',
  codes: 'jsonb',
  images: 'jsonb',
} as const satisfies Record<DetailKind, string>;

/** The columns of all details. The entity of products inherits them. */
export const DetailColumns = decoratedClass<ProductDetails>(
  PRODUCT_DETAILS.map((row) => {
    const { property, column, kind } = row;
    const options: ColumnOptions = { type: TYPES[kind], name: column, nullable: true };
    if ('maxLength' in row && row.section !== 'variations') options.length = row.maxLength;
    return [property, Column(options)];
  }),
);

for (const row of PRODUCT_DETAILS) {
  if (!('constraint' in row)) continue;
  if (row.section === 'variations') {
    Check(row.constraint, `jsonb_typeof(${row.column}) = 'object'`)(DetailColumns);
    continue;
  }
  const { min, max } = DETAIL_RANGES[row.kind];
  const scale = IN_HUNDREDTHS[row.kind] ? 100 : 1;
  Check(row.constraint, `${row.column} BETWEEN ${min * scale} AND ${max * scale}`)(DetailColumns);
}
