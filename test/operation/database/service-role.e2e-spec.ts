import type pg from 'pg';
import { SealsService } from '../../../src/money/ledger/seals/seals.service.js';
import { FAULT_FUNCTIONS } from '../../../src/schema/data-faults.js';
import { givenDatabase, givenServiceRole, openClient } from '../../support/database/database.js';
import { PlacingSql } from '../../support/database/placing-sql.js';
import { tradeInEveryWay } from '../../support/money/order-stories.js';
import { TestApp } from '../../support/app.js';
import { Admin } from '../../support/shop/admin.js';
import { givenShop } from '../../support/shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../../support/tax/tax-admin.js';
import { givenTaxedOrder } from '../../support/tax/taxed-order.js';

const { connection, drop } = await givenDatabase();
const role = await givenServiceRole(connection, drop);
const app = await TestApp.startOn(role.connection);
/** A session that has the password of the role. */
const session = await openClient(role.connection);

/** Shadows tables and types of the schema by temporary tables of the session, with the same columns. */
const shadow = async (on: pg.Client): Promise<void> => {
  const { rows } = await on.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'c')`,
  );
  for (const { name } of rows) {
    await on.query(`CREATE TEMPORARY TABLE ${name} (LIKE public.${name})`);
  }
};

describe('the role of the service', () => {
  it('does everything that the service does', async () => {
    await tradeInEveryWay(app);
    const [admin, tax, shop] = [new Admin(app), new TaxAdmin(app), await givenShop(app)];
    await tax.putProfile();
    await tax.changeClient(shop.client.id, KARNATAKA);
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 100 });
    const [invoice, note] = await tax.ofOrder(order);
    expect(note!.kind).toBe('credit_note');
    await app.admin('get', `documents/${invoice!.id}/pdf`).expect(200);
    const bill = { number: '271012345678' };
    await app.admin('put', `documents/${invoice!.id}/e-way-bill`, bill).expect(200);
    await app.service(SealsService).sealAll();
    await app.expectInvariants();
  });

  it('reads all that pg_dump reads', async () => {
    const { rows } = await session.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
        AND NOT has_table_privilege(oid, 'SELECT')`,
    );
    expect(rows).toEqual([]);
  });

  it('may not change rows of which entries are only added', async () => {
    const { rows } = await session.query<{ table: string; isWhole: boolean }>(
      `SELECT t.relname AS table, g.tgattr = '' AS "isWhole" FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
        WHERE g.tgfoid = 'refuse_journal_change()'::regprocedure ORDER BY 1`,
    );
    expect(rows.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['audit_entries', 'ledger_postings', 'tax_documents']),
    );
    const rightsOn = async (table: string): Promise<string[]> => {
      const { rows: found } = await session.query<{ name: string }>(
        `SELECT name FROM unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,TRIGGER}'::text[]) AS name
          WHERE has_table_privilege($1, name) OR name = 'UPDATE' AND has_any_column_privilege($1, name)`,
        [table],
      );
      return found.map(({ name }) => name);
    };
    for (const { table, isWhole } of rows) {
      const rights = ['SELECT', 'INSERT', ...(isWhole ? [] : ['UPDATE'])];
      expect([table, await rightsOn(table)]).toEqual([table, rights]);
    }
    // `schema:revert` runs the stored source as the owner.
    for (const table of ['schema_functions', 'schema_migrations']) {
      expect([table, await rightsOn(table)]).toEqual([table, ['SELECT']]);
    }
  });

  it('cannot post past the triggers with temporary tables of the same names', async () => {
    const { rows } = await session.query<{ id: number }>(
      "SELECT id FROM ledger_accounts WHERE kind = 'client_wallet' LIMIT 1",
    );
    const wallet = rows[0]!.id;
    const post = async (...shadows: string[]): Promise<string | undefined> => {
      await session.query('BEGIN');
      for (const statement of shadows) await session.query(statement);
      await session.query(
        `WITH journal AS (
            INSERT INTO public.ledger_journals (kind, key, actor) VALUES ('adjustment', 'adjustment:0', 'nobody') RETURNING id
          )
          INSERT INTO public.ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
            SELECT id, 1, ${wallet}, 100000000, 100000000 FROM journal`,
      );
      try {
        await session.query('COMMIT');
        return 'posted';
      } catch (error) {
        return (error as pg.DatabaseError).constraint;
      }
    };
    const balanced = [
      'CREATE TEMPORARY TABLE ledger_accounts ON COMMIT DROP AS SELECT * FROM public.ledger_accounts',
      `CREATE TEMPORARY VIEW ledger_postings AS SELECT j.id AS journal_id, ${wallet} AS account_id, amount_minor, 1 AS balance_after
        FROM public.ledger_journals j CROSS JOIN unnest('{-1, 1}'::bigint[]) AS amount_minor`,
    ];
    expect(await post()).toBe('ledger_journals_sum_ck');
    expect(await post(...balanced)).toBe('ledger_journals_sum_ck');
    expect(await post('SET search_path = pg_temp, public', ...balanced)).toBe(
      'ledger_journals_sum_ck',
    );
  });

  it('places orders and finds faults in the tables of the service alone', async () => {
    const placing = await PlacingSql.open();
    await placing.givenProduct('lamp', 5);
    const other = await openClient(placing.connection);
    await shadow(other);
    const [outcome] = await placing.place([placing.request(1, { lamp: 2 })], {}, other);
    expect(outcome).toEqual({ n: 1, outcome: 'placed' });
    await other.query('UPDATE public.stock_levels SET on_hand = on_hand + 1 WHERE reserved > 0');
    await other.query("SELECT number_changes('', 0)");
    const faults = Object.values(FAULT_FUNCTIONS).map((name) => `SELECT broken FROM ${name}()`);
    const { rows } = await other.query<{ broken: string }>(faults.join(' UNION ALL '));
    // The product was stored past the service, which would have left an audit entry of its price and its delivery charge.
    expect(rows.map(({ broken }) => broken)).toEqual([
      'setting that differs from its latest audit entry',
      'setting that differs from its latest audit entry',
      'on hand differs from the movements',
    ]);
  });
});
