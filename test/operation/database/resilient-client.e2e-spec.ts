import pg from 'pg';
import {
  ResilientClient,
  type ResilientConfig,
} from '../../../src/platform/database/resilient-client.js';
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
    await client.query('BEGIN');
    client.allowMs(10_000);
    await client.query('SELECT pg_sleep(0.4)');
    await client.query('COMMIT');
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow('Connection terminated');
  });

  it('waits without a deadline, and is closed on request', async () => {
    const client = await connected();
    const waiting = expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow(
      'Connection terminated',
    );
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
