import {
  PRODUCT_DETAILS,
  type DetailFields,
  type DetailKind,
  type StoredDetail,
} from '../../../catalog/details/product-details.js';
import {
  columns,
  field,
  flag,
  money,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import type { Column, Table } from '../../../platform/table-export/table.js';
import { shownPicture, shownPictures } from '../../../catalog/photos/photo-address.js';
import type { ProductRecord } from '../../../catalog/product-record.js';
import { variationKeys } from '../../../catalog/variations/variation-keys.js';
import { offeredTexts, type Variation } from '../../../catalog/variations/variations.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { formulaProblem } from '../../../platform/table-file/cell.js';
import { hasLostDigits, LOST_DIGITS_TEXT } from '../../../platform/table-file/lost-digits.js';
import {
  columnNames,
  readAmount,
  readPrice,
  withoutEscape,
  type Reading,
} from '../../../platform/csv/cells.js';

/** Optional column with what the wholesaler pays; only some people may import or export it. */
export const COST_COLUMN = 'cost';

const FIELDS = {
  sku: text(),
  name: text(),
  description: text(),
  category: text(),
  base_price: money().orNull(),
  cost: money().orNull(),
  delivery_charge: money(),
  active: [flag(), 'active'],
  images: [text(), ({ images }: ProductRecord) => shownPictures(images).join('\n')],
  variations: [text(), variationsText],
  stock: [
    field<number | string, number | string>({ type: 'integer' }, {}, (stock) => stock),
    stockCell,
  ],
} as const;
export type CatalogColumn = keyof typeof FIELDS | keyof DetailFields;

/** The columns of a catalog file, in the order of an export; one {@link priceColumn} per plan follows. */
const COLUMNS = [...columns<ExportedProduct>()(FIELDS), ...PRODUCT_DETAILS.map(detailColumn)];
const CATALOG_COLUMNS = COLUMNS.map(({ name }) => name as CatalogColumn);

/** Columns that new products need; the cell of `base_price` may be empty. */
export const COLUMNS_OF_NEW_PRODUCTS = ['name', 'base_price', 'delivery_charge'] as const;

/** Optional column with the row of another file that a row was made from. Reports name that row. */
export const ROW_COLUMN = 'row';

/** Optional column with the reason why a row was not applied; it is ignored. */
export const PROBLEM_COLUMN = 'problem';

/** Positions of the columns of a file. */
export interface Header {
  width: number;
  /** Position of {@link ROW_COLUMN}; null: the file does not have it. */
  rowPosition: number | null;
  /** Positions of the columns that the file has. */
  columns: ReadonlyMap<CatalogColumn, number>;
  prices: readonly { column: string; planId: number; position: number }[];
}

/** Problem of a cell; if the column is null, of the row. */
export interface CellProblem {
  column: string | null;
  problem: string;
}

/** Units on hand that a cell sets, in the terms of the Admin API. */
type StockReading =
  | { stock_qty?: number; variation_stocks?: Record<string, number> }
  | { problem: string };

export interface PricedPlan {
  id: number;
  code: string;
}

/** Names the column of a plan's own prices. */
function priceColumn(planCode: string): string {
  return `price:${planCode}`;
}

/** Returns true if a text is the name of a column, with any plan. */
export function isColumn(text: string): boolean {
  return CATALOG_COLUMNS.some((name) => name === text) || text.startsWith(priceColumn(''));
}

/** Reads the first row. The header is null without the column `sku`, which identifies the product of a row. */
export function readHeader(
  cells: readonly string[],
  plans: readonly PricedPlan[],
): { header: Header | null; problems: CellProblem[] } {
  const columns = new Map<CatalogColumn, number>();
  const prices: Header['prices'][number][] = [];
  const problems: CellProblem[] = [];
  const planIds = new Map(plans.map(({ id, code }) => [priceColumn(code), id]));
  const seen = new Set<string>();
  let rowPosition: number | null = null;
  const names = columnNames(cells);
  for (const [position, column] of names.entries()) {
    const known = CATALOG_COLUMNS.find((name) => name === column);
    const planId = planIds.get(column);
    if (seen.has(column)) problems.push({ column, problem: 'is there more than once' });
    else if (column === ROW_COLUMN) rowPosition = position;
    else if (column === PROBLEM_COLUMN) continue;
    else if (known !== undefined) columns.set(known, position);
    else if (planId !== undefined) prices.push({ column, planId, position });
    else problems.push({ column, problem: unknownColumn(column) });
    seen.add(column);
  }
  if (columns.has('sku')) {
    return { header: { width: names.length, rowPosition, columns, prices }, problems };
  }
  const problem = 'is missing: the first row has to name the columns, and one of them is sku';
  return { header: null, problems: [...problems, { column: 'sku', problem }] };
}

/** Lists the problems of a header that keep a markup from making prices from costs. */
export function markupProblems({ columns }: Header): CellProblem[] {
  const problems: CellProblem[] = [];
  if (!columns.has(COST_COLUMN)) {
    const problem = 'is missing: a markup makes the prices from this column';
    problems.push({ column: COST_COLUMN, problem });
  }
  if (columns.has('base_price')) {
    const problem = `cannot be there with a markup, which makes the prices from the column ${COST_COLUMN}`;
    problems.push({ column: 'base_price', problem });
  }
  return problems;
}

function unknownColumn(column: string): string {
  return column.startsWith(priceColumn(''))
    ? 'names a plan that does not exist'
    : `is not a column of the catalog: the columns are ${CATALOG_COLUMNS.join(', ')}, ${priceColumn('<plan code>')} and ${ROW_COLUMN}`;
}

const DETAIL_READERS: Record<DetailKind, (text: string) => Reading> = {
  text: (text) => ({ value: text }),
  code: readNumber,
  weight: (text) => ({ value: text.trim() === '' ? null : quantityOf(text) }),
  percent: readPrice,
  money: readPrice,
  // A code holds no =, and a name of a variation hardly =http:, so that there is one way to read a line.
  codes: (text) => readTexts(text, /^(.+)=([^=]*)$/s, 'Size:M=APR-M'),
  images: (text) => readTexts(text, /^(.+?)=(https?:.*)$/s, 'Size:M=https://…'),
};

const READERS: Record<Exclude<CatalogColumn, 'stock'>, (text: string) => Reading> = {
  sku: readNumber,
  name: (text) => ({ value: text }),
  description: (text) => ({ value: text }),
  category: (text) => ({ value: text }),
  base_price: readPrice,
  cost: readPrice,
  delivery_charge: (text) => (text.trim() === '' ? { value: '' } : readAmount(text)),
  active: (text) => ({ value: FLAGS.get(text.trim().toLowerCase()) ?? text }),
  images: (text) => ({ value: linesOf(text, LIMITS.images) }),
  variations: readVariations,
  ...detailColumns(({ kind }) => DETAIL_READERS[kind]),
};

/** Reads a text that is often a number, which spreadsheets shorten. */
function readNumber(text: string): Reading {
  return hasLostDigits(text) ? { problem: LOST_DIGITS_TEXT } : { value: text };
}

const PAIRS_MAX = LIMITS.variationNames * LIMITS.variationValues;

/** Compared in lower case, because spreadsheets write them in capitals. */
const FLAGS = new Map([
  ['true', true],
  ['false', false],
]);

/** Reads a cell; for `stock` see {@link readStock}, for a plan's price {@link readPrice}. */
export function readCell(column: Exclude<CatalogColumn, 'stock'>, cell: string): Reading {
  const problem = formulaProblem(cell);
  if (problem !== null) return { problem };
  return READERS[column](withoutEscape(cell));
}

/** Reads variations such as `Size:M|Size:L|Colour:Red`: the values by name, both in the order of the text. */
function readVariations(cell: string): Reading {
  if (cell.trim() === '') return { value: [] };
  const variations = new Map<string, Variation>();
  for (const pair of cell.split('|', PAIRS_MAX + 1)) {
    const colon = pair.indexOf(':');
    if (colon < 0)
      return { problem: 'must be pairs joined with |, such as Size:M|Size:L|Colour:Red' };
    const name = pair.slice(0, colon).trim();
    const variation = variations.get(name) ?? { name, values: [] };
    variation.values.push(pair.slice(colon + 1).trim());
    variations.set(name, variation);
  }
  return { value: [...variations.values()] };
}

/** Reads a stock cell: a number, or with variations one `key=quantity` per line. An empty cell sets nothing. */
export function readStock(
  cell: string,
  { hasVariations }: { hasVariations: boolean },
): StockReading {
  const text = withoutEscape(cell).trim();
  if (text === '') return {};
  if (!hasVariations) return { stock_qty: quantityOf(text) };
  const quantities = new Map<string, number>();
  for (const line of linesOf(text, LIMITS.variationCombinations)) {
    const sign = line.lastIndexOf('=');
    const key = line.slice(0, Math.max(sign, 0)).trim();
    if (!key.includes(':'))
      return { problem: 'must have one key=quantity per line, such as Size:M=12' };
    if (quantities.has(key)) return { problem: `names ${key} more than once` };
    quantities.set(key, quantityOf(line.slice(sign + 1)));
  }
  return { variation_stocks: Object.fromEntries(quantities) };
}

/** Reads texts by variation key, one `key=text` per line. */
function readTexts(cell: string, line: RegExp, example: string): Reading {
  const texts = new Map<string, string>();
  for (const written of linesOf(cell, LIMITS.variationCombinations)) {
    const [, key, text = ''] = line.exec(written) ?? [];
    if (key === undefined) return { problem: `must have one ${example} per line` };
    if (texts.has(key.trim())) return { problem: `names ${key.trim()} more than once` };
    texts.set(key.trim(), text);
  }
  return { value: Object.fromEntries(texts) };
}

/** Reads a number, or NaN for a text that is not a number; no rule accepts NaN. */
function quantityOf(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN;
}

/** Reads the non-blank lines, at most one more than allowed, which is enough for the rules to refuse them. */
function linesOf(text: string, max: number): string[] {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() !== '') lines.push(line.trim());
    if (lines.length > max) break;
  }
  return lines;
}

