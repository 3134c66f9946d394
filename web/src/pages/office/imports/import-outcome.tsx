import { Link } from '@tanstack/react-router';
import type { FileImportDto } from '../../../api/generated/admin-types';
import { formatCount, plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import classes from './import-report.module.css';

/** Renders the progress or the outcome of an import in words. */
export function ImportOutcome({ found }: { found: FileImportDto }) {
  return (
    <div role="status">
      <Outcome found={found} />
    </div>
  );
}

function Outcome({ found }: { found: FileImportDto }) {
  const { state, rows, rows_done: done, report } = found;
  const rest = new Set(report?.problems.map(({ line }) => line)).size;
  switch (state) {
    case 'checking':
      return <Progress label={`Checking… ${plural(done, 'row')} so far`} />;
    case 'applying':
      return <Progress label={applyingText(done, rows)} value={done} max={rows ?? undefined} />;
    case 'ready':
      return (
        <Notice tone="moving" title={sentence(found, BEFORE_APPLYING)}>
          Nothing is stored before you apply it. {withoutPrice(found)}
          {found.report?.similar_skus?.map(({ line, sku, similar_to: other }) => (
            <p key={line}>
              {`Row ${line}: ${sku} would be a new product, but the catalog has ${other}. Is it the same? Then write ${other} in the file, as text.`}
            </p>
          ))}
        </Notice>
      );
    case 'applied':
      return (
        <Notice tone="ok" title={sentence(found, AFTER_APPLYING)}>
          Stores see the new products and prices now. {withoutPrice(found)}
          {rest > 0 &&
            `${plural(rest, 'row')} with problems ${rest === 1 ? 'was' : 'were'} left out.`}
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="bad" title="The file has problems, and nothing of it was stored.">
          {found.has_good_rows
            ? 'Correct the cells below and check again, or apply the good rows and download the others. '
            : 'Correct the cells below and check again, or correct the file. '}
          <Link to="/office/new-import">Import another file</Link>. {withoutPrice(found)}
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="bad" title="The service could not do this, and nothing was stored.">
          <Link to="/office/new-import">Import the file again</Link>. If that fails as well, tell
          the people who run the service.
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="calm" title="It was not applied within a week, and nothing was stored.">
          <Link to="/office/new-import">Import the file again.</Link>
        </Notice>
      );
  }
}

function withoutPrice({ report }: FileImportDto): string {
  const count = report?.without_price ?? 0;
  return count === 0
    ? ''
    : `${plural(count, 'product')} ${count === 1 ? 'has' : 'have'} no price: stores do not see ${count === 1 ? 'it' : 'them'}.`;
}

const BEFORE_APPLYING = ['would be created', 'would change', 'would stay as they are'] as const;
const AFTER_APPLYING = ['created', 'changed', 'stayed as they were'] as const;

function sentence(
  { created, updated, unchanged }: FileImportDto,
  [isCreated, isChanged, isSame]: readonly [string, string, string],
): string {
  const [changed, same] = [formatCount(updated ?? 0), formatCount(unchanged ?? 0)];
  return `${plural(created ?? 0, 'product')} ${isCreated}, ${changed} ${isChanged}, ${same} ${isSame}.`;
}

function applyingText(done: number, rows: number | null): string {
  return done === rows
    ? 'Storing…'
    : `Applying… ${formatCount(done)} of ${plural(rows ?? 0, 'row')}`;
}

interface ProgressProps {
  label: string;
  /** Left out if the total is not known. */
  value?: number;
  max?: number | undefined;
}

function Progress({ label, value, max }: ProgressProps) {
  return (
    <SectionCard title={label}>
      <progress className={classes.progress} aria-label={label} value={value} max={max} />
      <p className="soft small">
        You can close this page: the import goes on, and the list of imports has its outcome.
      </p>
    </SectionCard>
  );
}
