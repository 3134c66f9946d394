import { Body, Get, Put } from '@nestjs/common';
import { OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdminItems, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { DeliveryZoneDto, ReplaceZonesDto, toDeliveryZone, toZones } from './delivery-zones.dto.js';
import { DeliveryZonesService } from './delivery-zones.service.js';

@OperatorController('admin/delivery-zones', 'Plans')
export class DeliveryZonesController {
  constructor(private readonly zones: DeliveryZonesService) {}

  @Get()
  @Operation(
    'List the delivery zones',
    'The zone of an address is the one of its country with the longest prefix of its pincode. An address without a ' +
      'zone costs the delivery charges of the products, as without zones.',
  )
  @ApiAdminItems(DeliveryZoneDto)
  async listDeliveryZones(): Promise<AdminAnswer<DeliveryZoneDto[]>> {
    return adminAnswer((await this.zones.listZones()).map(toDeliveryZone));
  }

  @Put()
  @Operation(
    'Replace all delivery zones',
    'Orders that are placed from now on follow them; placed ones stay as they are.',
  )
  @ApiAdminItems(DeliveryZoneDto, ...BODY_ERRORS)
  async replaceDeliveryZones(
    @Body() body: ReplaceZonesDto,
  ): Promise<AdminAnswer<DeliveryZoneDto[]>> {
    return adminAnswer((await this.zones.replaceZones(toZones(body))).map(toDeliveryZone));
  }
}
