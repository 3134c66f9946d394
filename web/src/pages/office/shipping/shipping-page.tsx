import { getRouteApi } from '@tanstack/react-router';
import { lazyPage } from '../../../routes/lazy-page';
import { Suspense } from 'react';
import { useMay } from '../../../frame/session';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { TableSkeleton } from '../../../shared/lists/data-table';
import { CouriersTab } from './couriers/couriers-tab';
import { PickListTab } from './picking/pick-list-tab';
import { ScanTab } from './scan/scan-tab';

const UploadTab = lazyPage(() => import('./upload/upload-tab'), 'UploadTab');

const route = getRouteApi('/signed-in/office/shipping');

const PICK_LIST = { value: undefined, label: 'Pick list' };
const SHIPPING_TABS = [
  { value: 'upload', label: 'Tracking upload' },
  { value: 'scan', label: 'Pack and hand over' },
  { value: 'couriers', label: 'Couriers' },
] as const;

/** Renders the pages for picking orders and recording shipments. */
export function ShippingPage() {
  const { tab, view, booking } = route.useSearch();
  const mayShip = useMay('orders:ship');
  const shown = mayShip ? tab : undefined;
  return (
    <>
      <PageHeader title="To ship" />
      {mayShip && (
        <Tabs label="Shipping" tabs={[PICK_LIST, ...SHIPPING_TABS]} parameter="tab" current={tab} />
      )}
      {shown === undefined && <PickListTab view={view} booking={booking} />}
      {shown === 'upload' && (
        <Suspense fallback={<TableSkeleton />}>
          <UploadTab />
        </Suspense>
      )}
      {shown === 'scan' && <ScanTab />}
      {shown === 'couriers' && <CouriersTab />}
    </>
  );
}
