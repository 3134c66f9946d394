import { Body, Param, Post } from '@nestjs/common';
import { ApiBookingErrors, SHIPMENT_REFUSALS } from '../../fulfillment/shipping/booking-errors.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { Idempotent, MONEY_BODY_ERRORS } from '../../platform/idempotency/idempotent.decorator.js';
import { HandedOverDto, HandOverAllDto, HandOverDto, HandOverReportDto } from './hand-over.dto.js';
import { HandOverService } from './hand-over.service.js';

const bookingId = new PathIdPipe('booking_not_found');

@OperatorController('admin/bookings', 'Couriers')
export class HandOverController {
  constructor(private readonly handingOver: HandOverService) {}

  @Post('hand-over')
  @Access('orders:ship')
  @Idempotent('several transactions')
  @Operation(
    'Hand many bookings over: each becomes a shipment with its AWB and its invoice',
    'Each has a transaction of its own. Refused ones are listed with their reason; the others are done.',
  )
  @Responds(200, HandOverReportDto, ...MONEY_BODY_ERRORS)
  handOverBookings(@Body() { ids }: HandOverAllDto) {
    return this.handingOver.handOverAll(ids);
  }

  @Post(':id/hand-over')
  @Access('orders:ship')
  @Idempotent()
  @Operation(
    'Hand a booking over: its units are shipped with its AWB, and invoiced',
    'Again, it answers with the same shipment. `booking_canceled` names the AWB that the order has now.',
  )
  @ApiBookingErrors('booking_state_refused', ...SHIPMENT_REFUSALS)
  @Responds(200, HandedOverDto, 'booking_not_found', ...MONEY_BODY_ERRORS)
  handOverBooking(
    @Param('id', bookingId) id: number,
    @Body() { weight_grams: weightGrams, scanned, counted_by_hand: countedByHand }: HandOverDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.handingOver.handOver(id, { weightGrams, scanned, countedByHand }, key);
  }
}
