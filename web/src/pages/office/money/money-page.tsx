import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMay } from '../../../frame/session';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { TableSkeleton } from '../../../shared/lists/data-table';
import { GATEWAY_TABS, GST_TABS, TABS, TRANSFER_TABS } from './money-tabs';
import { ReceiptsTab } from './receipts/receipts-tab';
import { RecordReceipt } from './receipts/record-receipt';
import { TransfersTab } from './transfers/transfers-tab';

const BankTab = lazyRouteComponent(() => import('./bank/bank-tab'), 'BankTab');
const MonthEndTab = lazyRouteComponent(() => import('./closing/month-end-tab'), 'MonthEndTab');
const GstMonthTab = lazyRouteComponent(() => import('./gst/gst-month-tab'), 'GstMonthTab');
const EInvoicesTab = lazyRouteComponent(() => import('./gst/e-invoices-tab'), 'EInvoicesTab');
const RefundsTab = lazyRouteComponent(() => import('./gateway/refunds-tab'), 'RefundsTab');
const DayClosingTab = lazyRouteComponent(
  () => import('./closing/day-closing-tab'),
  'DayClosingTab',
);
const ApprovalsTab = lazyRouteComponent(() => import('./approvals/approvals-tab'), 'ApprovalsTab');
const AgeingTab = lazyRouteComponent(() => import('./ageing-tab'), 'AgeingTab');
const loadLists = () => import('./gateway/gateway-lists');
const GATEWAY_LISTS = {
  payments: lazyRouteComponent(loadLists, 'PaymentsTab'),
  missed: lazyRouteComponent(loadLists, 'MissedTab'),
  disputes: lazyRouteComponent(loadLists, 'DisputesTab'),
  settlements: lazyRouteComponent(loadLists, 'SettlementsTab'),
  intents: lazyRouteComponent(loadLists, 'IntentsTab'),
  notices: lazyRouteComponent(loadLists, 'NoticesTab'),
  days: lazyRouteComponent(loadLists, 'DaysTab'),
};
const route = getRouteApi('/signed-in/office/money');

/** Renders money: receipts, what waits for a second person, and the closings of days and months. */
export function MoneyPage() {
  const { tab, state, account, line, cursor } = route.useSearch();
  const isGateway = GATEWAY_TABS.some(({ value }) => value === tab);
  const isGst = GST_TABS.some(({ value }) => value === tab);
  const isTransfers = TRANSFER_TABS.some(({ value }) => value === tab);
  const List = Object.entries(GATEWAY_LISTS).find(([name]) => name === tab)?.[1];
  const mayRecord = useMay('money:write');
  return (
    <>
      <PageHeader title="Money" action={mayRecord ? <RecordReceipt /> : undefined} />
      <Tabs
        label="Money"
        tabs={TABS}
        parameter="tab"
        current={isGateway ? 'payments' : isGst ? 'gst' : isTransfers ? undefined : tab}
      />
      {isTransfers && <Tabs label="Transfers" tabs={TRANSFER_TABS} parameter="tab" current={tab} />}
      {isGateway && <Tabs label="Gateway" tabs={GATEWAY_TABS} parameter="tab" current={tab} />}
      {isGst && <Tabs label="GST" tabs={GST_TABS} parameter="tab" current={tab} />}
      <Suspense fallback={<TableSkeleton />}>
        {tab === undefined && <TransfersTab status="claimed" cursor={cursor} />}
        {tab === 'transfers' && <TransfersTab cursor={cursor} />}
        {tab === 'bank' && <BankTab accountId={account} state={line} cursor={cursor} />}
        {tab === 'month' && <MonthEndTab />}
        {tab === 'gst' && <GstMonthTab />}
        {tab === 'e-invoices' && <EInvoicesTab cursor={cursor} />}
        {tab === 'receipts' && <ReceiptsTab />}
        {tab === 'approvals' && <ApprovalsTab />}
        {tab === 'ageing' && <AgeingTab cursor={cursor} />}
        {tab === 'day' && <DayClosingTab />}
        {List !== undefined && <List cursor={cursor} />}
        {tab === 'refunds' && <RefundsTab cursor={cursor} state={state} />}
      </Suspense>
    </>
  );
}
