import { ApiParam } from '@nestjs/swagger';

/** Refusals of a body that is not readable. */
export const BODY_REFUSALS = [
  'malformed_json',
  'malformed_request',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
] as const;

/** Documents the order of a path. */
export const ApiOrderReference = (): MethodDecorator =>
  ApiParam({
    name: 'order_number',
    description: 'The order number, or your own store_order_id',
    example: 'WO-7K3M9QX2TB',
  });
