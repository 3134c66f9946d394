import type { SourceColumn } from './header.js';

/** Meaning that a column of a file can have. */
export interface ColumnField {
  column: string;
  label: string;
  /** Names that files use for such a column, in the form that {@link normalized} returns. */
  names: readonly string[];
}

/** A file's column and the field that it fills; null: it is ignored. */
export interface RememberedColumn {
  header: string;
  column: string | null;
}

/** Column of the file and the field it is mapped to. */
export interface ColumnChoice<Field extends ColumnField> extends SourceColumn {
  /** undefined: the column is ignored. */
  field: Field | undefined;
  /** True if the remembered files did not have this column. */
  isNew: boolean;
}

/** A column of the file with the field that it fills. */
export interface MappedColumn<Field extends ColumnField> extends SourceColumn {
  field: Field;
}

/** Strips a column's name of case, marks and units in brackets: `Rate (₹)` is `rate`. */
export function normalized(header: string): string {
  return header
    .toLowerCase()
    .replace(/[([{]\s*(?:₹|rs\.?|inr|in rs\.?|pcs|nos)\s*[)\]}]/g, ' ')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

/** Finds the field that a column's name stands for, or undefined if the name is not known. */
export function fieldNamed<Field extends ColumnField>(
  header: string,
  fields: readonly Field[],
): Field | undefined {
  const name = normalized(header);
  return fields.find((one) => one.column === header || one.names.includes(name));
}

/** Picks the field of each column: the chosen one, else the remembered one, else the one of its name. */
export function chooseFields<Field extends ColumnField>(
  columns: readonly SourceColumn[],
  {
    fields,
    remembered,
    chosen,
  }: {
    fields: readonly Field[];
    remembered: readonly RememberedColumn[] | undefined;
    /** Field by the name of the file's column; empty: ignored. */
    chosen: ReadonlyMap<string, string>;
  },
): ColumnChoice<Field>[] {
  const suggested = new Set<string>();
  return columns.map((column) => {
    const { name } = column;
    const known = remembered?.find(({ header }) => header === name);
    const isNew = remembered !== undefined && known === undefined;
    const choice = chosen.get(name) ?? (known && (known.column ?? ''));
    if (choice !== undefined) {
      return { ...column, field: fields.find((field) => field.column === choice), isNew };
    }
    const field = fieldNamed(name, fields);
    // If two columns have names of the same field, the first one fills it.
    const isFirst = field !== undefined && !suggested.has(field.column);
    if (isFirst) suggested.add(field.column);
    return { ...column, field: isFirst ? field : undefined, isNew };
  });
}

/** Picks the columns that are not ignored. */
export function mappedColumns<Field extends ColumnField>(
  choices: readonly ColumnChoice<Field>[],
): MappedColumn<Field>[] {
  return choices.flatMap(({ position, name, field }) =>
    field === undefined ? [] : [{ position, name, field }],
  );
}

/** Writes the error message about a field that two columns fill, or null if there is no such field. */
export function repeatedField(columns: readonly MappedColumn<ColumnField>[]): string | null {
  const twice = columns.find(({ field }, index) =>
    columns.slice(0, index).some((earlier) => earlier.field.column === field.column),
  );
  return twice === undefined ? null : `Two columns are chosen as ${twice.field.label}. Ignore one.`;
}
