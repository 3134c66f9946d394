import { withOwnKeys } from '../../../catalog/details/detail-values.js';
import type { ProductData } from '../../../catalog/product-record.js';
import { asStored } from '../../../catalog/variations/combinations.js';
import type { Variation } from '../../../catalog/variations/variations.js';
import { isLostName, LOST_LETTERS_TEXT } from '../../../platform/table-file/lost-letters.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { AppError, type FieldError } from '../../../platform/http/errors.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import { priceFromCost, type Markup } from '../costs/markup.js';
import { readDto } from '../../../platform/http/input/validation.pipe.js';
import { levelsOf, toStockInput, type StockInputDto } from '../../../stock/stock-input.js';
import { levelKeys } from '../../../stock/stock-key.js';
import { AMOUNT_MAX, BLANK_PRODUCT, toProductChange } from '../products.admin.dto.js';
import { assertRateAllowed, type RatesOfDay } from '../../../tax/rates/rate-rules.js';
import {
  COLUMNS_OF_NEW_PRODUCTS,
  readCell,
  readStock,
  type CatalogColumn,
  type CellProblem,
  type Header,
} from './catalog-csv.js';
import { readPrice } from '../../../platform/csv/cells.js';
import { ImportedProductDto } from './catalog-import.dto.js';
import type { CsvRow } from '../../../platform/csv/csv-reader.js';

/** Existing product that a file names. */
export interface KnownProduct {
  id: number;
  sku: string;
  variations: Variation[];
  gstRateBp: number | null;
  /** Keys of its stock levels, those with most units first; empty if the file has no variations. */
  keptKeys: string[];
}

/** Row without problems: only the fields that the file sets. */
export interface CheckedRow {
  product: {
    line: number;
    productId: number | null;
    /** What the row was read against; null: it does not depend on the variations of a product. */
    knownVariations: Variation[] | null;
  } & Partial<ProductData>;
  prices: { line: number; planId: number; priceMinor: number | null }[];
  /** Empty if the file sets no cost; a cost of null is removed. */
  costs: { line: number; costMinor: number | null }[];
  /** A quantity of null keeps the stock of an existing level; a new one starts with 0. */
  levels: { line: number; variationKey: string; quantity: number | null }[];
}

/** Meaning of empty cells. */
export interface RowRules {
  /** True if an empty cell keeps the stored value instead of removing it. */
  emptyKeeps: boolean;
  /** Delivery charge of new products without one in the file, in minor units; null: the file must have one. */
  newDeliveryMinor: number | null;
  /** Rule that makes base prices from the column of costs; null: the file has its own prices, or leaves them. */
  markup: Markup | null;
  /** Lines that are left out because an earlier run found problems there. */
  skippedLines: ReadonlySet<number>;
}

/** Rules of the Admin API: an empty cell removes the value. */
export const AS_WRITTEN: RowRules = {
  emptyKeeps: false,
  newDeliveryMinor: null,
  markup: null,
  skippedLines: new Set(),
};

/** The rules, with the GST rates of the day of the import. */
export interface RulesOfDay extends RowRules {
  rates: RatesOfDay;
}

/** Validates a row by the rules of the Admin API. `known` is the product with its SKU; null: a new one. */
export function checkRow(
  header: Header,
  { line, cells }: CsvRow,
  known: KnownProduct | null,
  rules: RulesOfDay,
): { row: CheckedRow | null; problems: CellProblem[] } {
  const { fields, stock, problems: unreadable } = readCells(header, cells, { known, rules });
  const [dto, faults] = readDto(ImportedProductDto, { ...fields, ...stock });
  const problems = [
    ...missingColumns(header, known, rules),
    ...(known === null && isLostName(fields.name)
      ? [{ column: 'name', problem: LOST_LETTERS_TEXT }]
      : []),
    ...unreadable,
    ...faults.map((error) => toCellProblem(header, error)),
  ];
  if (problems.length > 0) return { row: null, problems: inFileOrder(header, problems) };
  const given = toProductChange(dto);
  const offered =
    known === null || given.variations === undefined
      ? given.variations
      : asStored(known.variations, given.variations, known.keptKeys);
  try {
    const change = withOwnKeys(given, offered ?? known?.variations ?? []);
    assertRateAllowed(change, known, rules.rates);
    const levels = levelsToSet(offered, known, stock);
    const dependsOnKeys = levels.some(({ variationKey }) => variationKey !== '');
    const row = {
      product: {
        line,
        productId: known?.id ?? null,
        knownVariations: dependsOnKeys ? (known?.variations ?? null) : null,
        ...(known === null && blankProduct(rules)),
        ...change,
        ...(offered !== undefined && { variations: offered }),
      },
      prices: dto.own_prices
        .map(({ wholesale_price: price }, index) => ({
          line,
          planId: header.prices[index]?.planId ?? 0,
          priceMinor: price === null ? null : toMinorUnits(price),
        }))
        .filter(({ priceMinor }) => priceMinor !== null || !rules.emptyKeeps),
      costs: costsToSet(dto.cost, rules).map((costMinor) => ({ line, costMinor })),
      levels: levels.map((level) => ({ line, ...level })),
    };
    return { row, problems };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { row: null, problems: error.fields.map((field) => toCellProblem(header, field)) };
  }
}

interface ReadCells {
  fields: Record<string, unknown>;
  stock: StockInputDto;
  problems: CellProblem[];
}

