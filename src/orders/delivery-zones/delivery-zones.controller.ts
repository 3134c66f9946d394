import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import * as docs from './delivery-zones.docs.js';
import { DeliveryZoneDto, ReplaceZonesDto, toDeliveryZone, toZones } from './delivery-zones.dto.js';
import { DeliveryZonesService } from './delivery-zones.service.js';

@OperatorController('admin/delivery-zones', 'Plans')
export class DeliveryZonesController {
  constructor(private readonly zones: DeliveryZonesService) {}

  @Get()
  @Access('plans:read')
  @docs.ListDeliveryZones
  async listDeliveryZones(): Promise<AdminAnswer<DeliveryZoneDto[]>> {
    return adminAnswer((await this.zones.listZones()).map(toDeliveryZone));
  }

  @Put()
  @Access('plans:write')
  @docs.ReplaceDeliveryZones
  async replaceDeliveryZones(
    @Body() body: ReplaceZonesDto,
  ): Promise<AdminAnswer<DeliveryZoneDto[]>> {
    return adminAnswer((await this.zones.replaceZones(toZones(body))).map(toDeliveryZone));
  }
}
