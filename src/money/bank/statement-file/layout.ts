import { textOf, type Cell } from '../../../platform/table-file/cell.js';
import {
  chooseFields,
  fieldNamed,
  normalized,
  repeatedField,
  type MappedColumn,
  type RememberedColumn,
} from '../../../platform/table-file/columns.js';
import { columnsOf, findHeader, type SourceColumn } from '../../../platform/table-file/header.js';
import { UnreadableFile } from '../../../platform/table-file/limits.js';
import { readAmount } from './amounts.js';
import { STATEMENT_FIELDS, type StatementField } from './fields.js';
import { PRESETS, type PresetForm, type PresetName, type StatementColumn } from './presets.js';
import type { Columns } from './row.js';
import type { ColumnMapping } from './types.js';

/** Banks print the account's address and period above the names of the columns. */
const ROWS_ABOVE_HEADER = 50;

/** A mapping of columns, or a known bank; undefined: recognized from the file. */
export type GivenMapping = ColumnMapping | PresetName | undefined;

/** The columns of a file and what they mean. */
export interface Layout {
  /** The position of the row that names the columns. */
  header: number;
  sources: readonly SourceColumn[];
  mapping: ColumnMapping;
}

type Rows = readonly (readonly Cell[])[];

/**
 * Finds the row that names the columns, and what the columns mean. The meaning is the given one, else that of a known bank's
 * format, else follows from each column's name.
 *
 * @throws UnreadableFile (no row names the given columns)
 */
export function findLayout(rows: Rows, given: GivenMapping): Layout {
  if (typeof given === 'object') return rememberedLayout(rows, given);
  const preset = presetLayout(rows, given);
  if (preset !== null) return preset;
  if (given !== undefined) {
    throw new UnreadableFile(`No row names the columns of a statement of ${PRESETS[given].label}.`);
  }
  const header = findHeader(rows, (name) => fieldNamed(name, STATEMENT_FIELDS) !== undefined);
  const sources = columnsOf(rows, header);
  const columns = byNames(sources);
  mustHaveBothSides(rows.slice(header + 1), sources, columns);
  return { header, sources, mapping: { preset: null, columns } };
}

/**
 * Throws where the money of one direction has a column, and a column that is not known has amounts in the other rows: that is
 * the money of the other direction.
 *
 * @throws UnreadableFile
 */
function mustHaveBothSides(
  rows: Rows,
  sources: readonly SourceColumn[],
  columns: readonly RememberedColumn[],
): void {
  const at = (name: StatementColumn): number => columns.findIndex(({ column }) => column === name);
  const [out, into] = [at('debit'), at('credit')];
  if (at('amount') >= 0 || out < 0 === into < 0) return;
  const hasAmount = (row: readonly Cell[], index: number): boolean => {
    const reading = readAmount(row[sources[index]!.position]);
    return reading !== null && 'minor' in reading && reading.minor !== 0;
  };
  const known = Math.max(out, into);
  const other = columns.findIndex(
    ({ column }, index) =>
      column === null &&
      rows.some((row) => hasAmount(row, index)) &&
      rows.every((row) => !hasAmount(row, index) || !hasAmount(row, known)),
  );
  if (other < 0) return;
  throw new UnreadableFile(
    `“${columns[other]!.header}” may be the money ${out < 0 ? 'out' : 'in'}: choose the columns.`,
  );
}

/** Finds the columns that have a meaning. @throws UnreadableFile (needed columns are missing, or there are two of one) */
export function statementColumns({ sources, mapping }: Layout): Columns {
  const columns = mappedBy(sources, mapping.columns);
  const problem = mappingProblem(columns);
  if (problem !== null) throw new UnreadableFile(problem);
  return new Map(columns.map(({ field, ...source }) => [field.column, source]));
}

/** Says why a statement cannot be read with the chosen columns, or null if it can. */
export function mappingProblem(columns: readonly MappedColumn<StatementField>[]): string | null {
  const has = (...names: StatementColumn[]): boolean =>
    columns.some(({ field }) => names.includes(field.column));
  if (!has('date', 'value_date')) return `No column has the date. ${EXPECTED}`;
  if (!has('debit', 'credit', 'amount')) return `No column has amounts. ${EXPECTED}`;
  return repeatedField(columns);
}

const EXPECTED =
  'A statement needs a row with the names of its columns: a date, and the money in and out.';

