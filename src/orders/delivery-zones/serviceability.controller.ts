import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { DEFAULT_COUNTRY, normalizePincode } from '../placing/request/address.js';
import { DeliveryZonesCache } from './delivery-zones.cache.js';
import * as docs from './delivery-zones.docs.js';
import {
  ServiceabilityQuery,
  toServiceability,
  type ServiceabilityDto,
} from './delivery-zones.dto.js';
import { PolledAnswer } from '../../platform/http/representation/representation.js';

@ApiTags('Orders')
@IgnoresUnknownFields()
@Controller('api/serviceability')
export class ServiceabilityController {
  constructor(private readonly zones: DeliveryZonesCache) {}

  @Get()
  @docs.GetServiceability
  getServiceability(
    @Query() { pincode, country = DEFAULT_COUNTRY }: ServiceabilityQuery,
  ): PolledAnswer<ServiceabilityDto> {
    const place = { pincode: normalizePincode(pincode, country), country };
    return new PolledAnswer(toServiceability(place, this.zones.surchargeInWorldMinor(place)));
  }
}
