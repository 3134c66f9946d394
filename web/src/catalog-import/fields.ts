import { PRODUCT_DETAILS } from '../../../src/catalog/details/product-details.js';
import { normalized, type ColumnField } from '../../../src/platform/table-file/columns.js';

/** Formats of the cells of a field. */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'code'
  | 'money'
  | 'quantity'
  | 'weight'
  | 'percent'
  | 'flag'
  | 'images'
  | 'raw';

/** A column of catalog files that a column of a supplier's file can fill. */
export interface Field extends ColumnField {
  kind: FieldKind;
}

/** A plan with its own prices. */
export interface NamedPlan {
  code: string;
  name: string;
}

const FIELDS: readonly Field[] = [
  field(
    'sku',
    'SKU',
    'code',
    'sku item code|sku|part no alias|item alias|alias|item sku|item code|product code|article|article no|article number|style code|style no|design no|part no|part number|model no|code|item no|item number|product id',
  ),
  field(
    'name',
    'Name',
    'text',
    'name|product|product name|item|item name|title|particulars|item description|product title|description of goods|name of item|stock item|item details',
  ),
  field(
    'description',
    'Description',
    'lines',
    'description|long description|sales description|item narration|details|product description|remarks',
  ),
  field(
    'category',
    'Category',
    'text',
    'category|group|product group|under|under group|stock group|item group|category name|item category|department|type',
  ),
  field(
    'base_price',
    'Base price',
    'money',
    'base price|price|rate|wholesale price|dealer price|dealer rate|trade price|net price|net rate|unit price|selling price|ws price|w s rate|list price|our price|sales rate|sale rate|sales price|sale price|standard price|ptr|rate a|basic rate|basic price',
  ),
  field(
    'delivery_charge',
    'Delivery charge',
    'money',
    'delivery charge|delivery|shipping|freight|shipping charge|delivery charges',
  ),
  field('active', 'Active', 'flag', 'active|status|available|enabled'),
  field(
    'images',
    'Images',
    'images',
    'image|images|image url|image link|photo|photos|picture|image urls|photo url',
  ),
  field('variations', 'Variations', 'raw', 'variations|variants'),
  field(
    'stock',
    'Stock on hand',
    'quantity',
    'stock|qty|quantity|closing qty|closing balance|closing quantity|opening stock|opening qty|initial stock|stock on hand|available stock|cl stock|stock qty|available qty|on hand|inventory|closing stock|in stock|units',
  ),
  ...PRODUCT_DETAILS.map(({ name, label, kind, headers }) =>
    kind === 'codes' || kind === 'images'
      ? // One line per combination, as in catalog files.
        field(name, `${label} of each variation`, 'raw', [name, ...headers].join('|'))
      : field(name, label, kind, [name, label, ...headers].join('|')),
  ),
];

const COST = field(
  'cost',
  'Cost',
  'money',
  'cost|cost price|cost rate|unit cost|our cost|purchase price|purchase rate|purchase cost|buying price|landing price|landing cost|landed cost',
);

/** Lists every field, including each plan's own price; that of costs only for people who may change them. */
export function fieldsOf(
  plans: readonly NamedPlan[],
  { hasCosts }: { hasCosts: boolean },
): readonly Field[] {
  const prices = plans.map(({ code, name }) =>
    field(
      `price:${code}`,
      `Own price of plan ${name}`,
      'money',
      `price ${code}|${code} price|price ${name}|${name} price|${code}|${name}|${code} rate|${name} rate`,
    ),
  );
  return [...FIELDS, ...(hasCosts ? [COST] : []), ...prices];
}

function field(column: string, label: string, kind: FieldKind, names: string): Field {
  return { column, label, kind, names: names.split('|').map(normalized) };
}
