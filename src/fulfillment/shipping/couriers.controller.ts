import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { BODY_ERRORS, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { CourierDto, ReplaceCouriersDto, toCouriers } from './couriers.dto.js';
import { CouriersService } from './couriers.service.js';

@OperatorController('admin/couriers', 'Orders')
export class CouriersController {
  constructor(private readonly couriers: CouriersService) {}

  @Get()
  @Access('orders:read')
  @Operation(
    'List the couriers',
    'A shipment that is recorded without a tracking page gets the one of its courier. Names of couriers are compared ' +
      'regardless of case.',
  )
  @RespondsList(CourierDto)
  listCouriers() {
    return this.couriers.listCouriers();
  }

  @Put()
  @Access('orders:ship')
  @Operation(
    'Replace all couriers',
    'They apply to shipments that are recorded from now on. Recorded ones stay as they are.',
  )
  @RespondsList(CourierDto, ...BODY_ERRORS)
  replaceCouriers(@Body() body: ReplaceCouriersDto) {
    return this.couriers.replaceCouriers(toCouriers(body));
  }
}
