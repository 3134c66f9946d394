import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  getWalletStatementOptions,
  listAdjustmentsOptions,
  listWalletEntriesOptions,
} from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { FilterBar, FilterDate } from '../../../shared/lists/filter-bar';
import { formatMonth, shopToday } from '../../../shared/format';
import { ListView, PagedList, usePages } from '../../../shared/lists/list-view';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { entryColumns } from '../../../statement/entry-columns';
import { DownloadOrPrint } from '../../../shared/lists/download';
import { StatementBalances } from '../../../statement/statement-balances';
import { ADJUSTMENT_COLUMNS } from '../money/approvals/adjustment-columns';
import { RecordReceipt } from '../money/receipts/record-receipt';
import { PayOut } from './pay-out';
import { ProposeAdjustment } from './propose-adjustment';
import { OrderLink } from '../../../order/order-link';

const route = getRouteApi('/signed-in/office/clients/$id');

const COLUMNS = entryColumns((number) => <OrderLink number={number} />);

/** Renders the wallet of a client: the statement of a month, payouts and corrections. */
export function ClientWallet({ id }: { id: number }) {
  const thisMonth = shopToday().slice(0, 7);
  const { month = thisMonth, cursor } = route.useSearch();
  const path = { id };
  const statement = useQuery(getWalletStatementOptions({ path, query: { month } }));
  const entries = usePages(listWalletEntriesOptions({ path, query: { month, cursor } }));
  return (
    <div className="sections">
      {useMay('money:write') && (
        <div className="actions">
          <RecordReceipt clientId={id} />
          <PayOut clientId={id} />
          <ProposeAdjustment clientId={id} />
        </div>
      )}
      <SectionCard
        title={`Statement of ${formatMonth(month)}`}
        aside={
          <DownloadOrPrint
            path={`/admin/clients/${id}/wallet/statement/export`}
            filter={{ month }}
          />
        }
      >
        <FilterBar>
          <FilterDate label="Month" parameter="month" value={month} type="month" max={thisMonth} />
        </FilterBar>
        <Loaded query={statement} what="The balances">
          {(answer) => <StatementBalances statement={answer.data} />}
        </Loaded>
        <PagedList
          query={entries}
          what="Entries of the statement"
          columns={COLUMNS}
          empty="The wallet did not change in this month."
        />
      </SectionCard>
      <Corrections clientId={id} />
    </div>
  );
}

function Corrections({ clientId }: { clientId: number }) {
  const query = useQuery(listAdjustmentsOptions({ query: { client_id: clientId } }));
  return (
    <SectionCard
      title="Corrections"
      aside={
        <Link to="/office/money" search={{ tab: 'approvals' }}>
          Decide
        </Link>
      }
    >
      <ListView
        query={query}
        what="Corrections of this wallet"
        columns={ADJUSTMENT_COLUMNS}
        empty="No corrections were proposed for this wallet."
      />
    </SectionCard>
  );
}
