import type { ReactNode } from 'react';
import { formatCount, formatDay } from '../format';
import { Money } from '../money';
import { StatusOf, type StatusRow } from '../status';
import { RelativeTime, Time } from '../time';
import type { Column } from './data-table';

/** Names of the fields with such a value. */
type Field<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value ? Name : never;
}[keyof Row];

/** What a column shows: a field by its name, or what is read from a row. */
export type From<Row, Value> = Field<Row, Value> | ((row: Row) => Value);

type Options<Row> = Omit<Column<Row>, 'header' | 'cell'>;

/** Returns a function that makes columns which show values of one kind. */
export function columnOf<Row, Value>(show: (value: Value) => ReactNode, kind: Options<Row> = {}) {
  return (header: string, from: From<Row, Value>, options: Options<Row> = {}): Column<Row> => ({
    header,
    cell: (row) => show(typeof from === 'function' ? from(row) : (row[from] as Value)),
    ...kind,
    ...options,
  });
}

type Maybe<Value> = Value | null | undefined;

/** Returns functions that make the columns of a table; a value that is not known is "–". */
export function columnsOf<Row>() {
  const isNumber = { isNumber: true };
  return {
    text: columnOf<Row, Maybe<string | number>>((text) => text ?? '–'),
    code: columnOf<Row, Maybe<string | number>>((text) => (
      <span className="mono">{text ?? '–'}</span>
    )),
    /** A number as it is. */
    number: columnOf<Row, Maybe<string | number>>((number) => number ?? '–', isNumber),
    /** A number with lakh grouping. */
    count: columnOf<Row, number>(formatCount, isNumber),
    money: columnOf<Row, Maybe<number>>((amount) => <Money amount={amount} />, isNumber),
    total: columnOf<Row, Maybe<number>>((amount) => <Money amount={amount} strong />, isNumber),
    /** A time as the distance from now. */
    time: columnOf<Row, Maybe<string>>((at) => <RelativeTime at={at} />),
    /** A time as a date and an hour. */
    at: columnOf<Row, string>((at) => <Time at={at} />),
    day: columnOf<Row, Maybe<string>>((day) => (day == null ? '–' : formatDay(day))),
    state: columnOf<Row, StatusRow>((state) => <StatusOf {...state} />),
    status: <Name extends Field<Row, string>>(
      header: string,
      field: Name,
      states: Record<Row[Name] & string, StatusRow>,
      options?: Options<Row>,
    ): Column<Row> => ({
      header,
      cell: (row) => <StatusOf {...states[row[field] as Row[Name] & string]} />,
      ...options,
    }),
  };
}
