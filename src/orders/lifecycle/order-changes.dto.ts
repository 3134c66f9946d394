import { LIMITS } from '../../platform/config/limits.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { Text } from '../../platform/http/input/fields.js';
import { PINCODE_FORM } from '../placing/request/address.js';
import type { AddressCorrection } from './order-correction.js';

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
  const correction = addressCorrection(dto);
  if (Object.keys(correction).length === 0) throw nothingToCorrect();
  return correction;
}

function nothingToCorrect(): AppError {
  const message = 'address is required, unless city, state, pincode or country is corrected';
  return invalidField('address', 'required', message);
}