function mappedBy(
  sources: readonly SourceColumn[],
  columns: readonly RememberedColumn[],
): MappedColumn<StatementField>[] {
  const columnOf = new Map(columns.map(({ header, column }) => [header, column]));
  return sources.flatMap((source) => {
    const field = STATEMENT_FIELDS.find(({ column }) => column === columnOf.get(source.name));
    return field === undefined ? [] : [{ ...source, field }];
  });
}

/** Finds the row that names the columns that a person has chosen. @throws UnreadableFile (no row does) */
export function chosenLayout(rows: Rows, chosen: readonly RememberedColumn[]): Layout {
  const { header, sources } = headerOf(rows, chosen);
  const columnOf = new Map(chosen.map(({ header: name, column }) => [name, column]));
  const columns = sources.map(({ name }) => ({ header: name, column: columnOf.get(name) ?? null }));
  return { header, sources, mapping: { preset: null, columns } };
}

function rememberedLayout(rows: Rows, mapping: ColumnMapping): Layout {
  const { header, sources } = headerOf(rows, mapping.columns);
  const columns = [...mapping.columns, ...newBalances(sources, mapping)];
  return { header, sources, mapping: { ...mapping, columns } };
}

function headerOf(
  rows: Rows,
  columns: readonly RememberedColumn[],
): Pick<Layout, 'header' | 'sources'> {
  const names = columns.filter(({ column }) => column !== null);
  const header = headers(rows).find((row) => {
    const found = new Set(columnsOf(rows.slice(row, row + 1), 0).map(({ name }) => name));
    return names.every((one) => found.has(one.header));
  });
  if (header === undefined || names.length === 0) {
    const list = names.map((one) => `“${one.header}”`).join(', ');
    throw new UnreadableFile(`No row names the columns ${list}. Choose the columns again.`);
  }
  return { header, sources: columnsOf(rows, header) };
}

/** Finds a column with balances that the remembered file did not have: without balances a statement proves nothing. */
function newBalances(
  sources: readonly SourceColumn[],
  { columns }: ColumnMapping,
): RememberedColumn[] {
  if (columns.some(({ column }) => column === 'balance')) return [];
  const known = new Set(columns.map(({ header }) => header));
  const isNew = ({ header, column }: RememberedColumn): boolean =>
    column === 'balance' && !known.has(header);
  return byNames(sources).filter(isNew).slice(0, 1);
}

/** Finds the layout of the known bank that shares the most columns with a row. */
function presetLayout(rows: Rows, only: PresetName | undefined): Layout | null {
  const candidates = headers(rows).flatMap((header) => {
    const sources = columnsOf(rows.slice(header, header + 1), 0);
    const names = new Set(sources.map(({ name }) => normalized(name)));
    return formsOf(only)
      .filter(({ form }) => Object.values(form).every((name) => names.has(normalized(name))))
      .map(({ preset, form }) => ({ header, preset, form, size: Object.keys(form).length }));
  });
  const [best] = candidates.sort((one, other) => other.size - one.size);
  if (best === undefined) return null;
  const { header, preset, form } = best;
  const sources = columnsOf(rows, header);
  return { header, sources, mapping: { preset, columns: byForm(sources, form) } };
}

function headers(rows: Rows): number[] {
  return rows
    .slice(0, ROWS_ABOVE_HEADER)
    .flatMap((row, index) => (row.some((cell) => textOf(cell) !== '') ? [index] : []));
}

function formsOf(only: PresetName | undefined): { preset: PresetName; form: PresetForm }[] {
  const names = (Object.keys(PRESETS) as PresetName[]).filter((name) => (only ?? name) === name);
  return names.flatMap((preset) => PRESETS[preset].forms.map((form) => ({ preset, form })));
}

function byForm(sources: readonly SourceColumn[], form: PresetForm): RememberedColumn[] {
  const columnOf = new Map(
    Object.entries(form).map(([column, header]) => [normalized(header), column]),
  );
  return sources.map(({ name }) => ({
    header: name,
    column: columnOf.get(normalized(name)) ?? null,
  }));
}

function byNames(sources: readonly SourceColumn[]): RememberedColumn[] {
  const choices = chooseFields(sources, {
    fields: STATEMENT_FIELDS,
    remembered: undefined,
    chosen: new Map(),
  });
  return choices.map(({ name, field }, index) => {
    const isOfBalance = choices[index - 1]?.field?.column === 'balance';
    const column = field?.column ?? null;
    // “Dr / Cr” after the balance shows whether the account is overdrawn.
    return {
      header: name,
      column: column === 'direction' && isOfBalance ? 'balance_direction' : column,
    };
  });
}
