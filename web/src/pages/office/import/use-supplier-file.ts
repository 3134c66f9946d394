import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SupplierDto } from '../../../api/generated/admin-types';
import { listSuppliersOptions } from '../../../api/generated/admin';
import {
  convert,
  signOf,
  type Converted,
  type DuplicateRule,
} from '../../../catalog-import/convert';
import { fieldsOf, type Field } from '../../../catalog-import/fields';
import { columnsOf, findHeader } from '../../../../../src/platform/table-file/header.js';
import { mappingProblem, recognizeSupplier } from '../../../catalog-import/mapping';
import {
  chooseFields,
  fieldNamed,
  mappedColumns,
  type ColumnChoice,
} from '../../../../../src/platform/table-file/columns.js';
import type { DecimalSign } from '../../../../../src/platform/table-file/numbers.js';
import type { ReadSettings, Table } from '../../../../../src/platform/table-file/read-table.js';
import type { Rounding } from '../../../../../src/dashboard/products/costs/markup.js';
import { useMay } from '../../../frame/session';
import { usePlans } from '../plans';
import { readInWorker } from '../../../table-file/read-in-worker';

/** Number of suppliers among which the supplier of a file is searched. */
const SUPPLIERS_MAX = 500;

/** Settings chosen by the person; those that are undefined are recognized or remembered. */
export interface Choices {
  header?: number | undefined;
  sign?: DecimalSign | undefined;
  supplier?: string | undefined;
  duplicates?: DuplicateRule | undefined;
  delivery?: string | undefined;
  /** Markup on costs. */
  percent?: string | undefined;
  rounding?: Rounding | undefined;
  /** Column of catalog files by the name of the file's column; empty: ignored. */
  fields: ReadonlyMap<string, string>;
}

const NO_CHOICES: Choices = { fields: new Map() };

/** A file that was read, with the recognized settings and those that the person chose. */
export interface SupplierFile {
  table: Table;
  header: number;
  sign: DecimalSign | null;
  fields: readonly Field[];
  columns: readonly ColumnChoice<Field>[];
  /** The supplier whose earlier files were like this one. */
  supplier: SupplierDto | undefined;
  supplierName: string;
  duplicates: DuplicateRule;
  delivery: string;
  percent: string;
  rounding: Rounding;
  /** Reason why the file cannot be converted; null: it was converted. */
  problem: string | null;
  converted: Converted | null;
}

/** The steps from a chosen file to the catalog file made from it. */
interface SupplierFileState {
  /** null: no file is chosen. */
  file: File | null;
  /** Reason why the file could not be read. */
  error: Error | null;
  isReading: boolean;
  /** undefined: no file was read yet. */
  content: SupplierFile | undefined;
  suppliers: readonly SupplierDto[];
  choose: (file: File) => void;
  /** Reads the same file in another way. */
  readAs: (change: ReadSettings) => void;
  set: (change: Partial<Choices>) => void;
}

/** Reads the file that the person chooses, and converts it as they decide. */
export function useSupplierFile(): SupplierFileState {
  const [file, setFile] = useState<File | null>(null);
  const [settings, setSettings] = useState<ReadSettings>({});
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const reading = useMutation({
    mutationFn: (request: { file: File; settings: ReadSettings }) =>
      readInWorker(request.file, request.settings),
  });
  const suppliers = useQuery(listSuppliersOptions({ query: { limit: SUPPLIERS_MAX } }));
  const known = suppliers.data?.data ?? NO_SUPPLIERS;
  const plans = usePlans();
  const hasCosts = useMay('costs:write');
  const table = reading.data;
  const content = useMemo(
    () =>
      table &&
      understand(table, choices, { suppliers: known, fields: fieldsOf(plans, { hasCosts }) }),
    [table, choices, known, plans, hasCosts],
  );
  const read = (chosen: File, next: ReadSettings): void => {
    setSettings(next);
    reading.mutate({ file: chosen, settings: next });
  };
  return {
    file,
    error: reading.error,
    isReading: reading.isPending,
    content,
    suppliers: known,
    choose: (chosen) => {
      setFile(chosen);
      setChoices(NO_CHOICES);
      read(chosen, {});
    },
    readAs: (change) => {
      if (file !== null) read(file, { ...settings, ...change });
    },
    set: (change) => setChoices((now) => ({ ...now, ...change })),
  };
}

function textOf(remembered: number | null | undefined): string {
  return remembered == null ? '' : String(remembered);
}

const NO_SUPPLIERS: readonly SupplierDto[] = [];

function understand(
  table: Table,
  choices: Choices,
  { suppliers, fields }: { suppliers: readonly SupplierDto[]; fields: readonly Field[] },
): SupplierFile {
  const { rows } = table;
  const knownNames = new Set(
    suppliers.flatMap(({ columns }) => columns.map(({ header }) => header)),
  );
  const isKnown = (name: string): boolean =>
    knownNames.has(name) || fieldNamed(name, fields) !== undefined;
  const header = choices.header ?? findHeader(rows, isKnown);
  const sources = columnsOf(rows, header);
  const supplier =
    choices.supplier === undefined
      ? recognizeSupplier(sources, suppliers)
      : suppliers.find(({ name }) => name === choices.supplier?.trim());
  const columns = chooseFields(sources, {
    fields,
    remembered: supplier?.columns,
    chosen: choices.fields,
  });
  const mapped = mappedColumns(columns);
  const problem = mappingProblem(mapped);
  const cells = rows.slice(header + 1).map((row) => ({ cells: row }));
  const sign = choices.sign ?? signOf(cells, mapped);
  const duplicates = choices.duplicates ?? supplier?.duplicates ?? 'refuse';
  const remembered = supplier?.new_delivery_charge;
  return {
    table,
    header,
    sign,
    fields,
    columns,
    supplier,
    supplierName: choices.supplier ?? supplier?.name ?? '',
    duplicates,
    delivery: choices.delivery ?? textOf(remembered),
    percent: choices.percent ?? textOf(supplier?.markup_percent),
    rounding: choices.rounding ?? supplier?.rounding ?? 'exact',
    problem,
    converted:
      problem === null ? convert({ rows, header, columns: mapped, duplicates, sign }) : null,
  };
}
