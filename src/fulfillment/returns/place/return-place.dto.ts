import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { DEFAULT_COUNTRY, normalizePincode } from '../../../orders/placing/request/address.js';
import { objectOf, ShippingDto } from '../../../orders/placing/request/create-order.dto.js';
import { isPhone } from '../../../orders/placing/request/phone.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Field, Name, Text, textRule } from '../../../platform/http/input/fields.js';
import { part, responseDto, text } from '../../../platform/http/response-dto/response-dto.js';
import type { ReturnAddress } from './return-place.entity.js';
import type { ReturnPlaces } from './return-place.service.js';

export class NewReturnPlaceDto extends ShippingDto {
  @Name({ max: LIMITS.nameLength, api: { example: 'Asha Wholesale, returns' } })
  name: string;

  @Text({
    max: LIMITS.phoneLength,
    isVisible: true,
    optional: true,
    api: { example: '+91 80 4567 8900', description: 'The courier calls it' },
    rules: [textRule('invalid_phone', 'must have 7 to 15 digits, as +91 98765 43210', isPhone)],
  })
  phone?: string;
}

/** Declares the address that returned units are sent to. */
export function OptionalReturnAddress(description: string): PropertyDecorator {
  return applyDecorators(
    ValidateNested(),
    Type(() => NewReturnPlaceDto),
    Field({
      optional: true,
      api: { type: NewReturnPlaceDto, description },
      rules: [objectOf(NewReturnPlaceDto)],
    }),
  );
}

export class PutReturnPlaceDto {
  @OptionalReturnAddress("Left out: to the company's address, which is in the tax profile")
  return_address?: NewReturnPlaceDto;
}

export class ReturnPlaceDto extends responseDto<ReturnAddress>()({
  name: text(),
  address: text(),
  city: text(),
  state: text(),
  pincode: text(),
  country: text(),
  phone: text().orNull(),
}) {}

export class ReturnPlacesDto extends responseDto<ReturnPlaces>()({
  return_address: part(ReturnPlaceDto).orNull("As it was set; null: the company's address"),
  shown_address: part(ReturnPlaceDto).orNull(
    'The one that stores are shown; null: there is no tax profile either, so each acceptance needs one',
  ),
}) {}

export function toReturnAddress(dto: NewReturnPlaceDto): ReturnAddress {
  const { name, address, city, state, country = DEFAULT_COUNTRY, phone = null } = dto;
  const pincode = normalizePincode(dto.pincode, country);
  return { name, address, city, state, pincode, country, phone };
}
