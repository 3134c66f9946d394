import { Body, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  ApiAdminTable,
  BODY_ERRORS,
  Responds,
  RespondsList,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { sendTable } from '../../platform/table-export/table-file.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import {
  BOOKING_COLUMNS,
  BookingDto,
  BookingsFileQuery,
  BookingsQuery,
  BookOrdersDto,
  EditBookingDto,
  ResolveBookingDto,
  toBookingFilter,
  toEdit,
  toResolution,
  toWanted,
  WantOutcomeDto,
} from './bookings.dto.js';
import { BookingsService } from './bookings.service.js';

const bookingId = new PathIdPipe('booking_not_found');
const CHANGE_ERRORS = ['booking_not_found', 'order_not_found', 'booking_state_refused'] as const;
/** Why an order cannot be booked: it cannot be shipped now. */
const CHECK_ERRORS = [
  'transition_refused',
  'on_hold',
  'not_invoiceable',
  'documents_on_hold',
] as const;

@OperatorController('admin/bookings', 'Orders')
export class BookingsController {
  constructor(private readonly bookings: BookingsService) {}

  @Get()
  @Access('orders:read')
  @Operation('List bookings with couriers, latest first')
  @RespondsPage(BookingDto)
  listBookings(@Query() query: BookingsQuery) {
    return this.bookings.list(toBookingFilter(query), toNewestFirst(query));
  }

  @Get('export')
  @Access('orders:read')
  @Operation('The same bookings as a file')
  @ApiAdminTable('validation_failed')
  async exportBookings(
    @Query() query: BookingsFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.bookings.everyPage(toBookingFilter(query));
    const file = { name: 'bookings', format: query.format };
    await sendTable(response, file, { columns: BOOKING_COLUMNS, pages });
  }

  @Post()
  @Access('orders:ship')
  @Operation(
    'Book orders with a courier',
    'Each order has its own outcome. Stored at once; the calls follow within seconds, and `GET` shows how they ended. Safe to ' +
      'repeat: what is booked already is returned `unchanged`. An order is only booked if it could be shipped now.',
  )
  @RespondsList(WantOutcomeDto, ...BODY_ERRORS)
  bookOrders(@Body() body: BookOrdersDto) {
    return this.bookings.want(toWanted(body));
  }

  @Get(':id')
  @Access('orders:read')
  @Operation('Show a booking')
  @Responds(200, BookingDto, 'booking_not_found')
  getBooking(@Param('id', bookingId) id: number) {
    return this.bookings.get(id);
  }

  @Patch(':id')
  @Access('orders:ship')
  @Operation(
    'Change account, box or weight of a refused booking',
    'What is left out is chosen by the rules of new bookings. Send it again by `retry`.',
  )
  @Responds(200, BookingDto, ...CHANGE_ERRORS, ...BODY_ERRORS)
  editBooking(@Param('id', bookingId) id: number, @Body() body: EditBookingDto) {
    return this.bookings.edit(id, toEdit(body));
  }

  @Post(':id/cancel')
  @Access('orders:ship')
  @Operation(
    'Withdraw a booking',
    'Its units are free at once; the courier hears of it within seconds. Safe to repeat. Refused once it was handed over.',
  )
  @Responds(200, BookingDto, ...CHANGE_ERRORS)
  cancelBooking(@Param('id', bookingId) id: number) {
    return this.bookings.cancel(id);
  }

  @Post(':id/retry')
  @Access('orders:ship')
  @Operation(
    'Send a booking again',
    'One that was refused, or that the account kept from being booked, is sent under another reference. The courier is asked ' +
      'first about one whose outcome is not known.',
  )
  @Responds(200, BookingDto, ...CHANGE_ERRORS, ...CHECK_ERRORS, 'validation_failed')
  retryBooking(@Param('id', bookingId) id: number) {
    return this.bookings.retry(id);
  }

  @Post(':id/resolve')
  @Access('orders:ship')
  @Operation(
    'Say what became of a booking that an operator has to decide about',
    "Look it up on the courier's pages first. What is not booked is sent again, unless its order no longer needs it.",
  )
  @Responds(200, BookingDto, ...CHANGE_ERRORS, ...BODY_ERRORS)
  resolveBooking(@Param('id', bookingId) id: number, @Body() body: ResolveBookingDto) {
    return this.bookings.resolve(id, toResolution(body));
  }
}
