/** Functions of the database as they must not be, to see that a simulation finds it. */
export interface Defect {
  name: string;
  /** From this one on, a schedule soon meets it. */
  firstSeed: number;
  statements: readonly string[];
}

/**
 * Positions are transaction ids, as in release 1.0: a change has the id of its transaction, and a reader has received
 * everything up to the id before `next`. No incarnation is ever begun.
 */
function transactionIds(next: 'xmin' | 'xmax'): string[] {
  return [
    `INSERT INTO feed_incarnations (n, id, start) VALUES (1, 'aaaaaaaaaaaa', 0)`,
    `UPDATE feed_state SET incarnation = 'aaaaaaaaaaaa'`,
    `CREATE OR REPLACE FUNCTION feed_state_now()
      RETURNS TABLE ("position" bigint, incarnation varchar, history_start bigint, holds boolean)
      LANGUAGE sql STABLE AS $$
        SELECT pg_snapshot_${next}(pg_current_snapshot())::text::bigint - 1, s.incarnation, s.history_start, true
        FROM feed_state s
      $$`,
    `CREATE OR REPLACE FUNCTION number_changes(p_incarnation text, p_position bigint) RETURNS void
      LANGUAGE sql AS 'SELECT'`,
    `CREATE FUNCTION number_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        own bigint := pg_current_xact_id()::text::bigint;
      BEGIN
        IF NEW.kind = 'order' THEN
          INSERT INTO order_positions AS p (order_id, client_id, status, position)
            SELECT id, client_id, status, own FROM orders WHERE id = ANY (NEW.ids)
          ON CONFLICT (order_id) DO UPDATE SET status = excluded.status, position = excluded.position;
        ELSE
          INSERT INTO numbered_changes AS c (position, kind, label, ids)
            VALUES (own, NEW.kind, NEW.label, NEW.ids)
          ON CONFLICT (position, kind, label) DO UPDATE SET ids = c.ids || excluded.ids;
        END IF;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER number_at_once BEFORE INSERT ON change_queue
      FOR EACH ROW EXECUTE FUNCTION number_at_once()`,
  ];
}

export const DEFECTS: readonly Defect[] = [
  {
    name: 'positions are transaction ids, which a crash after a rollback gives out again',
    firstSeed: 3,
    statements: transactionIds('xmin'),
  },
  {
    name: 'positions are transaction ids, and open transactions are not waited for',
    firstSeed: 9,
    statements: transactionIds('xmax'),
  },
  {
    name: 'a position is returned before it is on disk',
    firstSeed: 3,
    statements: [
      `DO $do$ BEGIN
        EXECUTE replace(replace(
          pg_get_functiondef(to_regprocedure('number_changes(text, bigint)')), $$= 'off'$$, $$<> 'off'$$), $$'on', true$$, $$'off', true$$);
      END $do$`,
    ],
  },
  {
    name: 'orders are placed although prices have changed since they were validated',
    firstSeed: 1,
    statements: [
      `CREATE OR REPLACE FUNCTION is_stale(
        p_requests order_request[], p_lines order_request_line[], p_snapshot pg_snapshot
      ) RETURNS boolean LANGUAGE sql AS 'SELECT false'`,
    ],
  },
];
