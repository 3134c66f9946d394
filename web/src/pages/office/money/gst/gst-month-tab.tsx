import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Gstr1ChecksDto } from '../../../../api/generated/admin-types';
import { checkGstReturnOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { FactList } from '../../../../shared/fact-list';
import { formatCount, formatMonth, plural, shopToday } from '../../../../shared/format';
import { EmptyState } from '../../../../shared/layout/empty-state';
import { Loaded } from '../../../../shared/layout/loaded';
import { Notice } from '../../../../shared/layout/notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { column, type Column } from '../../../../shared/lists/columns';
import { DataTable } from '../../../../shared/lists/data-table';
import { DownloadFile } from '../../../../shared/lists/download';
import { FilterBar, FilterDate } from '../../../../shared/lists/filter-bar';
import { Money } from '../../../../shared/money';
import { Status } from '../../../../shared/status';
import { Time } from '../../../../shared/time';
import classes from '../closing/closing.module.css';
import { DocumentLink } from '../../invoices/document-link';
import { Person } from '../../people/person';
import { FileReturn } from './file-return';

const route = getRouteApi('/signed-in/office/money');
const PATH = '/admin/reports/gstr1';

type Finding = Gstr1ChecksDto['findings'][number];
type Rate = Gstr1ChecksDto['rates'][number];

const FINDINGS: readonly Column<Finding>[] = [
  column.cell('Document', ({ id, number }) =>
    id === null || number === null ? 'Whole month' : <DocumentLink id={id} number={number} />,
  ),
  column.cell('Kind', ({ severity }) => (
    <Status tone={severity === 'error' ? 'bad' : 'waiting'}>
      {severity === 'error' ? 'Error' : 'Warning'}
    </Status>
  )),
  column.text('Problem', 'message', { isWide: true }),
];

function sumColumn(header: string, sumOf: (rate: Rate) => number): Column<Rate> {
  return { header, isNumber: true, cell: (rate) => <Money amount={sumOf(rate)} /> };
}

const RATES: readonly Column<Rate>[] = [
  column.cell('Rate', ({ rate }) => `${rate} %`),
  sumColumn('Taxable', ({ tables }) => tables.taxable),
  sumColumn('CGST', ({ tables }) => tables.cgst),
  sumColumn('SGST', ({ tables }) => tables.sgst),
  sumColumn('IGST', ({ tables }) => tables.igst),
  sumColumn('HSN summary', ({ hsn }) => hsn.taxable),
];

/** Renders the GST return of a month: its checks, its files, and that it was filed. */
export function GstMonthTab() {
  const thisMonth = shopToday().slice(0, 7);
  const { month = thisMonth } = route.useSearch();
  const query = useQuery(checkGstReturnOptions({ query: { month } }));
  const checks = query.data?.data;
  const mayFile = useMay('tax:write') && month < thisMonth && checks?.filing === null;
  return (
    <>
      <FilterBar>
        <FilterDate label="Month" parameter="month" value={month} type="month" max={thisMonth} />
      </FilterBar>
      <div className="sections">
        <SectionCard
          title={`GST return of ${formatMonth(month)}${month === thisMonth ? ' so far' : ''}`}
          aside={mayFile && <FileReturn month={month} errors={checks?.errors ?? 0} />}
        >
          <Loaded query={query} what="The GST month" rows={4}>
            {({ data }) => <Summary checks={data} />}
          </Loaded>
        </SectionCard>
        {checks !== undefined && <Findings checks={checks} />}
        {checks !== undefined && checks.rates.length > 0 && (
          <SectionCard title="Sums by rate, less credit notes">
            <DataTable
              caption="Sums by rate, less credit notes"
              columns={RATES}
              rows={checks.rates}
              rowKey={({ rate }) => rate}
            />
          </SectionCard>
        )}
      </div>
    </>
  );
}

function Summary({ checks }: { checks: Gstr1ChecksDto }) {
  const { month, gstin, documents, canceled, filing } = checks;
  return (
    <>
      <FactList
        facts={[
          [
            'GSTIN',
            <span key="gstin" className="number">
              {gstin}
            </span>,
          ],
          ['Documents', formatCount(documents)],
          ['Canceled numbers', formatCount(canceled)],
        ]}
      />
      {filing !== null && (
        <div className={classes.proof}>
          <Notice tone="ok" title="This month was filed.">
            <FactList
              facts={[
                ['Noted', <Time key="noted" at={filing.filed_at} />],
                ['By', <Person key="by" actor={filing.filed_by} />],
                ['Numbers', formatCount(filing.documents)],
              ]}
            />
            <p>No document is dated into it any more. Credit notes of a later month correct it.</p>
          </Notice>
        </div>
      )}
      <div className={`${classes.files} no-print`}>
        <DownloadFile path={PATH} filter={{ month }} label="Download JSON" />
        <DownloadFile path={PATH} filter={{ month, format: 'csv' }} label="Download sheets (ZIP)" />
      </div>
      <div className={classes.proof}>
        <p className="soft small">
          The files are for the GST portal. This service files nothing: have an accountant read
          them.
        </p>
      </div>
    </>
  );
}

function Findings({
  checks: { documents, canceled, errors, warnings, findings },
}: {
  checks: Gstr1ChecksDto;
}) {
  const hidden = errors + warnings - findings.length;
  return (
    <SectionCard
      title="Checks"
      aside={
        <span className="soft small">{`${plural(errors, 'error')}, ${plural(warnings, 'warning')}`}</span>
      }
    >
      {findings.length > 0 && (
        <DataTable
          caption="Checks"
          columns={FINDINGS}
          rows={findings}
          rowKey={({ message, number }) => `${number} ${message}`}
        />
      )}
      {findings.length === 0 && documents + canceled > 0 && (
        <EmptyState>Every document passed all checks.</EmptyState>
      )}
      {documents + canceled === 0 && <EmptyState>The month has no documents.</EmptyState>}
      {hidden > 0 && <p className="soft small">{`And ${formatCount(hidden)} more.`}</p>}
    </SectionCard>
  );
}
