/** Functions of the database as they must not be, to see that a simulation finds it. */
export interface Defect {
  name: string;
  /** From this one on, a schedule soon meets it. */
  firstSeed: number;
  statements: readonly string[];
}

/** Replaces parts of the numbering, see `number_changes.sql`. Nothing happens where a part is not there. */
function numberingWith(...parts: [string, string][]): string {
  const changed = parts.reduce(
    (source, [part, other]) => `replace(${source}, $part$${part}$part$, $part$${other}$part$)`,
    `pg_get_functiondef(to_regprocedure('number_changes(text, bigint)'))`,
  );
  return `DO $do$ BEGIN EXECUTE ${changed}; END $do$`;
}

/** A numbering is committed before it is on disk. */
const NOT_ON_DISK: [string, string][] = [
  ["= 'off'", "<> 'off'"],
  ["'on', true", "'off', true"],
];

export const DEFECTS: readonly Defect[] = [
  {
    name: 'a crash gives positions out again that stores have received, as in release 1.0',
    firstSeed: 10,
    statements: [
      numberingWith(...NOT_ON_DISK, [
        'NOT state.holds OR (state.incarnation = p_incarnation AND state.position < p_position)',
        "state.incarnation = ''",
      ]),
    ],
  },
  {
    name: 'a position is returned before it is on disk',
    firstSeed: 3,
    statements: [numberingWith(...NOT_ON_DISK)],
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
