import { getRouteApi } from '@tanstack/react-router';
import { lazyPage } from '../../../routes/lazy-page';
import { Suspense } from 'react';
import { useCounts } from '../../../frame/counts';
import { useMay } from '../../../frame/session';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { FilterBar, FilterSelect } from '../../../shared/lists/filter-bar';
import { TableSkeleton } from '../../../shared/lists/data-table';
import { GATEWAY_TABS, GST_TABS, TABS, TRANSFER_TABS, type MONEY_TABS } from './money-tabs';
import { ReceiptsTab } from './receipts/receipts-tab';
import { RecordReceipt } from './receipts/record-receipt';
import { TransfersTab } from './transfers/transfers-tab';

type Tab = NonNullable<(typeof MONEY_TABS)[number]['value']>;

const loadLists = () => import('./gateway/gateway-lists');

/** Contents of the tabs but the first one. */
const CONTENTS = {
  transfers: TransfersTab,
  bank: lazyPage(() => import('./bank/bank-tab'), 'BankTab'),
  receipts: ReceiptsTab,
  approvals: lazyPage(() => import('./approvals/approvals-tab'), 'ApprovalsTab'),
  ageing: lazyPage(() => import('./ageing-tab'), 'AgeingTab'),
  day: lazyPage(() => import('./closing/day-closing-tab'), 'DayClosingTab'),
  month: lazyPage(() => import('./closing/month-end-tab'), 'MonthEndTab'),
  payments: lazyPage(loadLists, 'PaymentsTab'),
  missed: lazyPage(loadLists, 'MissedTab'),
  refunds: lazyPage(() => import('./gateway/refunds-tab'), 'RefundsTab'),
  disputes: lazyPage(loadLists, 'DisputesTab'),
  settlements: lazyPage(loadLists, 'SettlementsTab'),
  intents: lazyPage(loadLists, 'IntentsTab'),
  notices: lazyPage(loadLists, 'NoticesTab'),
  days: lazyPage(loadLists, 'DaysTab'),
  gst: lazyPage(() => import('./gst/gst-month-tab'), 'GstMonthTab'),
  'e-invoices': lazyPage(() => import('./gst/e-invoices-tab'), 'EInvoicesTab'),
} satisfies Record<Tab, unknown>;
const route = getRouteApi('/signed-in/office/money');

/** Renders money: receipts, what waits for a second person, and the closings of days and months. */
export function MoneyPage() {
  const { tab } = route.useSearch();
  const isGateway = GATEWAY_TABS.some(({ value }) => value === tab);
  const isGst = GST_TABS.some(({ value }) => value === tab);
  const isTransfers = TRANSFER_TABS.some(({ value }) => value === tab);
  const Content = tab === undefined ? TransfersTab : CONTENTS[tab];
  const counts: Record<string, number | null> = { ...useCounts().moneyTabs };
  const mayRecord = useMay('money:write');
  return (
    <>
      <PageHeader title="Money" action={mayRecord ? <RecordReceipt /> : undefined} />
      <Tabs
        label="Money"
        tabs={TABS.map((one) => ({ ...one, count: counts[one.value ?? 'transfers'] ?? 0 }))}
        parameter="tab"
        current={isGateway ? 'payments' : isGst ? 'gst' : isTransfers ? undefined : tab}
      />
      {isTransfers && <Tabs label="Transfers" tabs={TRANSFER_TABS} parameter="tab" current={tab} />}
      {isGateway && (
        <FilterBar>
          <FilterSelect label="Show" parameter="tab" value={tab} options={GATEWAY_TABS} />
        </FilterBar>
      )}
      {isGst && <Tabs label="GST" tabs={GST_TABS} parameter="tab" current={tab} />}
      <Suspense fallback={<TableSkeleton />}>
        <Content key={tab} />
      </Suspense>
    </>
  );
}
