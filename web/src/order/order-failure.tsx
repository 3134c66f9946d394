import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
