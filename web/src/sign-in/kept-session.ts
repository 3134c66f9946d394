import { useSyncExternalStore } from 'react';

const SESSION = '/dashboard/api/session';

/** Resolves with true once the same person has signed in again, with false if the person leaves the page. */
let ended: { again: Promise<boolean>; resolve: (isAgain: boolean) => void } | null = null;
const listeners = new Set<() => void>();

/**
 * Makes a `fetch` that waits when the session has ended. Once the person has signed in again over the page, it repeats the call
 * once, with the same headers and body.
 *
 * @param isSignedIn returns whether a person has used this page; before that, a 401 leads to the sign-in page
 */
export function keepSession(send: typeof fetch, isSignedIn: () => boolean): typeof fetch {
  return async (address, init) => {
    const answer = await send(address, init);
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
    const isSignOut = pathname === SESSION && init?.method === 'DELETE';
    if (isSignOut || !isSignedIn() || !(await saysSignedOut(answer))) return answer;
    return (await signedInAgain()) ? send(address, init) : answer;
  };
}

async function saysSignedOut(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: string } | null)?.code === 'not_signed_in';
}

function signedInAgain(): Promise<boolean> {
  if (ended === null) {
    let resolve!: (isAgain: boolean) => void;
    const again = new Promise<boolean>((settle) => (resolve = settle));
    ended = { again, resolve };
    notify();
  }
  return ended.again;
}

/** Repeats the calls that wait, or lets them fail. */
export function endWaiting(isAgain: boolean): void {
  ended?.resolve(isAgain);
  ended = null;
  notify();
}

/** Returns true if calls wait for the person to sign in again. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended !== null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
