import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { Text, textRule } from '../../platform/http/input/fields.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { ConditionalGetInterceptor } from '../../platform/http/representation/conditional-get.interceptor.js';
import {
  representationOf,
  type Representation,
} from '../../platform/http/representation/representation.js';
import { toMajorUnits } from '../../platform/money.js';
import { DEFAULT_COUNTRY, isPincode, normalizePincode, PINCODE_FORM } from '../placing/address.js';
import { DeliveryZonesCache } from './delivery-zones.cache.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

class ServiceabilityQuery {
  @Text({
    max: LIMITS.pincodeLength,
    api: { example: '560001' },
    rules: [
      textRule('invalid_pincode', PINCODE_FORM, (text, dto) =>
        isPincode(text, (dto as ServiceabilityQuery).country),
      ),
    ],
  })
  pincode: string;

  @Text({
    max: LIMITS.placeLength,
    optional: true,
    api: { description: `${DEFAULT_COUNTRY} if absent`, example: DEFAULT_COUNTRY },
  })
  country?: string;
}

class ServiceabilityDataDto {
  @ApiProperty({ description: 'In India without spaces' })
  pincode: string;

  @ApiProperty()
  country: string;

  @ApiProperty({ description: 'Whether orders to this address are accepted' })
  serviceable: boolean;

  @OrNull(
    Number,
    'What delivery costs beyond the charges of the products, once per order; null where nothing is delivered',
  )
  surcharge: number | null;
}

class ServiceabilityDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty()
  data: ServiceabilityDataDto;
}

const EXAMPLES = {
  serviceable: {
    summary: 'Delivered at a surcharge',
    value: {
      success: true,
      data: { pincode: '190001', country: 'India', serviceable: true, surcharge: 75.5 },
    },
  },
  'not-serviceable': {
    summary: 'Not delivered',
    value: {
      success: true,
      data: { pincode: '194101', country: 'India', serviceable: false, surcharge: null },
    },
  },
};

@ApiTags('Orders')
@IgnoresUnknownFields()
@Controller('api/serviceability')
export class ServiceabilityController {
  constructor(private readonly zones: DeliveryZonesCache) {}

  @Get()
  @UseInterceptors(ConditionalGetInterceptor)
  @Operation(
    'Whether an address is delivered to',
    'By country and pincode, before a customer fills a cart. An order is checked in the same way.',
  )
  @ApiSuccess(200, ServiceabilityDto, EXAMPLES)
  @ApiAccessErrors()
  @ApiErrors({
    code: 'validation_failed',
    fields: [{ field: 'pincode', code: 'invalid_pincode', message: `pincode ${PINCODE_FORM}` }],
  })
  getServiceability(
    @Query() { pincode: sent, country = DEFAULT_COUNTRY }: ServiceabilityQuery,
  ): Representation {
    const pincode = normalizePincode(sent, country);
    const surchargeMinor = this.zones.surchargeMinor({ pincode, country });
    const data: ServiceabilityDataDto = {
      pincode,
      country,
      serviceable: surchargeMinor !== null,
      surcharge: surchargeMinor && toMajorUnits(surchargeMinor),
    };
    const answer: ServiceabilityDto = { success: true, data };
    return representationOf(answer);
  }
}
