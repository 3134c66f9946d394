/** Picks the fields of a form whose values differ from those before. */
export function changedFields<Values extends object>(
  before: Values,
  values: Values,
): Partial<Values> {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
