import { Get, Param } from '@nestjs/common';
import { OrderRecordDto } from '../../fulfillment/orders/order-record.js';
import {
  OrdersAdminService,
  type OrderRecord,
} from '../../fulfillment/orders/orders.admin.service.js';
import { CurrentPermissions, type Permitted } from '../../identity/signed-in-user.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { money, parts, responseDto } from '../../platform/http/response-dto/response-dto.js';
import { BookingDto } from './bookings.dto.js';
import type { ListedBooking } from './bookings.repository.js';
import { BookingsService } from './bookings.service.js';

class OrderBookingDto extends responseDto<ListedBooking>()({
  ...BookingDto.fields,
  freight: money()
    .guarded()
    .orNull(
      'What the courier charges; null: it did not say, or the permission `costs:read` is missing',
    ),
}) {}

class BookedOrderDto extends responseDto<OrderRecord & { bookings: ListedBooking[] }>()({
  ...OrderRecordDto.fields,
  bookings: parts(OrderBookingDto, 'With couriers, latest first'),
}) {}

/** Orders together with their bookings, which the modules below do not know. */
@OperatorController('admin/orders', 'Orders')
export class BookedOrdersController {
  constructor(
    private readonly orders: OrdersAdminService,
    private readonly bookings: BookingsService,
  ) {}

  @Get(':order_number')
  @Access('orders:read')
  @Operation('Show an order')
  @Responds(200, BookedOrderDto, 'order_not_found')
  async getOrder(
    @Param('order_number', new PathKeyPipe('order_not_found')) number: string,
    @CurrentPermissions() isPermitted: Permitted,
  ) {
    const order = await this.orders.get(number);
    const bookings = await this.bookings.listOfOrder(order.orderNumber);
    return { ...order, bookings: isPermitted('costs:read') ? bookings : bookings.map(unpriced) };
  }
}

function unpriced(booking: ListedBooking): ListedBooking {
  return { ...booking, freightMinor: null };
}
