import type { EntityManager } from 'typeorm';

/** A row by the names of its columns. */
export type Row = Record<string, unknown>;

/** Tables whose rows are inserted first, in one statement, because an order is checked with its items. */
const ORDER_TABLES = ['orders', 'order_items'] as const;

/** The other tables of the history, in the order in which their rows are inserted. */
const TABLES = [
  'order_status_changes',
  'shipments',
  'shipment_items',
  'order_returns',
  'order_return_items',
  'receipts',
  'ledger_accounts',
  'ledger_journals',
  'ledger_postings',
  'credit_items',
  'document_series',
  'tax_documents',
  'audit_entries',
] as const;
const ALL_TABLES = [...ORDER_TABLES, ...TABLES, 'stock_movements'] as const;
type Table = (typeof ALL_TABLES)[number];

const NUMBERED = [
  'orders',
  'shipments',
  'order_returns',
  'receipts',
  'ledger_accounts',
  'ledger_journals',
] as const;
type NumberedTable = (typeof NUMBERED)[number];

/** Rows that are inserted together. Their ids are known before. */
export class Rows {
  private readonly rows = new Map<Table, Row[]>(ALL_TABLES.map((table) => [table, []]));

  private constructor(
    private readonly firstIds: ReadonlyMap<NumberedTable, number>,
    private readonly ids = new Map(firstIds),
  ) {}

  /** Begins after the ids that the tables have assigned. */
  static async begin(manager: EntityManager): Promise<Rows> {
    const ids = new Map<NumberedTable, number>();
    for (const table of NUMBERED) {
      const [{ id }] = await manager.query<[{ id: number }]>(
        `SELECT nextval(pg_get_serial_sequence('${table}', 'id'))::integer AS id`,
      );
      ids.set(table, id);
    }
    return new Rows(ids);
  }

  nextId(table: NumberedTable): number {
    const id = this.ids.get(table)!;
    this.ids.set(table, id + 1);
    return id;
  }

  /** Adds a row. All rows of a table have the same columns. */
  add(table: Table, row: Row): void {
    this.of(table).push(row);
  }

  of(table: Table): Row[] {
    return this.rows.get(table)!;
  }

  /** Inserts all rows except the movements of the stock, with one statement for each table; orders with their items. */
  async insert(manager: EntityManager): Promise<void> {
    await this.insertInto(manager, ...ORDER_TABLES);
    for (const table of TABLES) await this.insertInto(manager, table);
    for (const table of NUMBERED) {
      // The service's role may take numbers, but not set them. The first one was taken at the beginning.
      await manager.query(
        `SELECT count(nextval(pg_get_serial_sequence('${table}', 'id'))) FROM generate_series(2, $1)`,
        [this.ids.get(table)! - this.firstIds.get(table)!],
      );
    }
  }

  /** Inserts the movements of the stock. Its first goods must exist before. */
  async insertMovements(manager: EntityManager): Promise<void> {
    await this.insertInto(manager, 'stock_movements');
  }

  /** Inserts the rows of tables by one statement. */
  private async insertInto(manager: EntityManager, ...tables: Table[]): Promise<void> {
    const filled = tables.filter((table) => this.of(table).length > 0);
    if (filled.length === 0) return;
    const inserts = filled.map((table, index) => {
      const columns = Object.keys(this.of(table)[0]!).join(', ');
      return `${table}_inserted AS (INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
        SELECT ${columns} FROM json_populate_recordset(null::${table}, $${index + 1}))`;
    });
    await manager.query(
      `WITH ${inserts.join(', ')} SELECT`,
      filled.map((table) => JSON.stringify(this.of(table))),
    );
  }
}
