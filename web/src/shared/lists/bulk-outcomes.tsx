import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './bulk-outcomes.module.css';
import { Notice } from '../layout/notice';

interface BulkOutcomesProps {
  /** Summary: "Canceled 3 of 4 orders." */
  title: string;
  /** True if no row was skipped. */
  isWhole: boolean;
  /** What matters most of the outcomes, in a line. */
  lead?: ReactNode;
  /** A list item with the outcome of each row. */
  children: ReactNode;
  /** Further list items, which are folded. */
  folded?: { summary: string; items: ReactNode };
  /** File with the skipped rows. */
  file: { label: string; name: string; address: string };
  onClose: () => void;
}

/** Renders the result of a bulk action: rows with their outcomes, and a file of those that were skipped. */
export function BulkOutcomes(props: BulkOutcomesProps) {
  const { title, isWhole, lead, children, folded, file, onClose } = props;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} role="status" tabIndex={-1} className={classes.outcomes}>
      <Notice tone={isWhole ? 'ok' : 'waiting'} title={title}>
        {lead}
        <ul className={classes.list}>{children}</ul>
        {folded !== undefined && (
          <details>
            <summary>{folded.summary}</summary>
            <ul className={classes.list}>{folded.items}</ul>
          </details>
        )}
        <div className="buttons">
          {!isWhole && (
            <Button
              component="a"
              href={file.address}
              download={file.name}
              variant="default"
              size="xs"
            >
              {file.label}
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
