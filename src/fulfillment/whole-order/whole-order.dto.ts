import { shownTexts } from '../../orders/order-texts.js';
import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import {
  ALWAYS_TRUE,
  eachShownBy,
  integer,
  responseDto,
  money,
  part,
  parts,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { PLACED_BY } from '../orders/order-record.js';
import type { SentShipment } from '../orders/orders.admin.repository.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import type { OrderStatusChange } from '../../orders/lifecycle/order-status-change.entity.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';
import { ORDER_NUMBER_PATTERN } from '../../orders/order-number.js';
import { OrderItemDto, TimelineEntryDto, toOrderItem } from '../../orders/orders.dto.js';
import { ShipmentDto, toShipment } from '../../orders/shipments.dto.js';
import { SHOWN_EVENTS_MAX } from '../../orders/tracking/shipment-state.js';
import { OrderReturnDto, returnOf } from '../returns/order-returns.dto.js';
import { returnedUnitsOf } from '../returns/returned-units.js';
import { DOCUMENTS } from '../invoicing/order-documents.dto.js';
import type { WholeOrder, WholeRefund } from './whole-order.js';

type PersonalText =
  | 'customerName'
  | 'customerPhone'
  | 'shippingAddress'
  | 'shippingCity'
  | 'shippingPincode';

const erasable = text().orNull('null once it was erased');

/** Makes the reader of a text about the customer, which is null once it was erased. */
function unlessErased(property: PersonalText): (order: Order) => string | null {
  return (order) => (order.anonymizedAt === null ? order[property] : null);
}

class WholeOrderCustomerDto extends responseDto<Order>()({
  name: [erasable, unlessErased('customerName')],
  phone: [erasable, unlessErased('customerPhone')],
  email: [text().orNull(), 'customerEmail'],
}) {}

class WholeOrderShippingDto extends responseDto<Order>()({
  address: [erasable, unlessErased('shippingAddress')],
  city: [erasable, unlessErased('shippingCity')],
  state: [text(), 'shippingState'],
  pincode: [erasable, unlessErased('shippingPincode')],
  country: [text(), 'shippingCountry'],
}) {}

class WholeOrderItemDto extends OrderItemDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: LIMITS.orderItems })
  line: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  shipped_quantity: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Units that will not be shipped' })
  canceled_quantity: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Shipped units that came back' })
  returned_quantity: number;
}

class WholeOrderRefundDto extends responseDto<WholeRefund>()({
  id: integer(),
  amount: money(),
  delivery: money('Part of the amount that is for the delivery charge'),
  return_id: integer().orNull('The return that it is for; null: the order was canceled or closed'),
  document_id: integer().orNull('Its credit note; null: none'),
  created_at: time(),
}) {}

/** A whole order, and the address of the service. */
export type ShownOrder = WholeOrder & { address: string };

export class WholeOrderDto extends responseDto<ShownOrder>()({
  order_number: text({ pattern: ORDER_NUMBER_PATTERN.source }),
  store_order_id: text().orNull(),
  status: word(ORDER_STATUSES),
  payment_status: word(PAYMENT_STATUSES),
  customer: [part(WholeOrderCustomerDto), (order) => order],
  shipping: [part(WholeOrderShippingDto), (order) => order],
  ...shownTexts(),
  cancel_reason: text().orNull('As sent'),
  currency: text({ description: 'ISO 4217', example: 'INR' }),
  subtotal: money('Sum of wholesale price × quantity'),
  delivery: money('Delivery charge'),
  total: money('subtotal + delivery'),
  refunded: [
    money('Sum of the refunds'),
    ({ refunds }) => refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  ],
  created_at: time(),
  placed_by: PLACED_BY,
  expires_at: time().orNull('When it expires if it stays unpaid; null: never'),
  items: [
    eachShownBy(WholeOrderItemDto, toWholeItem),
    (order) => order.items.map((item) => ({ item, order })),
  ],
  shipments: [
    eachShownBy(ShipmentDto, toWholeShipment, 'Oldest first'),
    ({ shipments, timeline, isTest }) =>
      shipments.map((shipment) => ({ ...shipment, timeline, isTest })),
  ],
  refunds: parts(WholeOrderRefundDto, 'Money that went back to your wallet'),
  returns: [
    parts(OrderReturnDto, 'Oldest first'),
    (order) => order.returns.map((asked) => returnOf(asked, order)),
  ],
  documents: DOCUMENTS,
  timeline: eachShownBy(
    TimelineEntryDto,
    ({ status, changedAt }: OrderStatusChange) => ({ status, changed_at: changedAt.toISOString() }),
    'One entry per status, oldest first',
  ),
}) {}

export class WholeOrderAnswerDto extends responseDto<ShownOrder>()({
  success: ALWAYS_TRUE,
  data: [part(WholeOrderDto), (order) => order],
}) {}

function toWholeItem({ item, order }: { item: OrderItem; order: WholeOrder }): WholeOrderItemDto {
  return {
    ...toOrderItem(item),
    line: item.line,
    shipped_quantity: item.shippedQuantity,
    canceled_quantity: item.canceledQuantity,
    returned_quantity: returnedUnitsOf(item, order, order),
  };
}

function toWholeShipment({
  shippedAt,
  timeline,
  isTest,
  progress,
  events,
  ...shipment
}: SentShipment & Pick<WholeOrder, 'timeline' | 'isTest'>): ShipmentDto {
  const delivered = timeline.find(({ status }) => status === 'delivered');
  const row = {
    ...shipment,
    shippedAt: shippedAt.toISOString(),
    state: progress?.state ?? null,
    expectedAt: progress?.expectedAt?.toISOString() ?? null,
    deliveredAt: progress?.deliveredAt?.toISOString() ?? null,
    events: events
      .flatMap(({ at, state, place }) =>
        state === null ? [] : [{ at: at.toISOString(), state, place }],
      )
      .slice(-SHOWN_EVENTS_MAX),
  };
  return toShipment(row, { isTest, deliveredAt: delivered?.changedAt.toISOString() ?? null });
}
