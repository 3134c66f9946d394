import pg from 'pg';
import {
  ResilientClient,
  type ResilientConfig,
} from '../../../src/platform/database/resilient-client.js';
import { PreparingClient } from '../../../src/platform/database/connection/preparing-client.js';
import { connectionUrl, givenDatabase } from '../../support/database/database.js';

const { connection } = await givenDatabase();

describe('a resilient client', () => {
  const connected = async (config: ResilientConfig = {}): Promise<ResilientClient> => {
    const client = new ResilientClient({ connectionString: connectionUrl(connection), ...config });
    await client.connect();
    return client;
  };

  it('closes the connection when a statement misses the deadline', async () => {
    const client = await connected({ deadlineMs: 200 });
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow('Connection terminated');
    await expect(client.query('SELECT 1')).rejects.toThrow();
  });

  it('can have a longer deadline for one transaction', async () => {
    const client = await connected({ deadlineMs: 200 });
    client.allowMs(10_000);
    await client.query('BEGIN');
    await client.query('SELECT pg_sleep(0.4)');
    await client.query('COMMIT');
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow('Connection terminated');
  });

  it('waits without a deadline, and is closed on request', async () => {
    const client = await connected();
    const waiting = expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow('terminated');
    await new Promise((resolve) => setTimeout(resolve, 300));
    client.cut();
    await waiting;
  });

  it('does not end the process when the server ends the idle connection', async () => {
    const client = await connected();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    const other = await connected();
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await other.end();
  });

  it("has the password of a pool's configuration, which pg hides from enumeration", () => {
    const { options } = new pg.Pool({ user: 'asha', password: 'secret' });
    expect(Object.keys(options)).not.toContain('password');
    const { user, password } = new ResilientClient(options);
    expect([user, password]).toEqual(['asha', 'secret']);
  });
});

describe('a connection of the pool', () => {
  const lookup = 'SELECT id FROM looked_up WHERE id = $1';

  async function givenClient(): Promise<PreparingClient> {
    const client = new PreparingClient({ connectionString: connectionUrl(connection) });
    await client.connect();
    const columns = 'id integer, CONSTRAINT looked_up_pk PRIMARY KEY (id)';
    await client.query(`CREATE TEMPORARY TABLE looked_up (${columns})`);
    return client;
  }

  async function inTransaction(client: PreparingClient, work: () => Promise<unknown>) {
    await client.query('START TRANSACTION');
    await work();
    await client.query('COMMIT');
  }

  async function prepared(client: PreparingClient): Promise<string[]> {
    const all = 'SELECT statement FROM pg_prepared_statements';
    const { rows } = await client.query<{ statement: string }>(all);
    return rows.map(({ statement }) => statement);
  }

  it('prepares what transactions repeat, by plans that fit a table which has grown since', async () => {
    const client = await givenClient();
    for (let turn = 1; turn <= 10; turn += 1) {
      await inTransaction(client, () => client.query(lookup, [turn]));
    }
    expect(await prepared(client)).toEqual([lookup]);
    await client.query('INSERT INTO looked_up SELECT generate_series(1, 1000)');
    await client.query('SET plan_cache_mode = force_generic_plan');
    const plan = 'EXPLAIN EXECUTE "repeated 0" (1)';
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(plan);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('looked_up_pk');
    await client.end();
  });

  it('plans each time what is in a snapshot, outside of transactions, or rare', async () => {
    const client = await givenClient();
    for (let turn = 1; turn <= 10; turn += 1) {
      await client.query(lookup, [turn]);
      await client.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      expect((await client.query('SHOW enable_seqscan')).rows).toEqual([{ enable_seqscan: 'on' }]);
      await client.query(lookup, [turn]);
      await client.query('COMMIT');
      await inTransaction(client, () => client.query(`${lookup} AND ${turn} = ${turn}`, [turn]));
    }
    expect(await prepared(client)).toEqual([]);
    await client.end();
  });
});
