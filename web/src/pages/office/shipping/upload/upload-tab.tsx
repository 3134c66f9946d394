import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Table } from '../../../../../../src/platform/table-file/read-table.js';
import { FileField } from '../../../../shared/forms/file-field';
import { plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { Progress } from '../../../../shared/layout/progress';
import { SectionCard } from '../../../../shared/layout/section-card';
import { HeaderSelect, UploadColumnsView } from '../../../../table-file/upload-columns';
import { readInWorker } from '../../../../table-file/read-in-worker';
import {
  NO_CHOICES,
  useRememberedColumns,
  type ColumnChoices,
} from '../../../../table-file/remembered-columns';
import { useCourierNames } from '../courier-field';
import { TrackingReportView } from './tracking-report';
import {
  courierInTitles,
  titleOf,
  TRACKING_FIELDS,
  trackingFileOf,
  type TrackingFile,
} from './tracking-file';
import classes from './upload-tab.module.css';
import { useTrackingImport, type MappedFile } from './use-tracking-import';

/** What the person says about the file; what is left out is recognized. */
interface Choices extends ColumnChoices {
  courier?: string;
}

/** Records what a courier took from its file: first what would happen, row by row, then shipping the good rows. */
export function UploadTab() {
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const { recall, remember } = useRememberedColumns('tracking numbers');
  const reading = useMutation({ mutationFn: (file: File) => readInWorker(file, {}) });
  const couriers = useCourierNames();
  const { work, done } = useTrackingImport();
  const mapped = reading.data && mappedFileOf(reading.data, choices, couriers);
  const check = (table: Table, chosen: Choices): void => {
    setChoices(chosen);
    work.reset();
    const next = mappedFileOf(table, chosen, couriers);
    const { problem, header } = next.file;
    if (problem === null && chosen.fields.size > 0) remember(table.rows, header, chosen.fields);
    if (isComplete(next)) work.mutate({ mapped: next, isDryRun: true });
  };
  return (
    <div className="sections">
      <FileField
        label="Courier's file"
        description="CSV or Excel (.xlsx) with an order number and a tracking number in each row. You see what it would do first."
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        isDisabled={work.isPending || reading.isPending}
        onFile={(file) =>
          reading.mutate(file, { onSuccess: (table) => check(table, recall(table.rows)) })
        }
      />
      {reading.error !== null && (
        <Notice tone="bad" title="The file could not be read." isAlert>
          <p>{reading.error.message}</p>
        </Notice>
      )}
      {mapped !== undefined && (
        <Columns
          name={reading.variables?.name ?? ''}
          table={reading.data!}
          mapped={mapped}
          couriers={couriers.all}
          isLocked={work.isPending || work.data?.isDryRun === false}
          onChoose={(change) => check(reading.data!, { ...choices, ...change })}
        />
      )}
      {work.isPending && (
        <Progress
          what={work.variables.isDryRun ? 'Checking' : 'Shipping'}
          done={done}
          total={mapped?.file.rows.length ?? 0}
        />
      )}
      {work.error !== null && (
        <ProblemNotice
          error={work.error}
          title={`${plural(done, 'row')} went through, then it stopped. What was shipped is not shipped twice.`}
          onRetry={() => work.mutate(work.variables)}
        />
      )}
      {work.data !== undefined && mapped !== undefined && (
        <TrackingReportView
          report={work.data}
          header={mapped.file.names}
          onApply={(leftOut) => work.mutate({ mapped, isDryRun: false, leftOut })}
        />
      )}
    </div>
  );
}

/** Reads a file; the courier of its rows is the chosen one, else that of its title, else the only one. */
function mappedFileOf(
  table: Table,
  chosen: Choices,
  { own, all }: ReturnType<typeof useCourierNames>,
): MappedFile {
  const file = trackingFileOf(table.rows, chosen);
  const only = own.length === 1 ? own[0]! : '';
  const suggested = courierInTitles(table.rows, file.header, all) || only;
  return { file, courier: chosen.courier ?? suggested };
}

function isComplete({ file, courier }: MappedFile): boolean {
  const hasCourier = file.positions.courier !== undefined || courier !== '';
  return file.problem === null && file.rows.length > 0 && hasCourier;
}

interface ColumnsProps {
  name: string;
  table: Table;
  mapped: MappedFile;
  couriers: readonly string[];
  isLocked: boolean;
  onChoose: (change: Partial<Choices>) => void;
}

/** Renders what the file's columns are, and the rows that are left out. */
function Columns({ name, table, mapped, couriers, isLocked, onChoose }: ColumnsProps) {
  const { file, courier } = mapped;
  const title = titleOf(table.rows, file.header);
  return (
    <SectionCard
      title={name}
      aside={<span className="soft small">{plural(file.rows.length, 'row')}</span>}
    >
      <div className="sections">
        <div className={classes.columns}>
          <HeaderSelect
            rows={table.rows}
            header={file.header}
            isDisabled={isLocked}
            onChoose={(header) => onChoose({ header, fields: new Map() })}
          />
          {file.positions.courier === undefined && (
            <NativeSelect
              label="Courier of all rows"
              description={title === undefined ? undefined : `The title of the file: “${title}”`}
              disabled={isLocked}
              value={courier}
              error={
                courier === ''
                  ? 'Choose the courier; more are added on the tab “Couriers”'
                  : undefined
              }
              data={['', ...couriers]}
              onChange={({ currentTarget: { value } }) => onChoose({ courier: value })}
            />
          )}
        </div>
        <UploadColumnsView
          rows={table.rows}
          found={file}
          fields={TRACKING_FIELDS}
          isLocked={isLocked}
          onChoose={(fields) => onChoose({ fields })}
        />
        {leftOut(file) !== '' && <p className="soft small">{leftOut(file)}</p>}
      </div>
    </SectionCard>
  );
}

function leftOut({ rows, totals }: TrackingFile): string {
  if (rows.length === 0) return 'The file has no rows below its header.';
  if (totals.length === 0) return '';
  return `${plural(totals.length, 'row')} left out: row ${totals.join(', ')} ${totals.length === 1 ? 'is a total' : 'are totals'}.`;
}
