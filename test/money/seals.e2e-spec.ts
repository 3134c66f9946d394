import { readFile } from 'node:fs/promises';
import { SealsJob } from '../../src/money/ledger/seals/seals.job.js';
import { SealsService } from '../../src/money/ledger/seals/seals.service.js';
import { ReceiptsService } from '../../src/money/receipts/receipts.service.js';
import { LOGGER } from '../../src/platform/observability/logger.js';
import { TIME_ZONE } from '../../src/platform/time-zone.js';
import { testRules } from '../support/database/broken-rules.js';
import { BROKEN_SEALS } from '../support/database/broken-seals.js';
import { afterUnchecked, execute, openTransaction } from '../support/database/database.js';
import { BankAdmin } from '../support/money/bank.js';
import { unique } from '../support/shop/given.js';
import { givenShop, givenSuiteOfTwo } from '../support/shop/shop.js';

interface Seal {
  seq: number;
  journalId: number;
  prev: string;
  sha256: string;
}

/** The job's first run, which checks all journals. */
class FirstRun extends SealsJob {
  async once(): Promise<void> {
    await this.run();
  }
}

const FAULTS = 'SELECT broken, subject FROM seal_faults()';

const { one, two, admin, shop } = await givenSuiteOfTwo();
for (const app of [one, two]) await app.stopJobs(SealsJob);

const seals = (): Promise<Seal[]> =>
  one.sql`SELECT seq, journal_id AS "journalId", encode(prev_sha256, 'hex') AS prev, encode(sha256, 'hex') AS sha256
      FROM ledger_seals ORDER BY seq`;
const journals = async (): Promise<number[]> => {
  const rows = await one.sql<{ id: number }>`SELECT id FROM ledger_journals ORDER BY id`;
  return rows.map(({ id }) => id);
};
const sealAll = (app = one): Promise<void> => app.service(SealsService).sealAll();

describe('the seals of journals', () => {
  it('are a chain of hashes over all journals, each with one', async () => {
    for (const amount of [10, 20, 30]) await admin.receipts.record(shop.client.id, amount);
    await one.service(SealsService).sealLatest();
    expect((await seals()).map(({ journalId }) => journalId)).toEqual(await journals());
    await sealAll();
    await sealAll();
    const chain = await seals();
    expect(chain.map(({ journalId }) => journalId)).toEqual(await journals());
    expect(chain.map(({ seq }) => seq)).toEqual(chain.map((_, index) => index + 1));
    expect(chain[0]!.prev).toBe('0'.repeat(64));
    expect(chain.slice(1).map(({ prev }) => prev)).toEqual(
      chain.slice(0, -1).map(({ sha256 }) => sha256),
    );
  });

  it('are numbered without a gap by several instances at once', async () => {
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await admin.receipts.record(shop.client.id, 1 + index);
        await sealAll(index % 2 === 0 ? one : two);
      }),
    );
    await sealAll();
    expect((await seals()).map(({ journalId }) => journalId).sort((a, b) => a - b)).toEqual(
      await journals(),
    );
  });

  it('give a journal that commits late a later number', async () => {
    const other = await givenShop(one);
    let commit = (): void => undefined;
    const isToCommit = new Promise<void>((resolve) => (commit = resolve));
    let isWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    const late = one.dataSource.transaction(async (manager) => {
      await one
        .service(ReceiptsService)
        .recordMoney(manager, {
          clientId: other.client.id,
          source: 'bank',
          amountMinor: 5_000,
          receivedAt: null,
          reference: unique('UTR'),
          orderNumbers: [],
        });
      isWritten();
      await isToCommit;
    });
    await written;
    await admin.receipts.record(shop.client.id, 40);
    // Neither waits for the other: the transaction is still open.
    await one.service(SealsService).sealLatest();
    const before = (await seals()).at(-1)!;
    expect(before.journalId).toBe((await journals()).at(-1));
    commit();
    await late;
    await one.service(SealsService).sealLatest();
    const last = (await seals()).at(-1)!;
    expect(last).toMatchObject({ seq: before.seq + 1, prev: before.sha256 });
    expect(last.journalId).toBeLessThan(before.journalId);
  });

  it('delay no writer, and a call does nothing while another one seals', async () => {
    const sealing = await openTransaction(one.connection);
    await sealing.query('SELECT seal_journals(0, 10)');
    await admin.receipts.record(shop.client.id, 50);
    await sealAll(two);
    expect((await seals()).at(-1)!.journalId).toBeLessThan((await journals()).at(-1)!);
    await sealing.commit();
    await sealAll(two);
    expect((await seals()).at(-1)!.journalId).toBe((await journals()).at(-1));
  });

  it('include journals of long ago that have none', async () => {
    const { client } = await givenShop(one);
    await admin.receipts.record(client.id, 10);
    const id = (await journals()).at(-1)!;
    const older = `UPDATE ledger_journals SET at = at - interval '1 hour' WHERE id = ${id}`;
    await execute(one.connection, 'SET session_replication_role = replica', older);
    const ids = async () => (await seals()).map(({ journalId }) => journalId);
    await one.service(SealsService).sealLatest();
    expect(await ids()).not.toContain(id);
    await new FirstRun(one.nest.get(LOGGER), one.service(SealsService)).once();
    expect(await ids()).toContain(id);
  });

  it('stay those of journals of a bank account that becomes the default one, or no longer is', async () => {
    const bank = new BankAdmin(one);
    const { id: former } = await bank.accounts.default();
    const { id: other } = await bank.accounts.add({ name: unique('Bank') });
    await bank.accounts.setOpening(other, '2026-11-21', 100);
    await admin.receipts.record(shop.client.id, 10);
    await sealAll();
    for (const id of [other, former]) {
      await bank.accounts.makeDefault(id);
      await one.expectInvariants();
    }
  });

  it('cannot be changed or removed', async () => {
    for (const statement of ["UPDATE ledger_seals SET sha256 = ''", 'DELETE FROM ledger_seals']) {
      await expect(one.dataSource.query(statement)).rejects.toThrow('append-only');
    }
  });

  it("have days of the shop's time zone", async () => {
    const folder = 'src/schema/functions/money';
    for (const file of ['seal_journals', 'seal_faults']) {
      const sql = await readFile(`${folder}/${file}.sql`, 'utf8');
      expect(sql).toContain(`to_char(j.at AT TIME ZONE '${TIME_ZONE}', 'YYYY-MM-DD')`);
    }
  });
});

describe('the check of the seals', () => {
  beforeAll(() => sealAll());

  testRules('money/seal_faults', BROKEN_SEALS, () => one.connection);

  it('ignores earlier journals until they were sealed for the first time', async () => {
    const unsealed = [
      'DELETE FROM ledger_seals',
      "DELETE FROM audit_entries WHERE action = 'chain.witnessed'",
      "UPDATE ledger_seal_state SET seq = 0, sha256 = decode(repeat('00', 32), 'hex'), caught_up_at = NULL",
      "UPDATE ledger_journals SET at = at - interval '1 hour'",
    ];
    expect(await afterUnchecked(one.connection, unsealed, FAULTS)).toEqual([]);
    const later = "UPDATE ledger_seal_state SET started_at = now() - interval '25 hours'";
    const count = (await journals()).length;
    expect(await afterUnchecked(one.connection, [...unsealed, later], FAULTS)).toHaveLength(count);
  });
});
