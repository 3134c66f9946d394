import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** A connection that is lost for less is not worth a word. */
const NOTED_AFTER_MS = 5_000;

/** Since when the browser has no connection; null: it has one, or was without for a moment only. */
let since: string | null = null;
const listeners = new Set<() => void>();
let noting: ReturnType<typeof setTimeout> | undefined;

onlineManager.subscribe((isOnline) => {
  clearTimeout(noting);
  if (isOnline) note(null);
  else {
    const lostAt = new Date().toISOString();
    noting = setTimeout(() => note(lostAt), NOTED_AFTER_MS);
  }
});

/** Returns since when the browser has no connection, once it is worth a word; null: nothing is amiss. */
export function useOfflineSince(): string | null {
  return useSyncExternalStore(subscribe, () => since);
}

function note(lostAt: string | null): void {
  since = lostAt;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
