import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemOf } from '../api/problem';
import { Notice } from '../shared/layout/notice';
import { OrderStatus } from '../shared/terms/order-status';
import { ProblemNotice } from '../shared/layout/problem-notice';

interface OrderFailureProps {
  query: UseQueryResult;
  /** Said of an archived order: where the rest of it is. */
  children: ReactNode;
}

/** Stands in place of an order that could not be loaded. An archived order is no failure: its last status is known. */
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
        It was closed long ago. Its last status: <OrderStatus status={archivedStatus} />
      </p>
      {children}
    </Notice>
  );
}
