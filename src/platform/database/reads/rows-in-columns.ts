/** PostgreSQL's form of rows for {@link RowsInColumns}: the values of each column, or null if there are no rows. */
export type Columns = readonly (readonly unknown[] | null)[];

/**
 * Rows of a part of a statement, written as JSON with an array for each column. For objects, PostgreSQL looks up the types of
 * the values once per row instead of once per column.
 * - 50 orders with lines, timeline and shipments take 0.65 ms instead of 1.1, and half the text
 */
export class RowsInColumns<Row extends object> {
  /** The rows as an SQL expression. */
  readonly sql: string;
  private readonly names: readonly (keyof Row)[];

  /**
   * @param columns SQL expressions by name
   * @param from what follows FROM, ORDER BY included
   */
  constructor(columns: Record<keyof Row, string>, from: string) {
    this.names = Object.keys(columns) as (keyof Row)[];
    const values = this.names.map((name, at) => `${columns[name]} AS c${at}`);
    const arrays = this.names.map((_, at) => `json_agg(c${at})`);
    this.sql = `(SELECT json_build_array(${arrays.join(', ')}) FROM (SELECT ${values.join(', ')} FROM ${from}) r)`;
  }

  read(columns: Columns): Row[] {
    const { names } = this;
    const [first] = columns;
    return (first ?? []).map((_, row) => {
      const values: Partial<Record<keyof Row, unknown>> = {};
      for (let at = 0; at < names.length; at += 1) values[names[at]!] = columns[at]![row];
      return values as Row;
    });
  }
}
