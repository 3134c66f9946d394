import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { MAY_BE_DONE, mayBeDone, problemOf } from '../../api/problem';
import { CopyButton } from '../copy-button';
import { InvoiceRepairs } from '../tax/tax-data-link';
import { Notice } from './notice';
import classes from './problem-notice.module.css';

const CanceledOrder = lazy(async () => ({
  default: (await import('../../pages/office/order/canceled-order')).CanceledOrder,
}));

interface ProblemNoticeProps {
  /** null: nothing is rendered. */
  error: unknown;
  /** The refused attempt: "The orders could not be loaded." */
  title: string;
  /** Repeats the attempt; undefined if the person can submit the form again. */
  onRetry?: () => void;
}

/** Renders the problem, or each rejected field, and "Try again"; for an error of the service, with the request id for support. */
export function ProblemNotice({ error, title, onRetry }: ProblemNoticeProps) {
  if (error === null) return null;
  const { status, message, fields, requestId, lacking, canceledOrder } = problemOf(error);
  return (
    <Notice tone="bad" title={mayBeDone(error) ? MAY_BE_DONE : title} isAlert>
      {fields.length > 1 ? (
        <ul>
          {fields.map((field) => (
            <li key={field.field}>{field.message}</li>
          ))}
        </ul>
      ) : (
        <p>
          {canceledOrder === null ? (
            message
          ) : (
            <Suspense fallback={message}>
              <CanceledOrder number={canceledOrder} />
            </Suspense>
          )}
        </p>
      )}
      {lacking !== null && <InvoiceRepairs {...lacking} />}
      {requestId !== null && (status ?? 0) >= 500 && (
        <p className={classes.request}>
          Request <code>{requestId}</code> <CopyButton value={requestId} what="request id" />
        </p>
      )}
      {onRetry !== undefined && (
        <Button variant="default" mt="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
