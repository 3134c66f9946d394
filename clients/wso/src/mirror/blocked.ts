import type { Connection } from '../database/database.js';
import { changeAllowed } from '../database/refusals.js';
import { log } from '../output.js';

/** Products or orders whose rows a rule of the merchant's database refuses to change, by SKU or number. */
export type Blocked = Record<string, { reason: string; wanted: unknown }>;

/**
 * Stores products or orders, and tries those again that were refused before. `null` stands for one that the service does not have.
 *
 * @returns those that are refused now
 */
export async function storeAllowed<T>(
  connection: Connection,
  blocked: Blocked,
  changed: ReadonlyMap<string, T | null>,
  store: (wanted: ReadonlyMap<string, T | null>) => Promise<void>,
): Promise<Blocked> {
  const waiting = new Map<string, T | null>();
  for (const [key, { wanted }] of Object.entries(blocked)) {
    if (!changed.has(key)) waiting.set(key, wanted as T | null);
  }
  const refused: Blocked = {};
  for (const group of [waiting, changed]) {
    const storeSome = (keys: readonly string[]): Promise<void> =>
      store(new Map(keys.map((key) => [key, group.get(key) ?? null])));
    for (const [key, reason] of await changeAllowed(connection, [...group.keys()], storeSome)) {
      refused[key] = { reason, wanted: group.get(key) ?? null };
      if (blocked[key] === undefined) log(`${key} is skipped: ${reason}`);
    }
  }
  return refused;
}

/** Picks those that the service did not have: a list that begins again contains the others. */
export function absentOf(blocked: Blocked): Blocked {
  return Object.fromEntries(Object.entries(blocked).filter(([, { wanted }]) => wanted === null));
}
