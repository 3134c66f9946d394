import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdminItems, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { CourierDto, ReplaceCouriersDto, toCourier, toCouriers } from './couriers.dto.js';
import { CouriersService } from './couriers.service.js';

@OperatorController('admin/couriers', 'Orders')
export class CouriersController {
  constructor(private readonly couriers: CouriersService) {}

  @Get()
  @Access('orders:read')
  @Operation(
    'List the couriers',
    'A shipment that is recorded without a tracking page gets that of its courier, whose name is compared without regard to capitals.',
  )
  @ApiAdminItems(CourierDto)
  async listCouriers(): Promise<AdminAnswer<CourierDto[]>> {
    return adminAnswer((await this.couriers.listCouriers()).map(toCourier));
  }

  @Put()
  @Access('orders:ship')
  @Operation(
    'Replace all couriers',
    'Shipments that are recorded from now on follow them; recorded ones stay as they are.',
  )
  @ApiAdminItems(CourierDto, ...BODY_ERRORS)
  async replaceCouriers(@Body() body: ReplaceCouriersDto): Promise<AdminAnswer<CourierDto[]>> {
    return adminAnswer((await this.couriers.replaceCouriers(toCouriers(body))).map(toCourier));
  }
}
