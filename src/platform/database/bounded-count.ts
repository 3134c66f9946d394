/** Highest number that a bounded count returns; it then means "this many or more". */
export const COUNTED_MAX = 100;

/**
 * Makes a SQL expression that counts at most {@link COUNTED_MAX} rows, so that its cost does not grow with the table.
 *
 * @param source text after FROM, with its condition
 */
export function boundedCount(source: string): string {
  return `(SELECT count(*)::integer FROM (SELECT FROM ${source} LIMIT ${COUNTED_MAX}) counted)`;
}
