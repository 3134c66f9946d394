import type { DataSource } from 'typeorm';
import { BatchQueue } from '../../live-cache/batch-queue.js';
import { UnavailableError } from '../database-errors.js';
import { DedicatedConnection } from '../dedicated-connection.js';
import { IDENTITY, type WalPosition } from './reader-client.js';

const WAITING_MAX = 1_000;
const WAIT_LIMIT_MS = 50;

const POSITION = { name: 'position', text: 'SELECT pg_current_wal_flush_lsn() AS lsn' };

/** Facts that stay the same during a session at the primary. */
type Session = Omit<WalPosition, 'lsn'> & { pageSize: number };

const SESSION = `SELECT identity, current_setting('wal_block_size')::integer AS "pageSize",
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer AS timeline FROM (${IDENTITY}) AS known`;

/** The end of the primary's WAL. Everything that a transaction at the primary can see is on disk before that position. */
export class Positions {
  private readonly connection: DedicatedConnection;
  private readonly queue: BatchQueue<null, WalPosition>;
  private session: Promise<Session> | null = null;

  constructor(dataSource: DataSource) {
    this.connection = new DedicatedConnection(dataSource, 'reader_positions', () => {
      this.session = null;
    });
    const read = async ({ length }: readonly null[]): Promise<WalPosition[]> =>
      new Array<WalPosition>(length).fill(await this.readAlone());
    this.queue = new BatchQueue(read, {
      name: POSITION.name,
      size: WAITING_MAX,
      lanes: 1,
      waitLimitMs: WAIT_LIMIT_MS,
    });
  }

  /** Reads the position with a statement that begins after this call. All waiting callers share it. */
  async read(): Promise<WalPosition> {
    return this.queue.submit(null);
  }

  /** Reads the {@link IDENTITY} of the primary's database. */
  async readIdentity(): Promise<string> {
    return (await this.openSession()).identity;
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private async readAlone(): Promise<WalPosition> {
    const session = this.openSession();
    const { identity, timeline, pageSize } = await session;
    const [position] = await this.connection.query<{ lsn: string }>(POSITION);
    // Another session may be one at another server, or in another database of that name.
    if (this.session !== session) throw new UnavailableError('the session of positions was lost');
    const { lsn } = position!;
    // The record at the end may be on disk in part only, and no standby replays it until a commit writes the rest.
    const isPageEnd = parseInt(lsn.slice(lsn.indexOf('/') + 1), 16) % pageSize === 0;
    if (isPageEnd) this.connection.commit().catch(() => undefined);
    return { lsn, timeline, identity };
  }

  private openSession(): Promise<Session> {
    return (this.session ??= this.connection.query<Session>({ text: SESSION }).then(
      ([session]) => session!,
      (error: unknown) => {
        this.session = null;
        throw error;
      },
    ));
  }
}
