import {
  responseDto,
  flag,
  integer,
  part,
  parts,
  text,
  texts,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { OrderRecordDto, OrderShippingDto } from '../orders/order-record.js';
import { shownTexts } from '../../orders/order-texts.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import { PACKED_STATES } from './booking-filters.js';
import type { BookingToPack } from './bookings-to-pack.port.js';
import type { LineToPick, OrderToPick } from './pick-list.service.js';

export class LineToPickDto extends responseDto<LineToPick>()({
  line: integer('Line of the order, from 1'),
  sku: text({ example: 'KT-APR-85' }),
  name: text(),
  variation: text('As the store sent it').orNull(),
  variation_key: text({ example: 'Size:M|Colour:Red' }).orNull(),
  shelf: text({
    description: 'Place of the product in the warehouse; null: not known',
    example: 'A-04-2',
  }).orNull(),
  codes: texts(
    'GTIN of the product and code of the combination: what a scanner reads, if not the SKU',
  ),
  quantity: integer('Units that are left to ship'),
}) {}

class CustomerToPickForDto extends responseDto<OrderToPick>()({
  name: [text(), 'customerName'],
  phone: [text(), 'customerPhone'],
}) {}

const { order_number, client_id, client_name, store_order_id, status, on_hold, created_at } =
  OrderRecordDto.fields;

class BookedUnitsDto extends responseDto<OrderUnits>()({ line: integer(), quantity: integer() }) {}

export class BookingToPackDto extends responseDto<BookingToPack>()({
  id: integer(),
  state: word(
    PACKED_STATES,
    'booking: no AWB yet. booked: its box can be handed over. problem: the courier refused it, or a person has to decide',
  ),
  awb: text().orNull(),
  courier: text(),
  box: text().orNull('null: its sizes were typed'),
  weight_grams: integer(),
  units: parts(BookedUnitsDto),
  printed: flag('Its label was printed'),
  printed_alone: flag('The courier made its label, which is a file of its own'),
  needs_way_bill: [
    flag(
      'Its value is above the lowest limit of all states: it may not move without an e-way bill',
    ),
    'needsWayBill',
  ],
  problem: text('What is wrong, or why it waits').orNull('null: nothing'),
}) {}

export class OrderToPickDto extends responseDto<OrderToPick>()({
  order_number,
  client_id,
  client_name,
  store_order_id,
  status,
  on_hold,
  created_at,
  customer: [part(CustomerToPickForDto), (order) => order],
  shipping: [part(OrderShippingDto), (order) => order],
  ...shownTexts(),
  missing_for_invoice: texts({
    example: ['KT-APR-85 needs a GST rate that is allowed today'],
    description: 'Reasons why it cannot be invoiced; empty without a tax profile',
  }),
  lines: parts(LineToPickDto),
  bookings: parts(BookingToPackDto, 'At couriers, for units that are left to ship'),
}) {}
