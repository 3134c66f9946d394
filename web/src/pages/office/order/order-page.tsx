import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isIn } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import { correctOrderAddressMutation, getOrderOptions } from '../../../api/generated/admin';
import type { BookedOrderDto, OrderRecordDto } from '../../../api/generated/admin-types';
import { problemOf } from '../../../api/problem';
import { CorrectAddress } from '../../../order/correct-address';
import { DeliveryAddress } from '../../../order/delivery-address';
import { ChangedMeanwhile, OrderFailure } from '../../../order/order-failure';
import { PaymentsAndRefunds } from '../../../order/order-money';
import { OrderItems } from '../../../order/order-items';
import layout from '../../../order/order-layout.module.css';
import { OrderReturns } from '../../../order/returns/order-returns';
import { OrderTimeline } from '../../../order/order-timeline';
import { OrderTrail } from '../../../order/order-trail';
import { Shipments } from '../../../order/shipments';
import { TableSkeleton } from '../../../shared/lists/data-table';
import { FactList } from '../../../shared/fact-list';
import { OrderStatus, PaymentStatus } from '../../../shared/terms/order-status';
import { PageHeader } from '../../../shared/layout/page-header';
import { SectionCard } from '../../../shared/layout/section-card';
import { Time } from '../../../shared/time';
import { useMay } from '../../../frame/session';
import { ClientLink } from '../client/client-link';
import { CorrectShipment } from './correct-shipment';
import { OrderActions } from './order-actions';
import { OrderAssignee } from './order-assignee';
import { OrderAudit } from './order-audit';
import { askAgainAfter, OrderBookings } from './order-bookings';
import { OrderDocuments } from './order-documents';
import { OrderNotes } from './order-notes';
import { ReturnActions } from './return-actions';
import { ShipmentTrail } from './shipment-trail';

const route = getRouteApi('/signed-in/office/orders/$number');

/** Renders one order as the wholesaler's staff see it. */
export function OrderPage() {
  const { number } = route.useParams();
  const query = useQuery({
    ...getOrderOptions({ path: { order_number: number } }),
    refetchInterval: ({ state }) => askAgainAfter(state.data?.data),
  });
  const order = query.data?.data;
  return (
    <>
      <PageHeader
        title={`Order ${number}`}
        back={<OrderTrail path="/office/orders" number={number} />}
        detail={order !== undefined && <Headline order={order} />}
        action={order !== undefined && <OrderActions order={order} />}
      />
      {query.error !== null && <OrderAbsence query={query} orderNumber={number} />}
      {query.isPending && <TableSkeleton />}
      {order !== undefined && <ChangedMeanwhile status={order.status} />}
      {order !== undefined && <OrderDetail order={order} />}
    </>
  );
}

function Headline({ order: { status, on_hold } }: { order: OrderRecordDto }) {
  return (
    <>
      <OrderStatus status={status} isOnHold={on_hold} />
      {on_hold && ' · cannot be shipped until its client has paid what it owes'}
    </>
  );
}

/** Renders an order that could not be loaded; an archived order still has its audit entries. */
function OrderAbsence({ query, orderNumber }: { query: UseQueryResult; orderNumber: string }) {
  const mayReadAudit = useMay('audit:read');
  const mayReadDocuments = useMay('documents:read');
  const isArchived = problemOf(query.error).archivedStatus !== null;
  return (
    <div className={layout.column}>
      <OrderFailure query={query}>
        <p>
          Its items, timeline and shipments are in a file of the order archive. Wallets and stock
          movements still show its number.
        </p>
      </OrderFailure>
      {isArchived && mayReadDocuments && <OrderDocuments orderNumber={orderNumber} />}
      {isArchived && mayReadAudit && <OrderAudit orderNumber={orderNumber} />}
    </div>
  );
}

function Details({ order }: { order: OrderRecordDto }) {
  return (
    <SectionCard title="Details">
      <FactList
        facts={[
          ['Payment', <PaymentStatus key="payment" {...order} />],
          ['Placed', <Time key="placed" at={order.created_at} />],
          ['Placed by', order.placed_by === 'operator' ? 'Our staff, for the client' : 'Its store'],
          ['Store order', order.store_order_id],
          ['Client', <ClientLink key="client" id={order.client_id} name={order.client_name} />],
          ['Notes of the store', order.notes],
          ['Gift message', order.gift_message],
          ['Canceled because', order.cancel_reason],
        ]}
      />
    </SectionCard>
  );
}

function OrderDetail({ order }: { order: BookedOrderDto }) {
  const mayShip = useMay('orders:ship');
  const mayReadAudit = useMay('audit:read');
  const mayReadDocuments = useMay('documents:read');
  return (
    <div className={layout.layout}>
      <div className={layout.column}>
        <SectionCard title="Items">
          <OrderItems items={order.items} amounts={amountsOf(order)} />
        </SectionCard>
        <OrderBookings order={order} />
        <SectionCard title="Shipments">
          <Shipments
            shipments={order.shipments}
            action={(shipment) =>
              mayShip && (
                <CorrectShipment
                  key={`${shipment.courier} ${shipment.tracking_number}`}
                  orderNumber={order.order_number}
                  shipment={shipment}
                />
              )
            }
          />
          {order.shipments.map(({ id }) => (
            <ShipmentTrail key={id} shipmentId={id} number={order.order_number} />
          ))}
        </SectionCard>
        {mayReadDocuments && <OrderDocuments orderNumber={order.order_number} />}
        {order.returns.length > 0 && (
          <SectionCard title="Returns">
            <OrderReturns
              returns={order.returns}
              lines={order.items}
              action={(asked) => <ReturnActions order={order} asked={asked} />}
            />
          </SectionCard>
        )}
        <SectionCard title="Payments">
          <PaymentsAndRefunds {...order} />
        </SectionCard>
        <OrderNotes orderNumber={order.order_number} />
        {mayReadAudit && <OrderAudit orderNumber={order.order_number} />}
      </div>
      <div className={layout.column}>
        <OrderAssignee orderNumber={order.order_number} />
        <DeliverTo order={order} />
        <Details order={order} />
        <SectionCard title="Timeline">
          <OrderTimeline timeline={order.timeline} />
        </SectionCard>
      </div>
    </div>
  );
}

function DeliverTo({ order }: { order: OrderRecordDto }) {
  const { order_number, status } = order;
  const mayCorrect = useMay('orders:cancel');
  const isCorrectable = isIn('correctable', status);
  const { mutationFn } = correctOrderAddressMutation();
  return (
    <SectionCard
      title="Deliver to"
      aside={
        mayCorrect &&
        isCorrectable && (
          <CorrectAddress
            order={order}
            save={(body) => mutationFn({ path: { order_number }, body })}
          />
        )
      }
    >
      <DeliveryAddress {...order} />
    </SectionCard>
  );
}

/** Reads the amounts, or undefined if the signed-in person may not see prices. */
function amountsOf({ subtotal, delivery, total }: OrderRecordDto) {
  const isHidden = subtotal === undefined || delivery === undefined || total === undefined;
  return isHidden ? undefined : { subtotal, delivery, total };
}
