import { readFile } from 'node:fs/promises';
import { LIMITS } from '../../../platform/config/limits.js';
import { columnNames, surplusProblem, withoutEscape } from '../../../platform/csv/cells.js';
import type { CsvRow } from '../../../platform/csv/csv-reader.js';
import type { FileProblems } from '../../../platform/csv/file-problems.js';
import { readTableRows } from '../../../platform/csv/table-batches.js';
import { groupBy } from '../../../platform/group-by.js';
import { unknownField } from '../../../platform/http/input/unknown-fields.js';
import { readDto } from '../../../platform/http/input/validation.pipe.js';
import { formulaErrors } from '../../../platform/table-file/cell.js';
import { hasLostDigits, LOST_DIGITS_TEXT } from '../../../platform/table-file/lost-digits.js';
import { eachInSlices } from '../../../platform/slices.js';
import { courierKey } from '../couriers.service.js';
import { ShipmentRowDto } from './shipment-import.dto.js';
import type { ShipmentProblem } from './shipment-import-report.js';

const REQUIRED_COLUMNS = ['order_number', 'courier', 'tracking_number'];
const CODE_COLUMNS = ['order_number', 'tracking_number'];
const NUMBER_COLUMNS = ['line', 'quantity'];
const COLUMNS = [...REQUIRED_COLUMNS, 'tracking_url', ...NUMBER_COLUMNS];

export interface ShipmentRow {
  /** Line number in the file. */
  line: number;
  orderNumber: string;
  courier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  /** null: all remaining units of the order. */
  units: { line: number; quantity: number } | null;
}

/** The rows of a shipment: those with the same order, courier and tracking number. */
export interface ShipmentRows {
  first: ShipmentRow;
  rows: readonly ShipmentRow[];
}

export interface ShipmentFile {
  /** Number of rows below the header. */
  rows: number;
  /** True if the header has the required columns, and no unknown ones. */
  isReadable: boolean;
  /** Shipments whose rows are all valid, by order. */
  orders: ReadonlyMap<string, readonly ShipmentRows[]>;
}

/** Reads a file of shipments and adds its problems to `problems`. @throws AppError file_unreadable, rate_limited */
export async function readShipmentFile(
  path: string,
  problems: FileProblems<ShipmentProblem>,
): Promise<ShipmentFile> {
  const rows = await readTableRows(path, LIMITS.shipmentRows);
  const last = rows.at(-1);
  const isShort = last !== undefined && last.cells.length < columnNames(rows[0]!.cells).length;
  const reader = new FileReader(problems, isShort && (await isCutOff(path)) ? last : undefined);
  for await (const row of eachInSlices(rows)) {
    if (!reader.take(row)) break;
  }
  reader.end();
  return reader.result();
}

/** Returns true if a CSV file ends without a line break, for example because it was not copied to its end. */
async function isCutOff(path: string): Promise<boolean> {
  const file = await readFile(path);
  const isWorkbook = file.toString('latin1', 0, 2) === 'PK';
  return !isWorkbook && !/[\r\n]\0?$/.test(file.toString('latin1', Math.max(0, file.length - 2)));
}

class FileReader {
  private rows = 0;
  private isFull = false;
  /** The column of each cell; null: no header yet, or none that can be used. */
  private header: readonly string[] | null = null;
  /** By content: a row that occurs twice in the file counts once. */
  private readonly good = new Map<string, ShipmentRow>();
  /** First line of each shipment with a row that cannot be used, by the key of the shipment. */
  private readonly bad = new Map<string, number>();

  /** @param cutOff row within which the file may end: without its last cells it would ship all that is left */
  constructor(
    private readonly problems: FileProblems<ShipmentProblem>,
    private readonly cutOff: CsvRow | undefined,
  ) {}

  /** Takes a row; returns false to stop reading after the row. */
  take(row: CsvRow): boolean {
    if (this.header === null) return this.takeHeader(row);
    const named = Object.fromEntries(
      this.header.map((name, index) => [name, row.cells[index] ?? '']),
    );
    const [dto, invalid] = readDto(ShipmentRowDto, fieldsOf(named));
    if (this.rows === LIMITS.shipmentRows) {
      this.ignore(row, dto);
      return true;
    }
    this.rows += 1;
    const unreadable =
      row === this.cutOff
        ? `has ${row.cells.length} cells of ${this.header.length}, and the file ends within it: end it with a line break if it is whole`
        : surplusProblem(row.cells, this.header.length);
    const faults =
      unreadable === null
        ? [...formulaErrors(named), ...lostCodes(row, this.header), ...invalid]
        : [{ field: null, message: unreadable }];
    if (faults.length === 0) this.takeGoodRow(toRow(row.line, dto));
    else this.takeBadRow(row.line, dto, faults);
    return true;
  }

  end(): void {
    if (this.rows > 0 || this.bad.size > 0) return;
    if (this.header !== null)
      this.problems.add({ line: 1, problem: 'is the header, but no rows follow' });
    else if (this.problems.list.length === 0)
      this.problems.add({ line: 1, problem: 'is missing: the file is empty' });
  }

