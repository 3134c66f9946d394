import { ApiPropertyOptional } from '@nestjs/swagger';
import type { ErrorCode } from '../../platform/http/errors.js';
import { ApiErrorsAs, ErrorDto } from '../../platform/http/openapi/api-docs.js';

class BookingErrorDto extends ErrorDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'units_are_booked: AWB of the booking. booking_canceled: AWB that the order has now. null: none',
  })
  awb?: string | null;
}

const DETAILS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  units_are_booked: { order_number: 'WO-7K3M9PQ2XA', awb: '10234567890123' },
  booking_canceled: { awb: '10234567890456' },
};

/** Why a shipment is refused, except for its fields. */
export const SHIPMENT_REFUSALS = [
  'transition_refused',
  'units_are_booked',
  'booking_canceled',
  'on_hold',
  'documents_on_hold',
  'not_invoiceable',
] as const satisfies readonly ErrorCode[];

/** Documents refusals with the same status. Some name an AWB. */
export function ApiBookingErrors(...codes: readonly ErrorCode[]): MethodDecorator {
  const examples = codes.map((code) => {
    const details = DETAILS[code];
    return details === undefined ? code : { code, details };
  });
  return ApiErrorsAs(BookingErrorDto, ...examples);
}
