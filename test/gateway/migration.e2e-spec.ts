import type { DataSource } from 'typeorm';
import { revertLastMigration } from '../../src/platform/database/migrations.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { givenDatabase, givenDataSource } from '../support/database/database.js';

const CLEARING = 'GatewayClearing1764904000000';

/** Writes a statement that inserts journals with some keys. These tests are not about the accounts. */
function journals(keys: string): string {
  return `WITH journal AS (
      INSERT INTO ledger_journals (kind, key, actor) SELECT 'payout', ${keys}, 'test' RETURNING id
    )
    INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor)
      SELECT journal.id, line.number, account.id, line.amount_minor
      FROM journal, (VALUES (1, 'gateway', 100), (2, 'bank', -100)) AS line (number, kind, amount_minor)
      JOIN ledger_accounts account ON account.kind = line.kind`;
}

/** Refunds of the release before: one of each state, and one more that failed. */
const FILL = `
  INSERT INTO clients (name, email) VALUES ('A', 'a@a.example');
  INSERT INTO receipts (client_id, source, method, reference, amount_minor)
    SELECT id, 'gateway', 'gateway', 'pay_1', 100000 FROM clients;
  ${journals("'source:1:' || generate_series(1, 4)")};
  INSERT INTO gateway_refunds (receipt_id, payment_id, amount_minor, reference, reason, journal_id, actor, status,
      gateway_refund_id, problem, due_at)
    SELECT r.id, 'pay_1', 100 * n, 'RF-' || n, 'Mistake', j.id, 'test', states.status,
      CASE states.status WHEN 'done' THEN 'rfnd_1' END, CASE states.status WHEN 'failed' THEN 'Refused' END,
      CASE states.status WHEN 'pending' THEN now() END
    FROM receipts r
    CROSS JOIN unnest(ARRAY['pending', 'done', 'failed', 'failed']) WITH ORDINALITY AS states (status, n)
    JOIN ledger_journals j ON j.key = 'source:1:' || states.n`;

const REFUNDS = `SELECT reference, status, gateway_refund_id AS id, problem, due_at IS NOT NULL AS due
  FROM gateway_refunds ORDER BY reference, id`;

describe('the migration to states of refunds', () => {
  let dataSource: DataSource;
  beforeEach(async () => {
    dataSource = await givenDataSource((await givenDatabase()).connection);
    await revert();
    await dataSource.query(FILL);
  });
  const revert = async (): Promise<void> => {
    while ((await revertLastMigration(dataSource)) !== CLEARING);
  };
  const refunds = () => dataSource.query<unknown[]>(REFUNDS);

  it('keeps every refund: sent ones keep their outcome, unsent ones become due', async () => {
    await migrateSchema(dataSource);
    expect(await refunds()).toEqual([
      { reference: 'RF-1', status: 'requested', id: null, problem: null, due: true },
      { reference: 'RF-2', status: 'processed', id: 'rfnd_1', problem: null, due: false },
      { reference: 'RF-3', status: 'failed', id: null, problem: 'Refused', due: false },
      { reference: 'RF-4', status: 'failed', id: null, problem: 'Refused', due: false },
    ]);
  });

  it('restores the earlier states when it is reverted, also of references that were used again', async () => {
    const before = await refunds();
    await migrateSchema(dataSource);
    await dataSource.query(
      `${journals("'source:1#2:RF-3'")};
       INSERT INTO gateway_refunds (receipt_id, payment_id, amount_minor, reference, reason, journal_id, actor, status,
           gateway_refund_id, due_at, ask_at)
         SELECT r.receipt_id, 'pay_1', 300, 'RF-3', 'Again', j.id, 'test', 'pending', 'rfnd_2', NULL, now()
         FROM gateway_refunds r, ledger_journals j WHERE r.reference = 'RF-3' AND j.key = 'source:1#2:RF-3'`,
    );
    await revert();
    const [one, two, three, four] = before;
    const renamed = expect.stringMatching(/^refund \d+$/);
    expect(await refunds()).toEqual([
      ...[one, two],
      { reference: 'RF-3', status: 'pending', id: 'rfnd_2', problem: null, due: true },
      ...[four, { ...(three as object), reference: renamed }],
    ]);
  });

  it('lets the previous release request and send refunds, whose end this release finds', async () => {
    await migrateSchema(dataSource);
    await dataSource.query(
      `${journals("'source:1:RF-5'")};
       INSERT INTO gateway_refunds (receipt_id, payment_id, amount_minor, reference, reason, journal_id, actor)
         SELECT r.id, 'pay_1', 500, 'RF-5', 'Meanwhile', j.id, 'test' FROM receipts r, ledger_journals j
         WHERE j.key = 'source:1:RF-5'`,
    );
    // The statement with which it ends a refund that it has sent.
    await dataSource.query(
      `UPDATE gateway_refunds SET status = 'done', gateway_refund_id = 'rfnd_5', problem = NULL, due_at = NULL
        WHERE reference = 'RF-5' AND status = 'pending'`,
    );
    expect((await refunds()).at(-1)).toEqual({
      reference: 'RF-5',
      status: 'requested',
      id: null,
      problem: null,
      due: true,
    });
  });
});
