import { Connection } from './connection';
import { anything, type Change } from './kinds';

/** Tells the browser's connection whether this tab is visible. */
type Show = (isVisible: boolean) => void;

/**
 * Shares one connection among the tabs of the browser, which the service tells what changed.
 *
 * @param tell receives changes while this tab is visible
 */
export function shareConnection(tell: (change: Change) => void): Show {
  return 'SharedWorker' in window ? byWorker(tell) : byLeader(tell);
}

function byWorker(tell: (change: Change) => void): Show {
  const { port } = new SharedWorker(new URL('./connection.worker.ts', import.meta.url), {
    type: 'module',
  });
  port.onmessage = ({ data }: MessageEvent<Change>) => tell(data);
  return (isVisible) => port.postMessage(isVisible);
}

/** Lets one of the visible tabs have the connection, and tell the others. */
function byLeader(tell: (change: Change) => void): Show {
  const others = new BroadcastChannel('changes');
  others.onmessage = ({ data }: MessageEvent<Change>) => tell(data);
  const connection = new Connection((change) => {
    tell(change);
    others.postMessage(change);
  });
  let hidden = new AbortController();
  return (isVisible) => {
    hidden.abort();
    if (!isVisible) return;
    // A tab reads its page before it follows changes.
    tell(anything());
    hidden = new AbortController();
    const { signal } = hidden;
    const lead = (): Promise<void> =>
      new Promise((resolve) => {
        connection.open();
        signal.addEventListener('abort', () => {
          connection.close();
          resolve();
        });
      });
    // Refused when the tab is hidden before it leads.
    navigator.locks.request('changes', { signal }, lead).catch(() => undefined);
  };
}
