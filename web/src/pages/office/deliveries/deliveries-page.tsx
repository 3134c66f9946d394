import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PERSON_CODES } from '../../../../../src/couriers/bookings/booking-state.ts';
import type { FindingGroup } from '../../../../../src/couriers/findings/finding-kinds.ts';
import type {
  BookingDto,
  CourierCountDto,
  DeliveryFindingDto,
  ShipmentOnTheWayDto,
} from '../../../api/generated/admin-types';
import {
  countDeliveriesOptions,
  listBookingsOptions,
  listDeliveriesOptions,
  listDeliveryFailuresOptions,
  listDeliveryFindingsOptions,
  settleDeliveryFindingMutation,
} from '../../../api/generated/admin';
import { useCounts } from '../../../frame/counts';
import { useMay } from '../../../frame/session';
import { OrderLink } from '../../../order/order-link';
import { ShipmentState } from '../../../order/shipment-state';
import { CallButton } from '../../../shared/forms/call-button';
import { column, type Column } from '../../../shared/lists/columns';
import { DownloadTable } from '../../../shared/lists/download';
import { ListSection, PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { useFailureColumns } from './failure-columns';
import { NoteShipment } from './note-shipment';

const route = getRouteApi('/signed-in/office/deliveries');

const TABS = [
  { value: undefined, label: 'Failed' },
  { value: 'back', label: 'Coming back' },
  { value: 'claim', label: 'To claim' },
  { value: 'problem', label: 'Problems' },
  { value: 'way', label: 'All on the way' },
] as const;

const DETAILS = {
  failed: 'Deliveries that failed, and until when each can be answered',
  back: 'Shipments that come back to you, and what to do once they are at your door',
  claim:
    'Shipments that the courier lost or destroyed: claim them, refund the order, then take them off the list',
  problem: 'What the service must not decide',
  way: 'Shipments that couriers carry, the latest first',
} as const;

const FILES: Partial<Record<keyof typeof DETAILS, string>> = {
  failed: '/admin/delivery-failures/export',
  way: '/admin/deliveries/export',
};

const EMPTY: Record<FindingGroup, string> = {
  back: 'Nothing comes back.',
  claim: 'Nothing to claim.',
  problem: 'No shipment needs you.',
};

/** Renders what couriers carry, and what of it waits for a person. */
export function DeliveriesPage() {
  const { tab } = route.useSearch();
  const file = FILES[tab ?? 'failed'];
  return (
    <>
      <PageHeader
        title="Deliveries"
        detail={DETAILS[tab ?? 'failed']}
        action={file !== undefined && <DownloadTable path={file} />}
      />
      <DeliveriesTabs current={tab} />
      {tab === undefined ? <Failed /> : tab === 'way' ? <OnTheWay /> : <Findings group={tab} />}
    </>
  );
}

function DeliveriesTabs({ current }: { current: string | undefined }) {
  const counts: Record<string, number> = { ...useCounts().deliveryTabs };
  const tabs = TABS.map((tab) => ({ ...tab, count: counts[tab.value ?? 'failed'] }));
  return <Tabs label="Deliveries" tabs={tabs} parameter="tab" current={current} />;
}

function Failed() {
  const { cursor } = route.useSearch();
  const query = usePages(listDeliveryFailuresOptions({ query: { cursor } }));
  const columns = useFailureColumns();
  return (
    <PagedList
      query={query}
      what="Failed deliveries"
      columns={columns}
      empty="No failed delivery waits for an answer."
    />
  );
}

function Findings({ group }: { group: FindingGroup }) {
  const { cursor } = route.useSearch();
  const query = usePages(listDeliveryFindingsOptions({ query: { group, cursor } }));
  const columns = useFindingColumns(group);
  const list = <PagedList query={query} what="Shipments" columns={columns} empty={EMPTY[group]} />;
  if (group !== 'problem') return list;
  return (
    <div className="sections">
      {list}
      <StuckBookings />
    </div>
  );
}

function useFindingColumns(group: FindingGroup): Column<DeliveryFindingDto>[] {
  const mayAct = useMay('deliveries:act');
  const next: Column<DeliveryFindingDto> = column.cell('Next', (finding) => {
    const { id, kind, order_number: number, shipment_id: shipmentId } = finding;
    return kind === 'returning' && shipmentId !== null ? (
      <NoteShipment shipmentId={shipmentId} number={number} state="returned" />
    ) : (
      <CallButton
        label="Done"
        aria-label={`Done: order ${number}`}
        send={() => settleDeliveryFindingMutation().mutationFn({ path: { id } })}
      />
    );
  });
  return [
    column.cell('Order', ({ order_number: number }) => <OrderLink number={number} />),
    column.wide(group === 'problem' ? 'Problem' : 'Where it is', ({ words, note }) => (
      <>
        {words}
        {note !== null && <span className="soft"> {note}</span>}
      </>
    )),
    column.text('City', 'city'),
    column.text('Courier', 'courier'),
    column.code('AWB', 'awb'),
    column.time('Since', 'found_at'),
    ...(mayAct ? [next] : []),
  ];
}

const BOOKING_COLUMNS: readonly Column<BookingDto>[] = [
  column.cell('Order', ({ order_number: number }) => <OrderLink number={number} />),
  column.wide('Problem', ({ problem, problem_words: words }) => (
    <>
      {(PERSON_CODES as Record<string, string>)[problem ?? ''] ?? problem}
      {words !== null && <span className="soft"> {words}</span>}
    </>
  )),
  column.text('Account', 'account'),
  column.code('AWB', 'awb'),
  column.time('Since', 'created_at'),
];

/** Renders the bookings about which the service must not decide. They are resolved on the page of their order. */
function StuckBookings() {
  const query = usePages(listBookingsOptions({ query: { state: 'needs_person' } }));
  return (
    <ListSection
      title="Bookings that need you"
      query={query}
      columns={BOOKING_COLUMNS}
      empty="No booking needs you."
    />
  );
}

const COUNT_COLUMNS: readonly Column<CourierCountDto>[] = [
  column.text('Courier', 'courier'),
  column.cell('Where it is', ({ state }) => <ShipmentState state={state} />),
  column.number('Shipments', 'count'),
];

const WAY_COLUMNS: readonly Column<ShipmentOnTheWayDto>[] = [
  column.cell('Order', ({ order_number: number }) => <OrderLink number={number} />),
  column.cell('Where it is', ({ state }) => <ShipmentState state={state} />),
  column.time('News', 'news_at'),
  column.day('Expected', ({ expected_at: at }) => at),
  column.text('City', 'city'),
  column.text('Courier', 'courier'),
  column.code('AWB', 'awb'),
];

function OnTheWay() {
  const { cursor } = route.useSearch();
  const query = usePages(listDeliveriesOptions({ query: { cursor } }));
  const counts = useQuery(countDeliveriesOptions());
  return (
    <div className="sections">
      <ListSection
        title="By courier"
        query={counts}
        columns={COUNT_COLUMNS}
        rowKey={({ courier, state }) => `${courier} ${state}`}
        empty="No courier carries anything."
      />
      <PagedList
        query={query}
        what="Shipments on the way"
        columns={WAY_COLUMNS}
        rowKey={({ shipment_id: id }) => id}
        empty="No courier carries anything."
      />
    </div>
  );
}
