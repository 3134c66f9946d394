import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { givenDatabase, openClient } from '../../support/database/database.js';

const SESSIONS = 4;
const LENGTHS = { minLength: 60, maxLength: 120, size: 'max' } as const;
const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.MODEL_RUNS ?? 14);

/** Steps of a session. Steps that do not fit the state of its transaction are skipped. */
const STEPS = [
  'BEGIN',
  'BEGIN',
  'change',
  'change',
  'change',
  'SAVEPOINT part',
  'ROLLBACK TO part',
  'PREPARE TRANSACTION',
  'COMMIT',
  'COMMIT',
  'ROLLBACK',
  'snapshot',
  'snapshot',
] as const;
type Step = (typeof STEPS)[number];

/** Changes that are not visible in the snapshot, by definition. Compared in one statement, so that both see the same rows. */
const DIFFERENCE = `
  WITH expected AS (SELECT xid, ids FROM change_log WHERE NOT pg_visible_in_snapshot(xid, $1)),
    found AS (SELECT xid, ids FROM changes_after($1))
  SELECT 'missed' AS fault, * FROM (SELECT * FROM expected EXCEPT ALL SELECT * FROM found) m
  UNION ALL SELECT 'repeated', * FROM (SELECT * FROM found EXCEPT ALL SELECT * FROM expected) r`;
const sessions: Session[] = [];

/** A connection, and the state of its transaction. */
class Session {
  private state: 'idle' | 'open' | 'savepoint' | 'prepared' = 'idle';

  constructor(
    private readonly client: pg.Client,
    private readonly name: string,
  ) {}

  /** Runs a step if it fits. Returns a snapshot if the step takes one. */
  async run(step: Step): Promise<string | null> {
    const { client, name, state } = this;
    const isOpen = state === 'open' || state === 'savepoint';
    if (step === 'snapshot' && state !== 'prepared') {
      const sql = 'SELECT pg_current_snapshot()::text AS taken';
      return (await client.query<{ taken: string }>(sql)).rows[0]!.taken;
    }
    if (step === 'change' && state !== 'prepared') {
      await client.query(`INSERT INTO change_log (kind, ids) VALUES ('stock', '{1}')`);
    } else if (step === 'BEGIN' && state === 'idle') {
      await client.query('BEGIN');
      this.state = 'open';
    } else if (step === 'SAVEPOINT part' && isOpen) {
      await client.query(step);
      this.state = 'savepoint';
    } else if (step === 'ROLLBACK TO part' && state === 'savepoint') {
      await client.query(step);
    } else if (step === 'PREPARE TRANSACTION' && isOpen) {
      await client.query(`${step} '${name}'`);
      this.state = 'prepared';
    } else if ((step === 'COMMIT' || step === 'ROLLBACK') && state !== 'idle') {
      await client.query(isOpen ? step : `${step} PREPARED '${name}'`);
      this.state = 'idle';
    }
    return null;
  }
}

const { connection } = await givenDatabase();
const observer = await openClient(connection);
for (let index = 0; index < SESSIONS; index += 1) {
  sessions.push(new Session(await openClient(connection), `wso_${randomInt(2 ** 31)}_${index}`));
}
// A database with a prepared transaction cannot be dropped.
afterAll(() => Promise.all(sessions.map((session) => session.run('ROLLBACK'))));

it(`changes_after returns what a snapshot does not see (MODEL_SEED=${seed} MODEL_RUNS=${numRuns})`, async () => {
  const turn = fc.tuple(fc.nat(SESSIONS - 1), fc.constantFrom(...STEPS));
  const property = fc.asyncProperty(fc.array(turn, LENGTHS), async (turns) => {
    const taken: string[] = [];
    for (const [index, step] of turns) {
      const snapshot = await sessions[index]!.run(step);
      if (snapshot !== null) taken.push(snapshot);
    }
    for (const snapshot of taken) {
      expect((await observer.query(DIFFERENCE, [snapshot])).rows).toEqual([]);
    }
    for (const session of sessions) await session.run('ROLLBACK');
  });
  await fc.assert(property, { seed, numRuns });
});

it('a transaction that stays open makes no call read what others changed since', async () => {
  const [forgotten] = sessions;
  await forgotten!.run('BEGIN');
  await forgotten!.run('change');
  await observer.query(`DO $$ BEGIN
    FOR i IN 1..2000 LOOP
      INSERT INTO change_log (kind, ids) VALUES ('stock', ARRAY[i]);
      COMMIT;
    END LOOP; END $$`);
  await observer.query('SET enable_seqscan = off');
  const snapshot = await sessions[1]!.run('snapshot');
  const { rows } = await observer.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT FROM changes_after('${snapshot}')`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const read = [...plan.matchAll(/(?:actual rows=|Rows Removed by \w+(?: \w+)?: )(\d+)/g)];
  expect(plan).not.toContain('Function Scan');
  // The transactions that are open in other databases are read, too.
  expect(Math.max(...read.map(([, count]) => Number(count)))).toBeLessThan(100);
});
