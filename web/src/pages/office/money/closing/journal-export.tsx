import { useQuery } from '@tanstack/react-query';
import type { ExportSumsDto } from '../../../../api/generated/admin/admin-api.schemas';
import { getExportSumsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../../frame/session';
import { plural } from '../../../../shared/format';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { TableSkeleton } from '../../../../shared/lists/data-table';
import { DownloadFile, DownloadTable } from '../../../../shared/lists/download';
import { Money } from '../../../../shared/money';
import classes from './closing.module.css';
import { LedgerNames } from './ledger-names';

const FILES = [
  ['tally', 'Download for Tally'],
  ['seals', 'Download sealed journals'],
] as const;

/** Renders the sums of a month's journals by account, and their files for the accountant and the auditor. */
export function JournalExport({ month }: { month: string }) {
  const mayName = useMay('money:write');
  const query = useQuery(getExportSumsOptions({ query: { month } }));
  const sums = query.data?.data;
  return (
    <SectionCard title="Journals for the accountant" aside={mayName && <LedgerNames />}>
      {query.error !== null && (
        <ProblemNotice
          error={query.error}
          title="The sums could not be loaded."
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <TableSkeleton />}
      {sums !== undefined && (
        <>
          <Sums sums={sums} />
          <div className={classes.files}>
            <DownloadTable path="/admin/ledger/export" filter={{ month }} />
            {FILES.map(([format, label]) => (
              <DownloadFile
                key={format}
                path="/admin/ledger/export"
                filter={{ month, format }}
                label={label}
              />
            ))}
          </div>
        </>
      )}
    </SectionCard>
  );
}

function Sums({ sums }: { sums: ExportSumsDto }) {
  return (
    <table className={classes.closing}>
      <caption className={classes.caption}>{plural(sums.journals, 'journal')}</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      <tbody>
        {sums.accounts.map(({ account, name, default_name, debit, credit }) => (
          <tr key={account}>
            <th scope="row">
              {default_name}
              {name !== default_name && <span className="soft small">{` as ${name}`}</span>}
            </th>
            <td>
              <Money amount={debit} />
            </td>
            <td>
              <Money amount={credit} />
            </td>
          </tr>
        ))}
      </tbody>
      <tbody>
        <tr data-total>
          <th scope="row">Sum</th>
          <td>
            <Money amount={sums.debit} />
          </td>
          <td>
            <Money amount={sums.credit} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
