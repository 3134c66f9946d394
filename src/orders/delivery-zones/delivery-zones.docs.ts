import { applyDecorators } from '@nestjs/common';
import { ApiAccessErrors, ApiSuccess, invalid } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PINCODE_FORM } from '../placing/request/address.js';
import { ServiceabilityDto } from './delivery-zones.dto.js';

export const ListDeliveryZones = Operation(
  'List the delivery zones',
  'An address belongs to the zone of its country with the longest prefix of its pincode. Delivery to an address ' +
    'without a zone only costs the delivery charges of the products.',
);

export const ReplaceDeliveryZones = Operation(
  'Replace all delivery zones',
  'They apply to orders that are placed from now on. Placed orders stay as they are.',
);

export const GetServiceability = applyDecorators(
  Operation(
    'Whether an address is delivered to',
    'Checks an address by country and pincode, before a customer fills a cart. Orders are checked in the same way, except that a country that neither ISO 3166 nor a zone names is not serviceable here.',
  ),
  ApiSuccess(200, ServiceabilityDto, {
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
  }),
  ApiAccessErrors(invalid({ pincode: ['invalid_pincode', PINCODE_FORM] })),
);
