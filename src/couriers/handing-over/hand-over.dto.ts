import { PickType } from '@nestjs/swagger';
import { CreateShipmentDto } from '../../fulfillment/orders/orders.admin.dto.js';
import { LIMITS } from '../../platform/config/limits.js';
import { ID_MAX, Field, WholeNumber } from '../../platform/http/input/fields.js';
import {
  integer,
  parts,
  responseDto,
  text,
} from '../../platform/http/response-dto/response-dto.js';
import type { HandedOver, HandOverReport, RefusedHandOver } from './hand-over.service.js';

const MAX = LIMITS.bookingsAtOnce;

export class HandOverDto extends PickType(CreateShipmentDto, ['scanned', 'counted_by_hand']) {
  @WholeNumber({
    min: 1,
    max: LIMITS.boxGrams,
    optional: true,
    api: { description: 'As the scale says. Left out: as it was booked', example: 1240 },
  })
  weight_grams?: number;
}

export class HandOverAllDto {
  @Field({
    api: { type: [Number], minItems: 1, maxItems: MAX, description: 'Bookings' },
    rules: [
      {
        code: 'list_expected',
        message: `must be a list of 1 to ${MAX} different ids`,
        passes: isListOfIds,
      },
    ],
  })
  ids: number[];
}

export class HandedOverDto extends responseDto<HandedOver>()({
  id: integer('Booking'),
  order_number: text(),
  awb: text(),
  shipment_id: integer(),
}) {}

class RefusedHandOverDto extends responseDto<RefusedHandOver>()({
  id: integer('Booking'),
  order_number: text().orNull('null: there is no such booking'),
  code: text({ example: 'on_hold' }),
  message: text(),
}) {}

export class HandOverReportDto extends responseDto<HandOverReport>()({
  handed_over: parts(HandedOverDto),
  refused: parts(RefusedHandOverDto),
}) {}

function isListOfIds(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX) return false;
  const isId = (id: unknown): boolean =>
    Number.isInteger(id) && (id as number) > 0 && (id as number) <= ID_MAX;
  return value.every(isId) && new Set(value).size === value.length;
}
