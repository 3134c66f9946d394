import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCouriersOptions } from '../../../../api/generated/admin';
import { FileField } from '../../../../shared/forms/file-field';
import { plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { Progress } from '../../../../shared/layout/progress';
import { SectionCard } from '../../../../shared/layout/section-card';
import { TrackingReportView } from './tracking-report';
import {
  readTrackingFile,
  recognizeColumns,
  TRACKING_COLUMNS,
  type ColumnMap,
  type TrackingFile,
} from './tracking-file';
import classes from './upload-tab.module.css';
import { useTrackingImport, type MappedFile } from './use-tracking-import';

/** Records what a courier took from its file: first what would happen, row by row, then shipping the good rows. */
export function UploadTab() {
  const [mapped, setMapped] = useState<MappedFile | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const { work, done } = useTrackingImport();
  const check = (next: MappedFile): void => {
    setMapped(next);
    work.reset();
    if (isComplete(next)) work.mutate({ mapped: next, isDryRun: true });
  };
  const take = async (file: File): Promise<void> => {
    setUnreadable(null);
    try {
      const read = await readTrackingFile(file);
      const courier = couriers.length === 1 ? (couriers[0]?.name ?? '') : '';
      check({ file: read, columns: recognizeColumns(read.header), courier });
    } catch (error) {
      setMapped(null);
      setUnreadable(error instanceof Error ? error.message : 'The file could not be read.');
    }
  };
  return (
    <div className="sections">
      <FileField
        label="Courier's file"
        description="CSV or Excel (.xlsx) with an order number and a tracking number in each row. You see what it would do first."
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        isDisabled={work.isPending}
        onFile={(file) => void take(file)}
      />
      {unreadable !== null && (
        <Notice tone="bad" title="The file could not be read." isAlert>
          <p>{unreadable}</p>
        </Notice>
      )}
      {mapped !== null && (
        <Columns
          mapped={mapped}
          couriers={couriers.map(({ name }) => name)}
          isLocked={work.isPending || work.data?.isDryRun === false}
          onChange={check}
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
      {work.data !== undefined && mapped !== null && (
        <TrackingReportView
          report={work.data}
          header={mapped.file.header}
          onApply={() => work.mutate({ mapped, isDryRun: false })}
        />
      )}
    </div>
  );
}

function isComplete({ columns, courier }: MappedFile): boolean {
  const isNamed = TRACKING_COLUMNS.every(
    ({ name, isNeeded }) => !isNeeded || columns[name] !== undefined,
  );
  return isNamed && (columns.courier !== undefined || courier !== '');
}

interface ColumnsProps {
  mapped: MappedFile;
  couriers: readonly string[];
  isLocked: boolean;
  onChange: (mapped: MappedFile) => void;
}

/** Renders the mapping of the file's columns; columns without a mapping are ignored. */
function Columns({ mapped, couriers, isLocked, onChange }: ColumnsProps) {
  const { file, columns, courier } = mapped;
  return (
    <SectionCard
      title={file.name}
      aside={<span className="soft small">{plural(file.rows.length, 'row')}</span>}
    >
      <div className={classes.columns}>
        {TRACKING_COLUMNS.map(({ name, label, isNeeded }) => (
          <NativeSelect
            key={name}
            label={label}
            disabled={isLocked}
            value={String(columns[name] ?? '')}
            error={isNeeded && columns[name] === undefined ? 'Choose the column' : undefined}
            data={[
              { value: '', label: isNeeded ? 'Choose…' : 'Not in the file' },
              ...optionsOf(file),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...mapped, columns: withColumn(columns, name, value) })
            }
          />
        ))}
        {columns.courier === undefined && (
          <NativeSelect
            label="Courier of all rows"
            disabled={isLocked}
            value={courier}
            error={courier === '' ? 'Choose the courier' : undefined}
            data={['', ...couriers]}
            onChange={({ currentTarget: { value } }) => onChange({ ...mapped, courier: value })}
          />
        )}
      </div>
      {couriers.length === 0 && columns.courier === undefined && (
        <p className="soft small">Add the courier on the tab “Couriers” first.</p>
      )}
    </SectionCard>
  );
}

function optionsOf({ header }: TrackingFile): { value: string; label: string }[] {
  return header.map((name, position) => ({
    value: String(position),
    label: name === '' ? `Column ${position + 1}` : name,
  }));
}

function withColumn(columns: ColumnMap, name: keyof ColumnMap, value: string): ColumnMap {
  return { ...columns, [name]: value === '' ? undefined : Number(value) };
}
