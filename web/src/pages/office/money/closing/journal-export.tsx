import { useQuery } from '@tanstack/react-query';
import type { ExportSumsDto } from '../../../../api/generated/admin-types';
import { getExportSumsOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { plural } from '../../../../shared/format';
import { Loaded } from '../../../../shared/layout/loaded';
import { SectionCard } from '../../../../shared/layout/section-card';
import { DownloadFile, DownloadTable } from '../../../../shared/lists/download';
import { Money } from '../../../../shared/money';
import classes from './closing.module.css';
import { LedgerNames } from './ledger-names';

const PATH = '/admin/ledger/export';

/** Renders the sums of a month's journals by account, and their files for the accountant and the auditor. */
export function JournalExport({ month }: { month: string }) {
  const mayName = useMay('money:write');
  const query = useQuery(getExportSumsOptions({ query: { month } }));
  return (
    <SectionCard title="Journals for the accountant" aside={mayName && <LedgerNames />}>
      <Loaded query={query} what="The sums" rows={8}>
        {({ data }) => (
          <>
            <Sums sums={data} />
            <div className={`${classes.files} no-print`}>
              <DownloadTable path={PATH} filter={{ month }} />
              <DownloadFile
                path={PATH}
                filter={{ month, format: 'seals' }}
                label="Download sealed journals"
              />
            </div>
          </>
        )}
      </Loaded>
    </SectionCard>
  );
}

function Sums({ sums }: { sums: ExportSumsDto }) {
  return (
    <table className={`${classes.closing} ${classes.journal}`}>
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
          <tr key={`${account} ${name}`}>
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
