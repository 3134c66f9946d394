import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which rows changed, by the transaction that changed them: what a copy in memory needs to catch up.
 * Triggers write it, so that no change can forget to.
 */
export class ChangeLog1763900000000 implements MigrationInterface {
  readonly name = 'ChangeLog1763900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, FORGET]) await queryRunner.query(statement);
    for (const { table, kind, id } of SOURCES) {
      for (const statement of triggersOf(table, kind, id)) await queryRunner.query(statement);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { table } of SOURCES) {
      for (const event of EVENTS) {
        await queryRunner.query(`DROP TRIGGER ${table}_${event}_logged ON ${table}`);
      }
      await queryRunner.query(`DROP TRIGGER ${table}_truncate_logged ON ${table}`);
      await queryRunner.query(`DROP FUNCTION log_${table}_change`);
    }
    await queryRunner.query('DROP FUNCTION forget_changes');
    await queryRunner.query('DROP TABLE change_log, change_log_horizon');
  }
}

const EVENTS = ['insert', 'update', 'delete'];

/** Whose changes are logged: as which kind, under which column's values. */
const SOURCES = [
  { table: 'clients', kind: 'access', id: 'id' },
  { table: 'api_tokens', kind: 'access', id: 'client_id' },
  { table: 'subscriptions', kind: 'access', id: 'client_id' },
  { table: 'plans', kind: 'plan', id: 'id' },
  { table: 'products', kind: 'product', id: 'id' },
  { table: 'plan_prices', kind: 'product', id: 'product_id' },
  { table: 'stock_levels', kind: 'stock', id: 'product_id' },
];

const TABLES = [
  `CREATE TABLE change_log (
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    kind varchar(10) NOT NULL,
    ids integer[] NOT NULL
  )`,
  `CREATE INDEX change_log_xid_ix ON change_log (xid)`,
  // What changed in transactions before this one is no longer in the log.
  `CREATE TABLE change_log_horizon (xid xid8 NOT NULL)`,
  `INSERT INTO change_log_horizon VALUES (pg_current_xact_id())`,
];

/** After it every copy is read anew. */
const FORGET = `CREATE FUNCTION forget_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- Beyond this transaction: a copy that has not seen it may have been made just before.
    UPDATE change_log_horizon SET xid = (pg_current_xact_id()::text::bigint + 1)::text::xid8;
    RETURN NULL;
  END $$`;

/**
 * One entry a statement, however many rows it changed: the log must cost orders next to nothing.
 *
 * @param from the changed rows are in `changed`
 */
export function logFunction(table: string, kind: string, id: string, from = 'changed'): string {
  return `FUNCTION log_${table}_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO change_log (kind, ids)
        SELECT '${kind}', array_agg(DISTINCT ${id}) FROM ${from} HAVING count(*) > 0;
      RETURN NULL;
    END $$`;
}

function triggersOf(table: string, kind: string, id: string): string[] {
  return [
    `CREATE ${logFunction(table, kind, id)}`,
    ...EVENTS.map(
      (event) => `CREATE TRIGGER ${table}_${event}_logged AFTER ${event} ON ${table}
        REFERENCING ${event === 'delete' ? 'OLD' : 'NEW'} TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION log_${table}_change()`,
    ),
    `CREATE TRIGGER ${table}_truncate_logged AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION forget_changes()`,
  ];
}
