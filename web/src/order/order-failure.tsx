import { useIsMutating, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { OrderStatus as Status } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import { problemOf } from '../api/problem';
import { Notice } from '../shared/layout/notice';
import { OrderStatus } from '../shared/terms/order-status';
import { ProblemNotice } from '../shared/layout/problem-notice';

interface OrderFailureProps {
  query: UseQueryResult;
  /** Text for an archived order: where its data is now. */
  children: ReactNode;
}

/**
 * Renders an error in place of an order that could not be loaded, or the last status of an archived order.
 */
export function OrderFailure({ query, children }: OrderFailureProps) {
  const { archivedStatus } = problemOf(query.error);
  if (archivedStatus === null) {
    return (
      <ProblemNotice
        error={query.error}
        title="The order could not be loaded."
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Notice tone="calm" title="This order is archived">
      <p>
        This order was closed long ago. Its last status: <OrderStatus status={archivedStatus} />
      </p>
      {children}
    </Notice>
  );
}

/** Says that a dialog was closed because the order changed. What this person does itself is no news. */
export function ChangedMeanwhile({ status }: { status: Status }) {
  const isSaving = useIsMutating() > 0;
  const [shown, setShown] = useState({ status, hadDialog: false });
  const [isClosed, setIsClosed] = useState(false);
  if (shown.status !== status) setShown({ status, hadDialog: !isSaving && hasDialog() });
  useEffect(() => {
    const look = setTimeout(() => setIsClosed(shown.hadDialog && !hasDialog()));
    return () => clearTimeout(look);
  }, [shown]);
  if (!isClosed) return null;
  return (
    <Notice tone="waiting" title="This order changed while you had a dialog open." isAlert>
      The dialog was closed, and nothing of it was sent: the order is now{' '}
      <OrderStatus status={status} />.
    </Notice>
  );
}

function hasDialog(): boolean {
  return document.querySelector('[role=dialog]') !== null;
}
