import { fieldNamed, type Field } from './fields.js';
import type { SourceColumn } from './header.js';
import type { MappedColumn } from './convert.js';

/** Settings remembered for the files of a supplier. */
export interface KnownSupplier {
  name: string;
  columns: readonly { header: string; column: string | null }[];
}

/** Column of the file and the product field it is mapped to. */
export interface ColumnChoice extends SourceColumn {
  /** undefined: it is ignored. */
  field: Field | undefined;
  /** True if earlier files of the supplier did not have it. */
  isNew: boolean;
}

/** Least share of the remembered columns that a file must contain. */
const SHARE_MIN = 0.6;

/** Returns the supplier whose earlier files share most columns with a file, or undefined if no known supplier matches. */
export function recognizeSupplier<S extends KnownSupplier>(
  columns: readonly SourceColumn[],
  suppliers: readonly S[],
): S | undefined {
  const names = new Set(columns.map(({ name }) => name));
  const scored = suppliers
    .map((supplier) => {
      const found = supplier.columns.filter(({ header }) => names.has(header));
      const hasSku = found.some(({ column }) => column === 'sku');
      const share = found.length / Math.max(supplier.columns.length, names.size);
      return { supplier, share: hasSku ? share : 0 };
    })
    .filter(({ share }) => share >= SHARE_MIN);
  return scored.sort((one, other) => other.share - one.share)[0]?.supplier;
}

/** Returns the field of each column: as the person chose it, else as before for this supplier, else by its name. */
export function chooseFields(
  columns: readonly SourceColumn[],
  {
    fields,
    supplier,
    chosen,
  }: {
    fields: readonly Field[];
    supplier: KnownSupplier | undefined;
    chosen: ReadonlyMap<string, string>;
  },
): ColumnChoice[] {
  const suggested = new Set<string>();
  return columns.map((column) => {
    const { name } = column;
    const known = supplier?.columns.find(({ header }) => header === name);
    const isNew = supplier !== undefined && known === undefined;
    const choice = chosen.get(name) ?? (known && (known.column ?? ''));
    if (choice !== undefined) {
      return { ...column, field: fields.find((field) => field.column === choice), isNew };
    }
    const field = fieldNamed(name, fields);
    // Two columns may have names of the same field: the first one is meant.
    const isFirst = field !== undefined && !suggested.has(field.column);
    if (isFirst) suggested.add(field.column);
    return { ...column, field: isFirst ? field : undefined, isNew };
  });
}

/** Returns the columns that are not ignored. */
export function mappedColumns(choices: readonly ColumnChoice[]): MappedColumn[] {
  return choices.flatMap(({ position, name, field }) =>
    field === undefined ? [] : [{ position, name, field }],
  );
}

/** Returns the reason why columns cannot be imported as they are chosen; null: they can. */
export function mappingProblem(columns: readonly MappedColumn[]): string | null {
  if (!columns.some(({ field }) => field.column === 'sku')) {
    return 'Choose the column that has the SKU.';
  }
  const twice = columns.find(({ field }, index) =>
    columns.slice(0, index).some((earlier) => earlier.field.column === field.column),
  );
  return twice === undefined ? null : `Two columns are chosen as ${twice.field.label}. Ignore one.`;
}
