import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './bulk-outcomes.module.css';
import { csvAddress } from './csv-address';
import { Notice } from '../layout/notice';

/** Outcome of a bulk action for one row. */
export interface BulkOutcome {
  key: string;
  /** Reason for skipping the row; null: done. */
  problem: string | null;
}

interface BulkOutcomesProps {
  /** Summary: "Canceled 3 of 4 orders." */
  title: string;
  outcomes: readonly BulkOutcome[];
  /** Link to the row. */
  link: (key: string) => ReactNode;
  /** Name of the file with the skipped rows. */
  fileName: string;
  onClose: () => void;
}

/** Renders the result of a bulk action: each skipped row with its reason, and a file of them. */
export function BulkOutcomes({ title, outcomes, link, fileName, onClose }: BulkOutcomesProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  const failed = outcomes.filter(({ problem }) => problem !== null);
  return (
    <div ref={region} role="status" tabIndex={-1} className={classes.outcomes}>
      <Notice tone={failed.length === 0 ? 'ok' : 'waiting'} title={title}>
        {failed.length > 0 && (
          <ul className={classes.list}>
            {failed.map(({ key, problem }) => (
              <li key={key}>
                {link(key)} <span>{problem}</span>
              </li>
            ))}
          </ul>
        )}
        <div className={classes.actions}>
          {failed.length > 0 && (
            <Button
              component="a"
              href={csvAddress(
                ['order_number', 'problem'],
                failed.map(({ key, problem }) => [key, problem ?? '']),
              )}
              download={fileName}
              variant="default"
              size="xs"
            >
              Download these as CSV
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onClose}>
            Close
          </Button>
        </div>
      </Notice>
    </div>
  );
}
