import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BatchQueue } from '../../live-cache/batch-queue.js';
import { DedicatedConnection } from '../dedicated-connection.js';
import { outlastMigration } from '../migration-wait.js';

const BATCH_SIZE = 64;
const WAIT_LIMIT_MS = 1_000;

interface Options<Row> {
  /** The maximum number of callers that one statement answers. */
  size?: number;
  /** Reads the rows of a statement that writes them in another form. */
  rowsOf?: (result: object[]) => Numbered<Row>[];
}

type Numbered<Row> = Row & { n: number };

/**
 * A prepared SELECT that answers all waiting callers. Its parameters are arrays, one for each value of a key, and each row has
 * the number of its key.
 * - `SELECT wanted.n::integer, … FROM unnest($1::integer[], …) WITH ORDINALITY AS wanted (…, n) …`
 */
export class SharedRead<Key extends readonly unknown[], Row extends object> {
  private readonly queue: BatchQueue<Key, Row | null>;

  constructor(
    private readonly connection: DedicatedConnection,
    private readonly statement: { name: string; text: string },
    private readonly options: Options<Row> = {},
  ) {
    const { size = BATCH_SIZE } = options;
    const read = async (keys: readonly Key[]): Promise<(Row | null)[]> => this.read(keys);
    this.queue = new BatchQueue(read, {
      name: statement.name,
      size,
      lanes: 1,
      waitLimitMs: WAIT_LIMIT_MS,
    });
  }

  /**
   * Reads the row of a key; null without one.
   *
   * @throws OverloadError after waiting for a second, unless a migration is the reason
   */
  async find(...key: Key): Promise<Row | null> {
    return outlastMigration(this.connection.dataSource, () => this.queue.submit(key));
  }

  private async read(keys: readonly Key[]): Promise<(Row | null)[]> {
    const values = keys[0]!.map((_, at) => keys.map((key) => key[at]));
    const { rowsOf = (result) => result as Numbered<Row>[] } = this.options;
    const rows = rowsOf(await this.connection.query<object>({ ...this.statement, values }));
    const found = new Map(rows.map((row) => [row.n, row]));
    return keys.map((_, at) => found.get(at + 1) ?? null);
  }
}

/** Reads that stores and pages send all the time, on a dedicated connection, so that none waits for the pool. */
@Injectable()
export class StoreReads implements OnApplicationShutdown {
  private readonly connection: DedicatedConnection;

  constructor(dataSource: DataSource) {
    this.connection = new DedicatedConnection(dataSource, 'store_reads');
  }

  /** Prepares a read, once for each use. @param text see {@link SharedRead} */
  prepare<Key extends readonly unknown[], Row extends object>(
    name: string,
    text: string,
    options?: Options<Row>,
  ): SharedRead<Key, Row> {
    return new SharedRead(this.connection, { name, text }, options);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}
