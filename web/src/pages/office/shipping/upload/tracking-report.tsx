import { Button } from '@mantine/core';
import { useState } from 'react';
import { csvAddress } from '../../../../shared/lists/csv-address';
import { column, type Column } from '../../../../shared/lists/columns';
import { DataTable } from '../../../../shared/lists/data-table';
import { CheckField } from '../../../../shared/forms/check-field';
import { plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { FileRowResult } from '../../../../table-file/file-row-result';
import type { RowResult, TrackingReport } from './use-tracking-import';
import { OrderLink } from '../../../../order/order-link';

/** Maximum rows that the page shows of a report. Rows with errors come first; the file has all of them. */
const SHOWN = 500;
/** Orders without an invoice that the page names. */
const ORDERS_NAMED = 10;

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
          label={isDryRun ? (warning === null ? 'No problem' : 'Check it') : 'Shipped'}
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
  /** Ships the valid rows, except some. */
  onApply: (leftOut: readonly RowResult[]) => void;
}

/**
 * Renders the result of an upload or its dry run, row by row; rows with errors can be saved, corrected and uploaded
 * again.
 */
export function TrackingReportView({ report, header, onApply }: TrackingReportProps) {
  const { isDryRun, rows, created, unchanged, doubtful: asked, withoutInvoice } = report;
  const [shipsDoubtful, setShipsDoubtful] = useState(false);
  const bad = rows.filter(({ problem }) => problem !== null);
  const good = rows.filter(({ problem }) => problem === null);
  const elsewhere = bad.filter(({ isElsewhere }) => isElsewhere);
  const doubtful = good.filter(({ warning }) => warning !== null);
  const shippable = shipsDoubtful ? created : created - asked;
  const sorted = [...bad, ...doubtful, ...good.filter(({ warning }) => warning === null)];
  return (
    <>
      <div role="status">
        <Notice tone={bad.length === 0 ? 'ok' : 'waiting'} title={titleOf(report, shippable)}>
          {bad.length > 0 && (
            <p>
              {`${plural(bad.length, 'row has', 'rows have')} a problem and ${isDryRun ? 'will not be' : bad.length === 1 ? 'was not' : 'were not'} shipped.`}
            </p>
          )}
          {withoutInvoice.length > 0 && <p>{uninvoicedText(report)}</p>}
          {unchanged > 0 && (
            <p>{`${plural(unchanged, 'shipment')} ${unchanged === 1 ? 'was' : 'were'} recorded before and ${unchanged === 1 ? 'stays' : 'stay'} as recorded.`}</p>
          )}
        </Notice>
      </div>
      {isDryRun && asked > 0 && (
        <Notice
          tone="waiting"
          title={
            shipsDoubtful
              ? `${plural(asked, 'shipment has', 'shipments have')} the tracking number of another order.`
              : `${plural(asked, 'shipment is', 'shipments are')} left out, with the tracking number of another order.`
          }
        >
          <CheckField
            label="Ship them anyway"
            description="if both orders are in one box"
            checked={shipsDoubtful}
            onChange={(event) => setShipsDoubtful(event.currentTarget.checked)}
          />
        </Notice>
      )}
      <div className="buttons">
        {isDryRun && shippable > 0 && (
          <Button onClick={() => onApply([...elsewhere, ...(shipsDoubtful ? [] : doubtful)])}>
            {`Ship ${plural(shippable, 'shipment')}`}
          </Button>
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

function titleOf({ isDryRun, created }: TrackingReport, shippable: number): string {
  if (!isDryRun) return `Shipped ${plural(created, 'shipment')}.`;
  if (created === 0) return 'Nothing in this file can be shipped.';
  return shippable === 0
    ? 'Nothing can be shipped before you decide.'
    : `${plural(shippable, 'shipment')} can be shipped.`;
}

function uninvoicedText({ isDryRun, withoutInvoice }: TrackingReport): string {
  const named = withoutInvoice.slice(0, ORDERS_NAMED);
  const numbers = named.map(({ order_number }) => order_number).join(', ');
  const others = withoutInvoice.length - named.length;
  const reasons = [...new Set(named.flatMap((order) => order.reasons))].join('; ');
  return `${plural(withoutInvoice.length, 'order')} ${isDryRun ? 'would ship' : 'shipped'} without an invoice: ${numbers}${others > 0 ? ` and ${others} more` : ''}, because ${reasons}.`;
}

/** Writes the file's own columns and why each row was left out; a column of an earlier download is replaced. */
function faultyFile(header: readonly string[], bad: readonly RowResult[]): string {
  const kept = header.flatMap((name, position) => (name === 'problem' ? [] : [position]));
  return csvAddress(
    [...kept.map((position) => header[position] ?? ''), 'problem'],
    bad.map(({ cells, problem }) => [...kept.map((position) => cells[position]), problem]),
  );
}