  result(): ShipmentFile {
    const shipments = [...groupBy([...this.good.values()], keyOf).entries()].flatMap(
      ([key, rows]) => {
        const problem = problemOfShipment(rows, this.bad.get(key));
        if (problem === null) return [{ first: rows[0]!, rows }];
        for (const { line, orderNumber } of rows) this.problems.add({ line, orderNumber, problem });
        return [];
      },
    );
    const orders = groupBy(shipments, ({ first }) => first.orderNumber);
    return { rows: this.rows, isReadable: this.header !== null, orders };
  }

  private takeHeader({ line, cells }: CsvRow): boolean {
    const names = columnNames(cells);
    let isUsable = true;
    const refuse = (column: string, problem: string): void => {
      this.problems.add({ line, column, problem });
      isUsable = false;
    };
    for (const [index, name] of names.entries()) {
      if (!COLUMNS.includes(name)) refuse(name, unknownField(name.slice(0, 100), COLUMNS).message);
      else if (names.indexOf(name) < index) refuse(name, 'is a duplicate column');
    }
    for (const name of REQUIRED_COLUMNS) if (!names.includes(name)) refuse(name, 'is missing');
    if (isUsable) this.header = names;
    return isUsable;
  }

  private takeGoodRow(row: ShipmentRow): void {
    const key = JSON.stringify([keyOf(row), row.trackingUrl, row.units]);
    if (!this.good.has(key)) this.good.set(key, row);
  }

  private takeBadRow(
    line: number,
    dto: ShipmentRowDto,
    faults: readonly { field: string | null; message: string }[],
  ): void {
    const orderNumber = dto.order_number || null;
    const inFileOrder = faults.toSorted(
      (a, b) => COLUMNS.indexOf(a.field ?? '') - COLUMNS.indexOf(b.field ?? ''),
    );
    for (const { field, message } of inFileOrder) {
      const problem = message.replace(`${field} `, '');
      this.problems.add({ line, column: field, orderNumber, problem });
    }
    this.refuseShipment(line, dto);
  }

  /** Leaves out a row past the limit. */
  private ignore({ line }: CsvRow, dto: ShipmentRowDto): void {
    const problem = `exceeds the limit of ${LIMITS.shipmentRows} rows: this and all later rows were ignored`;
    if (!this.isFull) this.problems.add({ line, problem });
    this.isFull = true;
    this.refuseShipment(line, dto);
  }

  /** Notes that a shipment must not be recorded, because one of its rows is missing. */
  private refuseShipment(line: number, dto: ShipmentRowDto): void {
    const { order_number: orderNumber, courier, tracking_number: trackingNumber } = dto;
    const key = keyOf({ orderNumber, courier, trackingNumber });
    if (!this.bad.has(key)) this.bad.set(key, line);
  }
}

/** Lists the codes of a row that a spreadsheet has changed to dates and the like. Shortened numbers are faults already. */
function lostCodes(
  { lost, cells }: CsvRow,
  header: readonly string[],
): { field: string; message: string }[] {
  return CODE_COLUMNS.flatMap((field) => {
    const position = header.indexOf(field);
    const isLost = lost?.includes(position) === true && !hasLostDigits(cells[position] ?? '');
    return isLost ? [{ field, message: LOST_DIGITS_TEXT }] : [];
  });
}

function keyOf({
  orderNumber,
  courier,
  trackingNumber,
}: Pick<ShipmentRow, 'orderNumber' | 'courier' | 'trackingNumber'>): string {
  return JSON.stringify([orderNumber, courierKey(courier), trackingNumber]);
}

/** Returns the reason why the rows of a shipment cannot be recorded together, or null if they can. */
function problemOfShipment(
  rows: readonly ShipmentRow[],
  badLine: number | undefined,
): string | null {
  const [first] = rows;
  if (badLine !== undefined)
    return `belongs to the shipment of line ${badLine}, which cannot be used`;
  if (rows.some(({ trackingUrl }) => trackingUrl !== first?.trackingUrl)) {
    return 'has rows of the same shipment with different values of tracking_url';
  }
  if (rows.length > 1 && rows.some(({ units }) => units === null)) {
    return 'has several rows of the same shipment: each of them needs line and quantity';
  }
  return null;
}

function fieldsOf(named: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(named).map(([column, text]) => {
      const cell = withoutEscape(text);
      return [column, NUMBER_COLUMNS.includes(column) ? numberOf(cell) : cell];
    }),
  );
}

function numberOf(cell: string): unknown {
  const text = cell.trim();
  if (text === '') return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function toRow(fileLine: number, dto: ShipmentRowDto): ShipmentRow {
  const { line, quantity } = dto;
  return {
    line: fileLine,
    orderNumber: dto.order_number,
    courier: dto.courier,
    trackingNumber: dto.tracking_number,
    trackingUrl: dto.tracking_url ?? null,
    units: line === undefined || quantity === undefined ? null : { line, quantity },
  };
}
