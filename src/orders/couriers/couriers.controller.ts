import { Body, Get, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  ApiAdminItems,
  BODY_ERRORS,
  type AdminAnswer,
} from '../../platform/http/openapi/admin-docs.js';
import { CourierDto, ReplaceCouriersDto, toCourier, toCouriers } from './couriers.dto.js';
import { CouriersService } from './couriers.service.js';

@OperatorController('admin/couriers', 'Orders')
export class CouriersController {
  constructor(private readonly couriers: CouriersService) {}

  @Get()
  @ApiOperation({
    summary: 'List the couriers',
    description:
      'A shipment that is recorded without a tracking page gets that of its courier, whose name is compared without regard to capitals.',
  })
  @ApiAdminItems(CourierDto)
  async listCouriers(): Promise<AdminAnswer<CourierDto[]>> {
    return adminAnswer((await this.couriers.listCouriers()).map(toCourier));
  }

  @Put()
  @ApiOperation({
    summary: 'Replace all couriers',
    description:
      'Shipments that are recorded from now on follow them; recorded ones stay as they are.',
  })
  @ApiAdminItems(CourierDto, ...BODY_ERRORS)
  async replaceCouriers(@Body() body: ReplaceCouriersDto): Promise<AdminAnswer<CourierDto[]>> {
    return adminAnswer((await this.couriers.replaceCouriers(toCouriers(body))).map(toCourier));
  }
}
