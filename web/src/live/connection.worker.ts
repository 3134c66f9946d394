import { Connection } from './connection';
import { anything, type Change } from './kinds';

/** The tabs that are visible. A tab that is closed was hidden before. */
const visible = new Set<MessagePort>();
const connection = new Connection((change: Change) => {
  for (const port of visible) port.postMessage(change);
});

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]!;
  port.onmessage = ({ data }: MessageEvent<boolean>) => {
    if (data) {
      visible.add(port);
      // A tab reads its page before it follows changes.
      port.postMessage(anything());
    } else {
      visible.delete(port);
    }
    if (visible.size > 0) connection.open();
    else connection.close();
  };
});
