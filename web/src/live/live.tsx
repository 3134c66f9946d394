import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOfflineSince } from '../api/offline';
import { formatClock, plural } from '../shared/format';
import { Notice } from '../shared/layout/notice';
import { followChanges } from './follow-changes';
import { forgetOutdated, showHeld, useHeldLists, type HeldList } from './held-lists';
import classes from './live.module.css';

/**
 * Has the page follow changes, offers lists that changed while a person is in the middle of them, and says that there is no
 * connection.
 */
export function Live() {
  const client = useQueryClient();
  useEffect(() => followChanges(client), [client]);
  useEffect(() => client.getQueryCache().subscribe(forgetOutdated), [client]);
  const held = useHeldLists();
  const offlineSince = useOfflineSince();
  return (
    <div className={classes.live} role="status">
      {offlineSince !== null && (
        <Notice tone="waiting">
          No connection. What you see is from {formatClock(offlineSince)}.
        </Notice>
      )}
      {held.length > 0 && (
        <Notice tone="calm">
          <span className={classes.line}>
            {describe(held)}
            <Button size="compact-sm" variant="default" onClick={() => showHeld(client)}>
              Show
            </Button>
          </span>
        </Notice>
      )}
    </div>
  );
}

function describe(held: readonly HeldList[]): string {
  const count = held.reduce((sum, { newRows }) => sum + newRows, 0);
  if (count === 0) return 'The list has changed';
  const isOfOrders = held.every(({ shown }) => String(shown.queryKey[0]).includes('Orders'));
  return plural(count, isOfOrders ? 'new order' : 'new row');
}
