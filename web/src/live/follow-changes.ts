import type { Query, QueryClient } from '@tanstack/react-query';
import { inBackground } from '../api/operations';
import { hold, isShownList, mustStay } from './held-lists';
import { reads, type Change } from './kinds';
import { shareConnection } from './one-connection';

/** A page asks at most once in this time. */
const PAUSE_MS = 2_000;

/** Reads again what the page shows when it may have changed. @returns a function that ends this */
export function followChanges(client: QueryClient): () => void {
  let changes: Change[] = [];
  // The page was just loaded.
  let askedAtMs = performance.now();
  let asking: ReturnType<typeof setTimeout> | undefined;
  const ask = (): void => {
    asking = undefined;
    askedAtMs = performance.now();
    const asked = changes;
    changes = [];
    const mayBeOutdated = (query: Query): boolean =>
      asked.some((change) => concerns(change, query));
    inBackground(() => readAgain(client, mayBeOutdated));
  };
  const show = shareConnection((change) => {
    changes.push(change);
    asking ??= setTimeout(ask, Math.max(0, askedAtMs + PAUSE_MS - performance.now()));
  });
  const note = (): void => show(document.visibilityState === 'visible');
  const leave = (): void => show(false);
  note();
  document.addEventListener('visibilitychange', note);
  window.addEventListener('pageshow', note);
  window.addEventListener('pagehide', leave);
  return () => {
    clearTimeout(asking);
    document.removeEventListener('visibilitychange', note);
    window.removeEventListener('pageshow', note);
    window.removeEventListener('pagehide', leave);
    leave();
  };
}

function concerns({ kinds, before }: Change, { queryKey, state }: Query): boolean {
  const isOld = before === null || state.dataUpdatedAt < before;
  return isOld && kinds.some((kind) => reads(queryKey[0], kind));
}

function readAgain(client: QueryClient, mayBeOutdated: (query: Query) => boolean): void {
  const isHeld = mustStay();
  const stays = (query: Query): boolean => isHeld && query.isActive() && isShownList(query);
  for (const query of client.getQueryCache().findAll({ predicate: mayBeOutdated })) {
    // A list that cannot be read stays as it is.
    if (stays(query)) hold(client, query).catch(() => undefined);
  }
  void client.invalidateQueries({ predicate: (query) => mayBeOutdated(query) && !stays(query) });
}
