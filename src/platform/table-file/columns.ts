import { distance } from 'fastest-levenshtein';
import type { Cell } from './cell.js';
import { columnsOf, findHeader, type SourceColumn } from './header.js';

/** Meaning that a column of a file can have. */
export interface ColumnField {
  column: string;
  label: string;
  /** Names that files use for such a column, in the form that {@link normalized} returns. */
  names: readonly string[];
}

/** A field of an uploaded file; the first needed one names what a row is about. */
export interface UploadField extends ColumnField {
  isNeeded: boolean;
}

/** Makes a field. @param names further names of its column, divided by | */
export function uploadField(
  column: string,
  label: string,
  names: string,
  isNeeded = false,
): UploadField {
  const all = [column, label, ...names.split('|')].map(normalized);
  return { column, label, isNeeded, names: all.filter((name) => name !== '') };
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

const GUESSED = /^\p{L}[\p{L} ]{6,}$/u;

/** Finds the field that a column's name stands for, or undefined if the name is not known. */
export function fieldNamed<Field extends ColumnField>(
  header: string,
  fields: readonly Field[],
): Field | undefined {
  const name = normalized(header);
  return (
    fields.find((one) => one.column === header || one.names.includes(name)) ??
    // One letter is wrong, as in "Withdrawl". Short names differ from others by one letter.
    (GUESSED.test(name)
      ? fields.find(({ names }) => names.some((known) => distance(known, name) === 1))
      : undefined)
  );
}

/** Finds the columns of each field: those of its very name, else those of its other names. */
export function columnsByField<Field extends ColumnField>(
  columns: readonly SourceColumn[],
  fields: readonly Field[],
): ReadonlyMap<Field, readonly SourceColumn[]> {
  const named = columns.map((column) => ({ column, field: fieldNamed(column.title, fields) }));
  return new Map(
    fields.map((field) => {
      const own = named.filter((each) => each.field === field).map(({ column }) => column);
      const exact = own.filter(({ title }) => normalized(title) === normalized(field.column));
      return [field, exact.length > 0 ? exact : own];
    }),
  );
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
  // If two columns have names of the same field, the first one fills it.
  const suggested = new Map(
    [...columnsByField(columns, fields)].map(([field, [first]]) => [first?.position, field]),
  );
  return columns.map((column) => {
    const { name } = column;
    const known = remembered?.find(({ header }) => header === name);
    const isNew = remembered !== undefined && known === undefined;
    const choice = chosen.get(name) ?? (known && (known.column ?? ''));
    if (choice !== undefined) {
      return { ...column, field: fields.find((field) => field.column === choice), isNew };
    }
    return { ...column, field: suggested.get(column.position), isNew };
  });
}

/** Picks the columns that are not ignored. */
export function mappedColumns<Field extends ColumnField>(
  choices: readonly ColumnChoice<Field>[],
): MappedColumn<Field>[] {
  return choices.flatMap(({ position, name, title, field }) =>
    field === undefined ? [] : [{ position, name, title, field }],
  );
}

/** Writes the error message about a field that two columns fill, or null if there is no such field. */
export function repeatedField(columns: readonly MappedColumn<ColumnField>[]): string | null {
  const twice = columns.find(({ field }, index) =>
    columns.slice(0, index).some((earlier) => earlier.field.column === field.column),
  );
  return twice === undefined ? null : `Two columns are chosen as ${twice.field.label}. Ignore one.`;
}

/** The columns of an uploaded file, and the row that names them. */
export interface UploadColumns<Field extends UploadField> {
  header: number;
  columns: ColumnChoice<Field>[];
  /** Columns that fill no field. */
  unused: readonly string[];
  /** Reason why the file cannot be read by them; null: it can. */
  problem: string | null;
}

/** Finds the columns of an uploaded file by the names of its fields, unless a person chose others. */
export function uploadColumns<Field extends UploadField>(
  rows: readonly (readonly Cell[])[],
  fields: readonly Field[],
  chosen: { header?: number | undefined; fields: ReadonlyMap<string, string> },
): UploadColumns<Field> {
  const header =
    chosen.header ?? findHeader(rows, (name) => fieldNamed(name, fields) !== undefined);
  const sources = columnsOf(rows, header);
  const columns = chooseFields(sources, { fields, remembered: undefined, chosen: chosen.fields });
  const missing = fields.find(
    (field) => field.isNeeded && columns.every((column) => column.field !== field),
  );
  const asked = [...columnsByField(sources, fields)].find(
    ([, found]) => found.length > 1 && found.every(({ name }) => !chosen.fields.has(name)),
  );
  const problem = missing
    ? `No column looks like “${missing.label}”. Choose it.`
    : asked
      ? `Which of the columns ${asked[1].map(({ name }) => `“${name}”`).join(' and ')} is “${asked[0].label}”? Choose it.`
      : repeatedField(mappedColumns(columns));
  const unused = columns.filter(({ field }) => field === undefined).map(({ name }) => name);
  return { header, columns, unused, problem };
}
