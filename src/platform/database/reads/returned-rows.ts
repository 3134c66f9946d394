/** Returns the rows of an UPDATE or DELETE … RETURNING; TypeORM returns them together with their number. */
export function rowsOf<T>(result: unknown): T[] {
  const [rows] = result as [T[], number];
  return rows;
}
