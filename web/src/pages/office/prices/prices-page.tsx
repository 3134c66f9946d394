import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../../frame/session';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { NewPlan } from './new-plan';
import { NewPriceList } from './new-price-list';
import { PlansTab } from './plans-tab';
import { PriceListsTab } from './price-lists-tab';

const route = getRouteApi('/signed-in/office/prices');

const TABS = [
  { value: undefined, label: 'Price lists' },
  { value: 'plans', label: 'Plans' },
] as const;

/** Renders the prices of clients: price lists, and the discounts of plans. */
export function PricesPage() {
  const { tab, state, plan, cursor } = route.useSearch();
  const canChange = useMay('plans:write');
  const action = tab === 'plans' ? <NewPlan /> : <NewPriceList plan={plan} />;
  return (
    <>
      <PageHeader title="Prices" action={canChange ? action : undefined} />
      <Tabs label="Prices" tabs={TABS} parameter="tab" current={tab} />
      {tab === 'plans' ? (
        <PlansTab cursor={cursor} />
      ) : (
        <PriceListsTab state={state} plan={plan} cursor={cursor} />
      )}
    </>
  );
}
