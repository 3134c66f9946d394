import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOf } from '../../api/problem';
import { CopyButton } from '../copy-button';
import { Notice } from './notice';
import classes from './problem-notice.module.css';

interface ProblemNoticeProps {
  error: unknown;
  /** The failed attempt: "The orders could not be loaded." */
  title: string;
  /** Repeats the attempt; undefined if the person can submit the form again. */
  onRetry?: () => void;
  children?: ReactNode;
}

/** Renders the problem, the request id for support, and "Try again". */
export function ProblemNotice({ error, title, onRetry, children }: ProblemNoticeProps) {
  const { message, requestId } = problemOf(error);
  return (
    <Notice tone="bad" title={title} isAlert>
      <p>{message}</p>
      {children}
      {requestId !== null && (
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
