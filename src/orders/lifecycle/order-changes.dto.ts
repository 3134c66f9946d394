import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { invalidField } from '../../platform/http/errors.js';
import { Text } from '../../platform/http/input/fields.js';
import { PINCODE_FORM } from '../placing/request/address.js';
import { CustomerDto } from '../placing/request/create-order.dto.js';
import type { AddressCorrection, OrderCorrection } from './order-correction.js';

export class ReasonDto {
  @Text({ max: LIMITS.reasonLength, optional: true })
  reason?: string;
}

export class CorrectAddressDto {
  @Text({ max: LIMITS.addressLength, lineBreaks: true, optional: true })
  address?: string;

  @Text({ max: LIMITS.placeLength, optional: true })
  city?: string;

  @Text({ max: LIMITS.placeLength, optional: true })
  state?: string;

  @Text({
    max: LIMITS.pincodeLength,
    isVisible: true,
    optional: true,
    api: { example: '560001', description: PINCODE_FORM },
  })
  pincode?: string;

  @Text({ max: LIMITS.placeLength, optional: true })
  country?: string;
}

/** Whom the driver asks for and calls. */
export const CorrectedRecipient = PartialType(PickType(CustomerDto, ['name', 'phone'] as const));

/** All that couriers get of an order's customer. */
export class CorrectDeliveryDto extends IntersectionType(CorrectedRecipient, CorrectAddressDto) {}

/** Reads the fields to correct; none if the body names none. */
export function recipientCorrection(
  dto: InstanceType<typeof CorrectedRecipient>,
): Pick<OrderCorrection, 'customerName' | 'customerPhone'> {
  const { name, phone } = dto;
  return {
    ...(typeof name === 'string' && { customerName: name }),
    ...(typeof phone === 'string' && { customerPhone: phone }),
  };
}

/** Reads the fields to correct; none if the body names none. */
export function addressCorrection(dto: CorrectAddressDto): AddressCorrection {
  const { address, city, state, pincode, country } = dto;
  return {
    ...(typeof address === 'string' && { shippingAddress: address }),
    ...(typeof city === 'string' && { shippingCity: city }),
    ...(typeof state === 'string' && { shippingState: state }),
    ...(typeof pincode === 'string' && { shippingPincode: pincode }),
    ...(typeof country === 'string' && { shippingCountry: country }),
  };
}

/** Reads the fields to correct. @throws AppError validation_failed if no field is given */
export function toAddressCorrection(dto: CorrectAddressDto): AddressCorrection {
  return notEmpty(addressCorrection(dto), 'city, state, pincode or country');
}

/** Reads the fields to correct. @throws AppError validation_failed if no field is given */
export function toDeliveryCorrection(dto: CorrectDeliveryDto): OrderCorrection {
  const correction = { ...recipientCorrection(dto), ...addressCorrection(dto) };
  return notEmpty(correction, 'city, state, pincode, country, name or phone');
}

function notEmpty<Correction extends object>(correction: Correction, others: string): Correction {
  if (Object.keys(correction).length > 0) return correction;
  const message = `address is required, unless ${others} is corrected`;
  throw invalidField('address', 'required', message);
}
