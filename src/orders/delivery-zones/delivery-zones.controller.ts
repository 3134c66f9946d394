import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { BODY_ERRORS, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import * as docs from './delivery-zones.docs.js';
import { DeliveryZoneDto, ReplaceZonesDto, toDeliveryZone, toZones } from './delivery-zones.dto.js';
import { DeliveryZonesService } from './delivery-zones.service.js';

@OperatorController('admin/delivery-zones', 'Plans')
export class DeliveryZonesController {
  constructor(private readonly zones: DeliveryZonesService) {}

  @Get()
  @Access('plans:read')
  @docs.ListDeliveryZones
  @RespondsList(DeliveryZoneDto)
  async listDeliveryZones() {
    return (await this.zones.listZones()).map(toDeliveryZone);
  }

  @Put()
  @Access('plans:write')
  @docs.ReplaceDeliveryZones
  @RespondsList(DeliveryZoneDto, ...BODY_ERRORS)
  async replaceDeliveryZones(@Body() body: ReplaceZonesDto) {
    return (await this.zones.replaceZones(toZones(body))).map(toDeliveryZone);
  }
}
