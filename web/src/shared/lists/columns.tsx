import type { ReactNode } from 'react';
import { formatCount, formatDay } from '../format';
import { Money } from '../money';
import { StatusOf, type StatusRow } from '../status';
import { RelativeTime, Time } from '../time';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** True for right-aligned numbers. */
  isNumber?: boolean;
  /** True if the column has its own line in the card of a phone. */
  isWide?: boolean;
  /** True if the column is hidden until a person chooses it. */
  isExtra?: boolean;
  /** True for the time by which the list is sorted; its header changes the direction. */
  isSorted?: boolean;
  /** Permission without which the column is left out. */
  permission?: string;
  /**
   * Place in a compact row of a phone: at the end of its first line, or in its second line. The first column begins the row,
   * and others are left out.
   */
  onPhone?: 'end' | 'below';
}

type Options<Row> = Omit<Column<Row>, 'header' | 'cell'>;

/** Names of the fields with such a value. */
type Field<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value ? Name : never;
}[keyof Row];

type Maybe<Value> = Value | null | undefined;

/** Makes a function that makes columns which show values of one kind: fields by their names, or what is read from a row. */
export function columnOf<Value>(show: (value: Value) => ReactNode, isNumber?: true) {
  return <Row,>(
    header: string,
    from: Field<Row, Value> | ((row: Row) => Value),
    options?: Options<Row>,
  ): Column<Row> => ({
    header,
    cell: (row) => show(typeof from === 'function' ? from(row) : (row[from] as Value)),
    isNumber,
    ...options,
  });
}

/** Makes the columns of a table. A value that is not known is "–". */
export const column = {
  cell: <Row,>(header: string, cell: Column<Row>['cell']): Column<Row> => ({ header, cell }),
  /** Makes a column with its own line in the card of a phone. */
  wide: <Row,>(header: string, cell: Column<Row>['cell']): Column<Row> => ({
    header,
    isWide: true,
    cell,
  }),
  text: columnOf<Maybe<string | number>>((text) => text ?? '–'),
  code: columnOf<Maybe<string | number>>((text) => <span className="mono">{text ?? '–'}</span>),
  /** A number with lakh grouping, or a text with one. */
  number: columnOf<Maybe<string | number>>(
    (number) => (typeof number === 'number' ? formatCount(number) : (number ?? '–')),
    true,
  ),
  money: columnOf<Maybe<number>>((amount) => <Money amount={amount} />, true),
  total: columnOf<Maybe<number>>((amount) => <Money amount={amount} strong />, true),
  /** A time as the distance from now. */
  time: columnOf<Maybe<string>>((at) => <RelativeTime at={at} />),
  /** A time as a date and an hour. */
  at: columnOf<string>((at) => <Time at={at} />),
  day: columnOf<Maybe<string>>((day) => (
    <span className="number">{day == null ? '–' : formatDay(day)}</span>
  )),
  status: <Row, Name extends Field<Row, string>>(
    header: string,
    field: Name,
    statuses: Record<Row[Name] & string, StatusRow>,
  ): Column<Row> => ({
    header,
    cell: (row) => <StatusOf {...statuses[row[field] as Row[Name] & string]} />,
  }),
};
