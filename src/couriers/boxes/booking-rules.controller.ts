import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { BODY_ERRORS, Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { BookingRulesDto, ReplaceBookingRulesDto, toBookingRules } from './booking-rules.dto.js';
import { BookingRulesService } from './booking-rules.service.js';

@OperatorController('admin/booking-rules', 'Orders')
export class BookingRulesController {
  constructor(private readonly rules: BookingRulesService) {}

  @Get()
  @Access('orders:read')
  @Operation('Read how shipments are booked')
  @Responds(200, BookingRulesDto)
  getBookingRules() {
    return this.rules.get();
  }

  // Without a password: it chooses among accounts that an owner has entered with one.
  @Put()
  @Access('couriers:write')
  @Operation('Replace how shipments are booked', 'It applies to bookings from now on.')
  @Responds(200, BookingRulesDto, ...BODY_ERRORS)
  replaceBookingRules(@Body() body: ReplaceBookingRulesDto) {
    return this.rules.replace(toBookingRules(body));
  }
}
