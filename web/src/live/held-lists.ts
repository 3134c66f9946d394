import type { Query, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

interface List {
  data: { id?: unknown; order_number?: unknown }[];
}

/** A list as it is now, while the page shows it as it was. */
export interface HeldList {
  shown: Query;
  /** When the shown list was read. */
  shownAtMs: number;
  fresh: List;
  newRows: number;
}

/** A person is in the middle of something in a list: its rows must not move. */
const IN_USE = '[role=dialog], main tbody input:checked, main tbody tr:hover, main tbody :focus';

let held: readonly HeldList[] = [];
const listeners = new Set<() => void>();

/** Returns true if the rows of the page's lists must stay where they are. */
export function mustStay(): boolean {
  return window.scrollY > 0 || document.querySelector(IN_USE) !== null;
}

/** Returns true if a query read a list with rows that are shown. */
export function isShownList({ state }: Query): boolean {
  const { data } = (state.data ?? {}) as Partial<List>;
  return Array.isArray(data) && data.length > 0;
}

/** Reads a list again, and offers it if it has changed. The page shows it as it was. */
export async function hold(client: QueryClient, shown: Query): Promise<void> {
  const { queryFn } = shown.options;
  const shownAtMs = shown.state.dataUpdatedAt;
  const fresh: List = await client.fetchQuery({
    queryKey: ['held', ...(shown.queryKey as unknown[])],
    queryFn,
    staleTime: 0,
    gcTime: 0,
  });
  const old = shown.state.data as List;
  const others = held.filter((list) => list.shown !== shown);
  const isSame = JSON.stringify(fresh) === JSON.stringify(old);
  const known = new Set(old.data.map(idOf));
  const newRows = fresh.data.filter((row) => !known.has(idOf(row))).length;
  setHeld(isSame ? others : [...others, { shown, shownAtMs, fresh, newRows }]);
}

/** Lists what the page could show. What it has read again since, or no longer shows, is left out. */
export function useHeldLists(): readonly HeldList[] {
  return useSyncExternalStore(subscribe, () => held);
}

/** Forgets lists that the page has read again since, or no longer shows. */
export function forgetOutdated(): void {
  const left = held.filter(
    ({ shown, shownAtMs }) => shown.isActive() && shown.state.dataUpdatedAt === shownAtMs,
  );
  if (left.length < held.length) setHeld(left);
}

/** Shows the lists as they are. */
export function showHeld(client: QueryClient): void {
  for (const { shown, fresh } of held) client.setQueryData(shown.queryKey, fresh);
  setHeld([]);
}

function idOf({ order_number: number, ...row }: List['data'][number]): unknown {
  return number ?? row.id ?? JSON.stringify(row);
}

function setHeld(lists: readonly HeldList[]): void {
  held = lists;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
