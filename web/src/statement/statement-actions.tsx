import { Button } from '@mantine/core';
import { DownloadTable } from '../shared/lists/download';
import { Icon } from '../shared/icon';
import classes from './statement-actions.module.css';

interface StatementActionsProps {
  /** The path of the file. */
  path: string;
  filter: Record<string, string>;
}

/** Renders the download and the print button of a statement or closing. */
export function StatementActions({ path, filter }: StatementActionsProps) {
  return (
    <div className={classes.actions}>
      <DownloadTable path={path} filter={filter} />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="print" size={15} />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  );
}
