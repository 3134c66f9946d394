import { Transform } from 'class-transformer';
import { withoutScannerSigns } from '../../catalog/article-codes.js';
import type { Article } from '../../catalog/product-record.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Text } from '../../platform/http/input/fields.js';
import {
  flag,
  integer,
  part,
  parts,
  responseDto,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { OrderSummaryDto } from '../orders/order-record.js';
import { OrderToPickDto } from '../pick-list/pick-list.dto.js';
import type { ScannedBooking } from '../pick-list/bookings-to-pack.port.js';
import { FOUND_BY, type FoundOrder } from './scans.repository.js';
import type { Scan } from './scans.service.js';

export class ScanQuery {
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? withoutScannerSigns(value) : value,
  )
  @Text({
    max: LIMITS.trackingNumberLength,
    api: {
      description:
        'In any letter case; an order number also with blanks, an article also as a GS1 code',
      example: 'WO-7K3M9PQ2XA',
    },
  })
  text: string;
}

const { order_number, client_name, store_order_id, status, total } = OrderSummaryDto.fields;

class ScannedOrderDto extends responseDto<FoundOrder>()({
  order_number,
  client_name,
  store_order_id,
  status,
  total,
  changed_at: time('When it came into its status'),
  shipments_count: integer(),
  units_left: integer('Units that are neither shipped nor canceled'),
  courier: text('Of the last shipment').orNull(),
  tracking_number: text('Of the last shipment').orNull(),
  shipped_at: time('Of the last shipment').orNull(),
}) {}

class ScannedBookingDto extends responseDto<ScannedBooking>()({
  id: integer(),
  order_number: text(),
  old: flag('It was canceled, so the label is old'),
  current_awb: text('AWB that the order has now').orNull(),
}) {}

class ArticleDto extends responseDto<Article>()({ sku: text(), name: text() }) {}

export class ScanDto extends responseDto<Scan>()({
  found_by: word(
    [...FOUND_BY, 'awb', 'article', null],
    'What the text is. awb: of a booking that was not handed over, see `booking`. part: four or more characters of the number of an order, if possible of one that can be shipped. similar: no order has the number, but `orders` differ by one character. article: a SKU, a GTIN or ' +
      'the code of a combination. null: unknown',
  ).orNull(),
  orders: parts(
    ScannedOrderDto,
    'Several, if several clients have the same store order id, several numbers have the part, or a courier used a tracking number twice; the latest first',
  ),
  to_ship: part(OrderToPickDto).orNull(
    'The only order, if its number or a part of it, its store order id or the AWB of its booking was scanned and units of it are left to ship',
  ),
  shipped_by: text('Person who sent the last shipment of the only order').orNull(
    'null also for a script, and for a person who was removed',
  ),
  article: part(ArticleDto).orNull(),
  booking: part(ScannedBookingDto).orNull(),
}) {}
