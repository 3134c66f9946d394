import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isIn, mustReserveAgain } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard-types';
import { correctOwnOrderAddressMutation, getOwnOrderOptions } from '../../api/generated/dashboard';
import { CorrectAddress } from '../../order/correct-address';
import { HOUSE } from '../../frame/brand/house';
import { DeliveryAddress } from '../../order/delivery-address';
import { ChangedMeanwhile, OrderFailure } from '../../order/order-failure';
import { OrderItems } from '../../order/order-items';
import layout from '../../order/order-layout.module.css';
import { OrderReturns } from '../../order/returns/order-returns';
import { OrderTimeline } from '../../order/order-timeline';
import { OrderTrail } from '../../order/order-trail';
import { Shipments } from '../../order/shipments';
import { ClaimTransfer } from '../../payments/claim-transfer';
import { PayByUpi } from '../../payments/pay-by-upi';
import { PayOnline } from '../../payments/pay-online';
import { TableSkeleton } from '../../shared/lists/data-table';
import { FactList } from '../../shared/fact-list';
import { OrderStatus, PaymentStatus } from '../../shared/terms/order-status';
import { Notice } from '../../shared/layout/notice';
import { PageHeader } from '../../shared/layout/page-header';
import { SectionCard } from '../../shared/layout/section-card';
import { RelativeTime, Time } from '../../shared/time';
import { CancelOrder } from './cancel-order';
import { PaymentsAndRefunds } from '../../order/order-money';
import { FailedDeliveries } from './failed-delivery';
import { OwnDocuments } from './own-documents';
import { PayOrder } from './pay-order';
import { RequestReturn, ReturnActions } from './return-actions';

const route = getRouteApi('/signed-in/client/orders/$number');

/** Renders an order: items, address, shipments, payments, timeline and actions. */
export function OrderPage() {
  const { number } = route.useParams();
  const query = useQuery(getOwnOrderOptions({ path: { order_number: number } }));
  const order = query.data?.data;
  return (
    <>
      <PageHeader
        title={`Order ${number}`}
        back={<OrderTrail path="/orders" number={number} />}
        detail={order !== undefined && <OrderHeadline order={order} />}
        action={order !== undefined && <OrderActions order={order} />}
      />
      {query.error !== null && (
        <OrderFailure query={query}>
          <p>
            Its items and address are not shown here any more. Your wallet still shows what was paid
            for it.
          </p>
          <OwnDocuments orderNumber={number} />
        </OrderFailure>
      )}
      {query.isPending && <TableSkeleton />}
      {order !== undefined && <ChangedMeanwhile status={order.status} />}
      {order !== undefined && <OrderDetail order={order} />}
    </>
  );
}

function OrderHeadline({
  order: { status, on_hold, expires_at },
}: {
  order: ClientOrderRecordDto;
}) {
  return (
    <>
      <OrderStatus status={status} isOnHold={on_hold} />
      {on_hold && ' · shipped once your company has paid what it owes'}
      {isIn('awaitingPayment', status) && expires_at !== null && (
        <>
          {' · expires '}
          <RelativeTime at={expires_at} />
        </>
      )}
    </>
  );
}

function OrderActions({ order }: { order: ClientOrderRecordDto }) {
  const isUnpaid = isIn('awaitingPayment', order.status);
  return (
    <>
      {isIn('cancelable', order.status) && <CancelOrder order={order} />}
      <RequestReturn order={order} />
      {isUnpaid && (
        <ClaimTransfer
          label="By bank transfer"
          orderNumbers={[order.order_number]}
          amount={order.total}
        />
      )}
      {isUnpaid && <PayOnline orderNumbers={[order.order_number]} />}
      {(isUnpaid || isInTime(order)) && <PayOrder order={order} />}
    </>
  );
}

/** Explains whether an expired order can still be paid. */
function ExpiredOrder({ order }: { order: ClientOrderRecordDto }) {
  const { payable_until } = order;
  return (
    <Notice tone="waiting" title="This order has expired.">
      {payable_until !== null && isInTime(order) ? (
        <>
          Until <Time at={payable_until} /> it can be paid at its own prices, if its stock is still
          available. After that, order the items again, at the prices of that day.
        </>
      ) : (
        'It can no longer be paid: order the items again, at today’s prices. Money that you send for it goes to your wallet.'
      )}
    </Notice>
  );
}

/** Returns true if an expired order can still be paid. */
function isInTime({ payable_until }: ClientOrderRecordDto): boolean {
  return payable_until !== null && Date.parse(payable_until) > Date.now();
}

function OrderDetail({ order }: { order: ClientOrderRecordDto }) {
  const canCorrect = isIn('correctable', order.status);
  return (
    <div className={layout.layout}>
      <div className={layout.column}>
        <FailedDeliveries order={order} />
        {mustReserveAgain(order.status) && <ExpiredOrder order={order} />}
        {isIn('awaitingPayment', order.status) && (
          <PayByUpi amount={order.total} orders={[order.order_number]} />
        )}
        <SectionCard title="Items">
          <OrderItems items={order.items} amounts={order} />
        </SectionCard>
        <SectionCard title="Shipments">
          <Shipments shipments={order.shipments} />
        </SectionCard>
        <OwnDocuments orderNumber={order.order_number} />
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
      </div>
      <div className={layout.column}>
        <SectionCard
          title="Deliver to"
          aside={
            canCorrect && (
              <CorrectAddress
                order={order}
                save={(body) =>
                  correctOwnOrderAddressMutation().mutationFn({
                    path: { order_number: order.order_number },
                    body,
                  })
                }
              />
            )
          }
        >
          <DeliveryAddress {...order} />
        </SectionCard>
        <SectionCard title="Details">
          <FactList
            facts={[
              ['Payment', <PaymentStatus key="payment" {...order} />],
              ['Placed', <Time key="placed" at={order.created_at} />],
              ['Placed by', order.placed_by === 'operator' ? HOUSE.name : 'Your store'],
              ['Your order', order.store_order_id],
              ['Notes', order.notes],
              ['Gift message', order.gift_message],
              ['Canceled because', order.cancel_reason],
            ]}
          />
        </SectionCard>
        <SectionCard title="Timeline">
          <OrderTimeline timeline={order.timeline} />
        </SectionCard>
      </div>
    </div>
  );
}
