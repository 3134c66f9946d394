import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import { uploadField } from '../../../../../src/platform/table-file/columns.js';
import { COUNT_FIELDS } from '../../../../../src/stock/count-sheet/count-fields.js';
import type { CountReportDto } from '../../../api/generated/admin-types';
import { countStockMutation } from '../../../api/generated/admin';
import { problemOf, refusedData } from '../../../api/problem';
import { csvAddress } from '../../../shared/lists/csv-address';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { FileField } from '../../../shared/forms/file-field';
import { formatCount, plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { fileToSend, useUploadColumns } from '../../../table-file/use-upload-columns';
import { StatusOf, type StatusRow } from '../../../shared/status';
import classes from './stock-count-page.module.css';

type Outcome = CountReportDto['outcomes'][number];

const OUTCOMES: Record<Outcome['outcome'], StatusRow> = {
  set: { tone: 'ok', label: 'As counted' },
  moved: { tone: 'bad', label: 'Count again' },
  below_reserved: { tone: 'bad', label: 'Reserved' },
  unknown: { tone: 'bad', label: 'Unknown' },
  invalid: { tone: 'bad', label: 'Not readable' },
};
/** With the columns of the sheet that are for the person who counts. */
const SHEET_FIELDS = [
  ...COUNT_FIELDS,
  ...['name', 'shelf', 'expected'].map((each) => uploadField(each, each, '')),
];
/** More rows make the page slow; the summary counts all. */
const SHOWN = 500;

const COLUMNS: readonly Column<Outcome>[] = [
  column.code('SKU', ({ sku }) => sku || '–'),
  column.wide('Variation', ({ variation_key: key }) => variationText(key) || '–'),
  column.number('Line', 'line'),
  column.number('On hand', ({ on_hand: units }) => count(units)),
  column.number('Counted', ({ counted }) => count(counted)),
  column.number('Difference', ({ on_hand: units, counted }) =>
    units === null || counted === null ? null : difference(counted - units),
  ),
  column.wide('Result', ({ outcome, problem }) => (
    <>
      <StatusOf {...OUTCOMES[outcome]} />
      {problem !== null && <p className="soft small">{problem}</p>}
    </>
  )),
];

/** Sends a counted sheet: first a preview, then the changes. */
export function ApplySheet() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  // The service recognizes text and workbooks by their bytes. The client sends a file as it is.
  const body = file as unknown as string;
  const count = useMutation({
    ...countStockMutation(),
    onSuccess: async ({ data }) => {
      if (!data.dry_run) await queryClient.invalidateQueries();
    },
  });
  const upload = useUploadColumns('counts', SHEET_FIELDS, (read) => {
    const ready = fileToSend(read);
    setFile(ready);
    if (ready === null) count.reset();
    else count.mutate({ query: { dry_run: 'true' }, body: ready as unknown as string });
  });
  const report = count.data?.data;
  return (
    <div className="no-print">
      <SectionCard title="Counted sheet">
        <div className="sections">
          <FileField
            label="Counted sheet"
            description="The count sheet as CSV or Excel, with numbers in the column counted. You see a preview first."
            accept=".csv,.txt,.xlsx,text/csv"
            isDisabled={count.isPending}
            onFile={upload.take}
          />
          {upload.view}
          {count.error !== null && (
            <Notice tone="bad" title="The sheet could not be read." isAlert>
              {problemText(count.error)}
            </Notice>
          )}
          {report !== undefined && (
            <Report
              report={report}
              isBusy={count.isPending}
              onApply={() => count.mutate({ query: {}, body })}
            />
          )}
        </div>
      </SectionCard>
    </div>
  );
}

interface ReportProps {
  report: CountReportDto;
  isBusy: boolean;
  onApply: () => void;
}

function Report({ report, isBusy, onApply }: ReportProps) {
  const { dry_run: isDryRun, set, refused, outcomes } = report;
  return (
    <>
      <div role="status">
        <Notice tone={refused > 0 ? 'waiting' : 'ok'} title={summaryOf(report)}>
          {outcomes.length > SHOWN && <p>{`The first ${SHOWN} of these rows are shown.`}</p>}
          {refused > 0 && !isDryRun && (
            <a href={csvOfRefused(outcomes)} download="not-set.csv">
              Download the rows that were not set as CSV
            </a>
          )}
        </Notice>
      </div>
      {isDryRun && set > 0 && (
        <Button onClick={onApply} disabled={isBusy} className={classes.apply}>
          {isBusy ? 'Setting…' : `Set ${plural(set, 'row')}`}
        </Button>
      )}
      {outcomes.length > 0 && (
        <DataTable
          caption="Rows that change or were refused"
          columns={COLUMNS}
          rows={outcomes.slice(0, SHOWN)}
          rowKey={({ line }) => line}
        />
      )}
    </>
  );
}

/** Makes the address of a file with the refused rows and reasons. */
function csvOfRefused(outcomes: readonly Outcome[]): string {
  const refused = outcomes.filter(({ outcome }) => outcome !== 'set');
  return csvAddress(
    ['line', 'sku', 'variation', 'on_hand', 'counted', 'problem'],
    refused.map(({ line, sku, variation_key: variation, on_hand: units, counted, problem }) => [
      line,
      sku,
      variation,
      units,
      counted,
      problem,
    ]),
  );
}

function summaryOf({
  dry_run: isDryRun,
  set,
  unchanged,
  skipped,
  refused,
}: CountReportDto): string {
  const parts = [
    isDryRun
      ? `${plural(set, 'row')} would be set as counted`
      : `${plural(set, 'row was', 'rows were')} set as counted`,
    unchanged > 0 && `${formatCount(unchanged)} as expected`,
    skipped > 0 && `${formatCount(skipped)} not counted`,
    refused > 0 && `${formatCount(refused)} cannot be set`,
  ].filter((part) => part !== false);
  return `${parts.join(', ')}.`;
}

function problemText(error: unknown): string {
  const data = refusedData<{ line: number; problem: string }>(error);
  return data === undefined ? problemOf(error).message : `Line ${data.line} ${data.problem}.`;
}

function count(units: number | null): string {
  return units === null ? '–' : formatCount(units);
}

function difference(units: number): string {
  return units > 0 ? `+${formatCount(units)}` : formatCount(units).replace('-', '−');
}
