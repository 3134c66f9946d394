import type { DataSource } from 'typeorm';
import { BatchQueue } from '../../live-cache/batch-queue.js';
import { DedicatedConnection } from '../dedicated-connection.js';
import { IDENTITY, type WalPosition } from './reader-client.js';

const WAITING_MAX = 1_000;
const WAIT_LIMIT_MS = 50;

const POSITION = {
  name: 'position',
  text: `SELECT lsn, (lsn - '0/0') % current_setting('wal_block_size')::integer = 0 AS "isPageEnd",
      ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer AS timeline
    FROM pg_current_wal_flush_lsn() AS lsn`,
};

/** The end of the WAL of the primary. All that a transaction at the primary can see is on disk before that position. */
export class Positions {
  private readonly connection: DedicatedConnection;
  private readonly queue: BatchQueue<null, WalPosition>;

  constructor(dataSource: DataSource) {
    this.connection = new DedicatedConnection(dataSource, 'reader_positions');
    const read = async ({ length }: readonly null[]): Promise<WalPosition[]> => {
      const [position] = await this.connection.query<WalPosition & { isPageEnd: boolean }>(
        POSITION,
      );
      // The record at the end may be on disk in part only, and no standby replays it until a commit writes the rest.
      if (position!.isPageEnd) this.connection.commit().catch(() => undefined);
      return new Array<WalPosition>(length).fill(position!);
    };
    this.queue = new BatchQueue(read, {
      name: POSITION.name,
      size: WAITING_MAX,
      lanes: 1,
      waitLimitMs: WAIT_LIMIT_MS,
    });
  }

  /** Reads the position by a statement that begins after this call, and that all who wait share. */
  async read(): Promise<WalPosition> {
    return this.queue.submit(null);
  }

  /** Reads what tells the primary's database from others. */
  async readIdentity(): Promise<string> {
    const [row] = await this.connection.query<{ identity: string }>({ text: IDENTITY });
    return row!.identity;
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
