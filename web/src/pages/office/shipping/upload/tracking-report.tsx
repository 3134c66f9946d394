import { Button } from '@mantine/core';
import { csvAddress } from '../../../../shared/lists/csv-address';
import { column, type Column } from '../../../../shared/lists/columns';
import { DataTable } from '../../../../shared/lists/data-table';
import { plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { FileRowResult } from '../../../../table-file/file-row-result';
import type { RowResult, TrackingReport } from './use-tracking-import';
import { OrderLink } from '../../../../order/order-link';

/** Maximum rows that the page shows of a report. Rows with errors come first; the file has all of them. */
const SHOWN = 500;

function columnsOf(isDryRun: boolean): readonly Column<RowResult>[] {
  return [
    column.cell('Order', ({ order }) => (order === '' ? '–' : <OrderLink number={order} />)),
    column.text('Row', 'line'),
    column.cell('Tracking number', ({ trackingNumber }) => <code>{trackingNumber || '–'}</code>),
    column.wide('Result', ({ problem, warning }) =>
      problem !== null ? (
        <FileRowResult
          tone="bad"
          label={isDryRun ? 'Cannot be shipped' : 'Not shipped'}
          text={problem}
        />
      ) : (
        <FileRowResult
          tone={warning === null ? 'ok' : 'waiting'}
          label={isDryRun ? 'In order' : 'Shipped'}
          text={warning ?? ''}
        />
      ),
    ),
  ];
}

interface TrackingReportProps {
  report: TrackingReport;
  /** Header of the chosen file. */
  header: readonly string[];
  onApply: () => void;
}

/**
 * Renders the result of an upload or its dry run, row by row; rows with errors can be saved, corrected and uploaded
 * again.
 */
export function TrackingReportView({ report, header, onApply }: TrackingReportProps) {
  const { isDryRun, rows, created, unchanged } = report;
  const bad = rows.filter(({ problem }) => problem !== null);
  const good = rows.filter(({ problem }) => problem === null);
  const doubtful = good.filter(({ warning }) => warning !== null);
  const sorted = [...bad, ...doubtful, ...good.filter(({ warning }) => warning === null)];
  return (
    <>
      <div role="status">
        <Notice tone={bad.length === 0 ? 'ok' : 'waiting'} title={titleOf(report)}>
          {bad.length > 0 && (
            <p>
              {`${plural(bad.length, 'row')} ${bad.length === 1 ? 'has' : 'have'} a problem and ${isDryRun ? 'will not be' : 'were not'} shipped.`}
            </p>
          )}
          {unchanged > 0 && (
            <p>{`${plural(unchanged, 'shipment')} ${unchanged === 1 ? 'was' : 'were'} recorded before and ${unchanged === 1 ? 'stays' : 'stay'} as recorded.`}</p>
          )}
        </Notice>
      </div>
      <div className="buttons">
        {isDryRun && created > 0 && (
          <Button onClick={onApply}>{`Ship ${plural(created, 'shipment')}`}</Button>
        )}
        {bad.length > 0 && (
          <Button
            component="a"
            href={faultyFile(header, bad)}
            download="rows-to-correct.csv"
            variant="default"
          >
            Download the rows at fault
          </Button>
        )}
      </div>
      <DataTable
        caption="Rows of the file"
        columns={columnsOf(isDryRun)}
        rows={sorted.slice(0, SHOWN)}
        rowKey={({ line }) => line}
      />
      {sorted.length > SHOWN && (
        <p className="soft small">{`The first ${plural(SHOWN, 'row')} of ${plural(sorted.length, 'row')}.`}</p>
      )}
    </>
  );
}

function titleOf({ isDryRun, created }: TrackingReport): string {
  if (!isDryRun) return `Shipped ${plural(created, 'shipment')}.`;
  return created === 0
    ? 'Nothing in this file can be shipped.'
    : `${plural(created, 'shipment')} can be shipped.`;
}

/** Writes the file's own columns and why each row was left out; a column of an earlier download is replaced. */
function faultyFile(header: readonly string[], bad: readonly RowResult[]): string {
  const kept = header.flatMap((name, position) => (name === 'problem' ? [] : [position]));
  return csvAddress(
    [...kept.map((position) => header[position] ?? ''), 'problem'],
    bad.map(({ cells, problem }) => [...kept.map((position) => cells[position]), problem]),
  );
}
