import type { ReactNode } from 'react';
import type { DuplicateRule } from '../../../catalog-import/convert';
import type { NumberWay } from '../../../catalog-import/number-ways';
import { NativeSelect } from '@mantine/core';
import { formatCount, formatMoney, plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import classes from './import-page.module.css';
import type { Choices, SupplierFile } from './use-supplier-file';

/** Maximum rows that the page lists of each kind: imported, left out, unreadable. */
const SHOWN_MAX = 100;

const RULES: readonly { value: DuplicateRule; label: string }[] = [
  { value: 'refuse', label: 'Refuse the file' },
  { value: 'first', label: 'The first row counts' },
  { value: 'last', label: 'The last row counts' },
];

interface RowsStepProps {
  content: SupplierFile;
  onSet: (change: Partial<Choices>) => void;
}

/** Renders the rows that are imported, those that are left out with the reasons, and the cells that cannot be read. */
export function RowsStep({ content, onSet }: RowsStepProps) {
  const { converted, duplicates: rule } = content;
  if (converted === null) return null;
  const { count, leftOut, duplicates, faults, ways } = converted;
  return (
    <SectionCard title="3. Rows">
      <div className={classes.stack} role="status">
        <p>{`${plural(count, 'product')} found below the names of the columns.`}</p>
        {ways.length > 0 && (
          <Notice tone="calm" title="How amounts were read">
            <Lines lines={ways.map(wayText)} />
          </Notice>
        )}
        {duplicates.length > 0 && (
          <Notice
            tone={rule === 'refuse' ? 'bad' : 'waiting'}
            title={`${plural(duplicates.length, 'SKU')} repeated in several rows`}
          >
            <NativeSelect
              label="Where a SKU is repeated"
              data={[...RULES]}
              value={rule}
              onChange={({ currentTarget: { value } }) =>
                onSet({ duplicates: value as DuplicateRule })
              }
            />
            <Lines lines={duplicates.map(({ sku, rows }) => `${sku}: rows ${rows.join(', ')}`)} />
          </Notice>
        )}
        {faults.length > 0 && (
          <Notice tone="waiting" title={`${plural(faults.length, 'cell')} cannot be read`}>
            <p>
              Check the file: you see these with all other problems, correct them there, or apply
              the rows without a problem.
            </p>
            <Lines
              lines={faults.map(({ row, column, problem }) => `Row ${row}, ${column}: ${problem}`)}
            />
          </Notice>
        )}
        {leftOut.length > 0 && (
          <Notice tone="calm" title={`${plural(leftOut.length, 'row')} left out`}>
            <Lines lines={leftOut.map(({ row, reason }) => `Row ${row} ${reason}`)} />
          </Notice>
        )}
      </div>
    </SectionCard>
  );
}

function wayText({ count, way, text, value }: NumberWay): string {
  return `${formatCount(count)} ${way}: ${text} → ${formatMoney(value)}`;
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  const more = lines.length - SHOWN_MAX;
  return (
    // The list scrolls, also by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.list} tabIndex={0}>
      {lines.slice(0, SHOWN_MAX).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {more > 0 && <li>{`and ${more} more`}</li>}
    </ul>
  );
}
