import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ClientMonthDto } from '../../../../api/generated/admin-types';
import { getMonthReportOptions, listMonthOfClientsOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { column, type Column } from '../../../../shared/lists/columns';
import { FilterBar, FilterDate } from '../../../../shared/lists/filter-bar';
import { formatMonth, shopToday } from '../../../../shared/format';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { Loaded } from '../../../../shared/layout/loaded';
import { SectionCard } from '../../../../shared/layout/section-card';
import { DownloadOrPrint } from '../../../../shared/lists/download';
import { CloseMonth, ClosedMonth } from './close-month';
import { Closing } from './closing';
import { JournalExport } from './journal-export';
import { TallyExport } from './tally-export';
import classes from './closing.module.css';
import { StillOpen } from './still-open';
import { BookedLater, ReceivedEarlier } from './received-earlier';

const route = getRouteApi('/signed-in/office/money');

function amountColumn(
  header: string,
  amountOf: (row: ClientMonthDto) => number,
): Column<ClientMonthDto> {
  return { header, isNumber: true, cell: (row) => <Money amount={amountOf(row)} /> };
}

function columnsOf(month: string): Column<ClientMonthDto>[] {
  return [
    column.cell('Client', ({ client_id, name, gstin }) => (
      <>
        <Link
          to="/office/clients/$id"
          params={{ id: String(client_id) }}
          search={{ tab: 'wallet', month }}
        >
          {name}
        </Link>
        {gstin !== null && <div className="soft small number">{gstin}</div>}
      </>
    )),
    amountColumn('Opening', ({ opening }) => opening),
    amountColumn('Received', ({ received }) => received),
    {
      header: 'Orders paid',
      isNumber: true,
      cell: ({ orders_paid: paid, owed }) => (
        <>
          <Money amount={paid} />
          {owed !== 0 && (
            <div className="soft small number">
              owed <Money amount={owed} />
            </div>
          )}
        </>
      ),
    },
    amountColumn('Refunds', ({ refunds }) => refunds),
    {
      header: 'Payouts',
      isNumber: true,
      cell: ({ payouts, adjustments }) => (
        <>
          <Money amount={payouts} />
          {adjustments !== 0 && (
            <div className="soft small number">
              corrected <Money amount={adjustments} />
            </div>
          )}
        </>
      ),
    },
    column.total('Closing', 'closing'),
  ];
}

/** Renders the end of a month: the closing of all wallets together, and each client's balances. */
export function MonthEndTab() {
  const thisMonth = shopToday().slice(0, 7);
  const { month = thisMonth, cursor } = route.useSearch();
  const report = useQuery(getMonthReportOptions({ query: { month } }));
  const clients = usePages(listMonthOfClientsOptions({ query: { month, cursor } }));
  const closing = report.data?.data;
  const mayClose = useMay('money:write') && month < thisMonth && closing?.closing === null;
  return (
    <>
      <FilterBar>
        <FilterDate label="Month" parameter="month" value={month} type="month" max={thisMonth} />
      </FilterBar>
      <div className="sections">
        <SectionCard
          title={`Closing of ${formatMonth(month)}${month === thisMonth ? ' so far' : ''}`}
          aside={mayClose && <CloseMonth month={month} />}
        >
          {closing?.closing === null && (
            <div className={classes.proof}>
              <StillOpen month={month} />
            </div>
          )}
          <Loaded query={report} what="The closing" rows={8}>
            {({ data }) => <Closing report={data} />}
          </Loaded>
          {closing?.closing != null && <ClosedMonth closing={closing.closing} />}
        </SectionCard>
        {closing !== undefined && closing.booked_later.count > 0 && (
          <BookedLater month={month} later={closing.booked_later} />
        )}
        {closing !== undefined && closing.received_earlier.count > 0 && (
          <ReceivedEarlier month={month} count={closing.received_earlier.count} />
        )}
        <TallyExport month={month} />
        <JournalExport month={month} />
        <SectionCard
          title="Balances of clients"
          aside={<DownloadOrPrint path="/admin/reports/month/export" filter={{ month }} />}
        >
          <p className="soft small">
            Opening and what follows is closing. Owed is what was bought on account or became a
            debt; below zero, what was paid of it. Payouts that wait for approval count.
          </p>
          <PagedList
            query={clients}
            what="Balances of clients"
            columns={columnsOf(month)}
            rowKey={({ client_id }) => client_id}
            empty="No client has a wallet yet."
          />
        </SectionCard>
      </div>
    </>
  );
}
