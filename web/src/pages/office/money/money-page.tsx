import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../../shared/page-header';
import { Tabs } from '../../../shared/tabs';
import { DaysTab } from './days-tab';
import { IntentsTab } from './intents-tab';
import { NoticesTab } from './notices-tab';
import { PaymentsTab } from './payments-tab';
import { TransfersTab } from './transfers-tab';

const route = getRouteApi('/signed-in/office/money');

const TABS = [
  { value: undefined, label: 'Transfers to confirm' },
  { value: 'transfers', label: 'All transfers' },
  { value: 'payments', label: 'Gateway payments' },
  { value: 'missed', label: 'Found by the reconciler' },
  { value: 'intents', label: 'Checkouts' },
  { value: 'notices', label: 'Notices' },
  { value: 'days', label: 'Days' },
] as const;

/** Money that comes in: bank transfers, and what the gateway reports. */
export function MoneyPage() {
  const { tab, cursor } = route.useSearch();
  return (
    <>
      <PageHeader title="Money in" />
      <Tabs label="Money in" tabs={TABS} parameter="tab" current={tab} />
      {tab === undefined && <TransfersTab status="claimed" cursor={cursor} />}
      {tab === 'transfers' && <TransfersTab cursor={cursor} />}
      {tab === 'payments' && <PaymentsTab cursor={cursor} />}
      {tab === 'missed' && <PaymentsTab cursor={cursor} isMissed />}
      {tab === 'intents' && <IntentsTab cursor={cursor} />}
      {tab === 'notices' && <NoticesTab cursor={cursor} />}
      {tab === 'days' && <DaysTab cursor={cursor} />}
    </>
  );
}