/** Makes the defaults of a new product, for columns that the file does not have. */
function blankProduct({ newDeliveryMinor }: RowRules): Partial<ProductData> {
  return newDeliveryMinor === null
    ? BLANK_PRODUCT
    : { ...BLANK_PRODUCT, deliveryChargeMinor: newDeliveryMinor };
}

function readCells(
  { columns, prices }: Header,
  cells: readonly string[],
  { known, rules }: { known: KnownProduct | null; rules: RowRules },
): ReadCells {
  const fields: Record<string, unknown> = {};
  const problems: CellProblem[] = [];
  const take = (column: string, reading: { value: unknown } | { problem: string }): unknown => {
    if ('value' in reading) return reading.value;
    problems.push({ column, problem: reading.problem });
    return undefined;
  };
  for (const [column, position] of columns) {
    const cell = cells[position] ?? '';
    if (column === 'stock' || isLeftOut(column, cell, { known, rules })) continue;
    fields[column] = take(column, readCell(column, cell));
  }
  if (rules.markup !== null && 'cost' in fields) {
    fields.base_price = take('cost', pricedAt(fields.cost, rules.markup, rules));
  }
  fields.own_prices = prices.map(({ column, position }) => ({
    wholesale_price: take(column, readPrice(cells[position] ?? '')),
  }));
  const variations = 'variations' in fields ? fields.variations : (known?.variations ?? []);
  const stockCell = cells[columns.get('stock') ?? -1] ?? '';
  // The form of the stock cell depends on the variations, which could not be read.
  if (!Array.isArray(variations)) return { fields, stock: {}, problems };
  const stock = readStock(stockCell, { hasVariations: variations.length > 0 });
  if ('problem' in stock) {
    problems.push({ column: 'stock', problem: stock.problem });
    return { fields, stock: {}, problems };
  }
  return { fields, stock, problems };
}

/** Computes the price that a markup makes from a cost, or the reason why it makes no price. */
function pricedAt(
  cost: unknown,
  markup: Markup,
  { emptyKeeps }: RowRules,
): { value: unknown } | { problem: string } {
  if (cost === null) {
    return emptyKeeps ? { value: null } : { problem: 'must be an amount: it makes the price' };
  }
  // A cost that cannot be one is reported by its own rules.
  if (typeof cost !== 'number' || !(cost > 0 && cost <= AMOUNT_MAX)) return { value: undefined };
  const priceMinor = priceFromCost(toMinorUnits(cost), markup);
  return priceMinor > LIMITS.amountMinor
    ? { problem: `makes a price above ${AMOUNT_MAX}, the highest one` }
    : { value: toMajorUnits(priceMinor) };
}

/** Reads the cost that a row sets, if it sets one. */
function costsToSet(cost: number | null | undefined, { emptyKeeps }: RowRules): (number | null)[] {
  if (cost === undefined || (cost === null && emptyKeeps)) return [];
  return [cost === null ? null : toMinorUnits(cost)];
}

/** Returns true if an empty cell is the same as a missing column. */
function isLeftOut(
  column: CatalogColumn,
  cell: string,
  { known, rules }: { known: KnownProduct | null; rules: RowRules },
): boolean {
  if (!rules.emptyKeeps || cell.trim() !== '') return false;
  if (known !== null || column === 'active') return true;
  return column === 'delivery_charge' && rules.newDeliveryMinor !== null;
}

function missingColumns(
  { columns }: Header,
  known: KnownProduct | null,
  { newDeliveryMinor, markup }: RowRules,
): CellProblem[] {
  if (known !== null) return [];
  const needed = COLUMNS_OF_NEW_PRODUCTS.filter((column) => {
    if (column === 'delivery_charge') return newDeliveryMinor === null;
    return column !== 'base_price' || markup === null;
  });
  return needed
    .filter((column) => !columns.has(column))
    .map((column) => ({
      column,
      problem: 'is missing: there is no product with this SKU yet, and a new one needs this column',
    }));
}

/**
 * Reads the stock levels that a row sets, and those of new combinations. New levels have to be created even if the row has no
 * quantity.
 *
 * @throws AppError validation_failed for an unknown variation key
 */
function levelsToSet(
  offered: readonly Variation[] | undefined,
  known: KnownProduct | null,
  stock: StockInputDto,
): { variationKey: string; quantity: number | null }[] {
  const variations = offered ?? known?.variations ?? [];
  const levels = levelsOf(known?.id ?? 0, variations, toStockInput(stock));
  const quantities = new Map(levels.map((level) => [level.variationKey, level.quantity]));
  const mayBeNew = offered !== undefined || known === null;
  const keys = mayBeNew ? levelKeys(variations) : [...quantities.keys()];
  return keys.map((variationKey) => ({
    variationKey,
    quantity: quantities.get(variationKey) ?? null,
  }));
}

function inFileOrder({ columns, prices }: Header, problems: readonly CellProblem[]): CellProblem[] {
  const positions = new Map<string | null, number>(columns);
  for (const { column, position } of prices) positions.set(column, position);
  const positionOf = ({ column }: CellProblem): number => positions.get(column) ?? -1;
  return problems.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Makes the problem of a column from the problem of the Admin API's field that it fills. */
function toCellProblem({ prices }: Header, { field, message }: FieldError): CellProblem {
  const [first = '', index] = field.split('.');
  const text = message.slice(field.length + 1);
  switch (first) {
    case 'own_prices':
      return { column: prices[Number(index)]?.column ?? null, problem: text };
    case 'stock_qty':
    case 'variation_stocks':
      return { column: 'stock', problem: text };
    default:
      // The message of a nested field says which part of the cell is wrong.
      return { column: first, problem: field === first ? text : message };
  }
}