/** A product of an export; the cost is null if it is not known. */
export type ExportedProduct = ProductRecord & { costMinor: number | null };

/** Writes products as a table that the import reads. */
export function catalogTable(
  pages: Table<ExportedProduct>['pages'],
  plans: readonly PricedPlan[],
  { hasCosts }: { hasCosts: boolean },
): Table<ExportedProduct> {
  const prices = plans.map(({ code }) => ({
    name: priceColumn(code),
    kind: 'amount' as const,
    cell: ({ planPricesMinor }: ExportedProduct) =>
      Object.hasOwn(planPricesMinor, code) ? planPricesMinor[code] : null,
  }));
  const columns = [...COLUMNS.filter(({ name }) => hasCosts || name !== COST_COLUMN), ...prices];
  return { pages, columns, isImported: true };
}

function detailColumns<Value>(
  valueOf: (detail: (typeof PRODUCT_DETAILS)[number]) => Value,
): Record<keyof DetailFields, Value> {
  const columns = PRODUCT_DETAILS.map((detail) => [detail.name, valueOf(detail)] as const);
  return Object.fromEntries(columns) as Record<keyof DetailFields, Value>;
}

function detailColumn({
  name,
  kind,
  property,
}: (typeof PRODUCT_DETAILS)[number]): Column<ExportedProduct> {
  const stored = (product: ProductRecord): StoredDetail => product[property];
  switch (kind) {
    case 'weight':
      return { name, kind: 'count', cell: (product) => numberOf(stored(product)) };
    case 'percent':
    case 'money':
      return { name, kind: 'amount', cell: (product) => numberOf(stored(product)) };
    default:
      return { name, kind: 'text', cell: (product) => detailText(kind, stored(product), product) };
  }
}

function numberOf(stored: StoredDetail): number | null {
  return stored === null ? null : Number(stored);
}

function detailText(kind: DetailKind, stored: StoredDetail, { variations }: ProductRecord): string {
  if (typeof stored !== 'object' || stored === null) return String(stored ?? '');
  return Object.entries(offeredTexts(stored, variations) ?? {})
    .map(([key, value]) => `${key}=${kind === 'images' ? shownPicture(value) : value}`)
    .join('\n');
}

function variationsText({ variations }: ProductRecord): string {
  return variations
    .flatMap(({ name, values }) => values.map((value) => `${name}:${value}`))
    .join('|');
}

function stockCell({ variations, levels }: ProductRecord): number | string {
  const onHand = new Map(levels.map((level) => [level.variationKey, level.onHand]));
  if (variations.length === 0) return onHand.get('') ?? 0;
  return variationKeys(variations)
    .map((key) => `${key}=${onHand.get(key) ?? 0}`)
    .join('\n');
}
