import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../../frame/session';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { NewPlan } from './new-plan';
import { NewPriceList } from './new-price-list';
import { NewTaxRate } from './new-tax-rate';
import { PlansTab } from './plans-tab';
import { PriceListsTab } from './price-lists-tab';
import { TaxRatesTab } from './tax-rates-tab';

const route = getRouteApi('/signed-in/office/prices');

const TABS = [
  { value: undefined, label: 'Price lists' },
  { value: 'plans', label: 'Plans' },
  { value: 'tax-rates', label: 'Tax rates' },
] as const;

/** Renders the prices of clients: price lists, the discounts of plans, and the tax rates that prices contain. */
export function PricesPage() {
  const { tab, state, plan } = route.useSearch();
  const canChange = useMay('plans:write');
  return (
    <>
      <PageHeader title="Prices" action={canChange ? newOf(tab, plan) : undefined} />
      <Tabs label="Prices" tabs={TABS} parameter="tab" current={tab} />
      {tab === 'plans' && <PlansTab />}
      {tab === 'tax-rates' && <TaxRatesTab />}
      {tab === undefined && <PriceListsTab state={state} plan={plan} />}
    </>
  );
}

function newOf(tab: (typeof TABS)[number]['value'], plan: string | undefined) {
  if (tab === 'plans') return <NewPlan />;
  return tab === 'tax-rates' ? <NewTaxRate /> : <NewPriceList plan={plan} />;
}
