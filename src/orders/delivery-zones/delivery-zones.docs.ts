import { applyDecorators } from '@nestjs/common';
import { ApiAccessErrors, ApiSuccess, invalid } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PINCODE_FORM } from '../placing/request/address.js';
import { ServiceabilityDto } from './delivery-zones.dto.js';

export const ListDeliveryZones = Operation(
  'List the delivery zones',
  'The zone of an address is the one of its country with the longest prefix of its pincode. An address without a ' +
    'zone costs the delivery charges of the products, as without zones.',
);

export const ReplaceDeliveryZones = Operation(
  'Replace all delivery zones',
  'Orders that are placed from now on follow them; placed ones stay as they are.',
);

export const GetServiceability = applyDecorators(
  Operation(
    'Whether an address is delivered to',
    'By country and pincode, before a customer fills a cart. An order is checked in the same way.',
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
