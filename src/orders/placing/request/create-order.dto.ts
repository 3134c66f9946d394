import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { requestWithTexts, textsOf } from '../../order-texts.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { DtoList } from '../../../platform/http/input/dto-list.js';
import { Email, Field, Text, textRule, WholeNumber } from '../../../platform/http/input/fields.js';
import { ORDER_NUMBER_PATTERN } from '../../order-number.js';
import { DEFAULT_COUNTRY, isPincode, normalizePincode, PINCODE_FORM } from './address.js';
import { isPhone } from './phone.js';
import type { OrderRequest } from './order-request.js';

export class CustomerDto {
  @Text({ max: LIMITS.nameLength, api: { description: 'Full name', example: 'Asha Verma' } })
  name: string;

  @Text({
    max: LIMITS.phoneLength,
    isVisible: true,
    api: {
      description:
        '7 to 15 digits of any script. Spaces, dashes and . ( ) may stand between them, and + in front. Characters that show nothing are removed',
      example: '+91 98765 43210',
    },
    rules: [textRule('invalid_phone', 'must have 7 to 15 digits, as +91 98765 43210', isPhone)],
  })
  phone: string;

  @Email({ max: LIMITS.emailLength, optional: true, api: { example: 'asha@example.com' } })
  email?: string;
}

export class ShippingDto {
  @Text({
    max: LIMITS.addressLength,
    lineBreaks: true,
    api: { description: 'Full street address', example: '14, Lake View Road' },
  })
  address: string;

  @Text({ max: LIMITS.placeLength, api: { example: 'Bengaluru' } })
  city: string;

  @Text({ max: LIMITS.placeLength, api: { example: 'Karnataka' } })
  state: string;

  @Text({
    max: LIMITS.pincodeLength,
    isVisible: true,
    api: {
      description:
        'In India six digits, the first not 0; elsewhere 3 to 12 letters, digits, spaces and -',
      example: '560001',
    },
    rules: [
      textRule('invalid_pincode', PINCODE_FORM, (text, dto) =>
        isPincode(text, (dto as ShippingDto).country),
      ),
    ],
  })
  pincode: string;

  @Text({
    max: LIMITS.placeLength,
    optional: true,
    // Not `default`: generators of types would make the field required.
    api: { description: `${DEFAULT_COUNTRY} if absent`, example: DEFAULT_COUNTRY },
  })
  country?: string;
}

class OrderItemRequestDto {
  @Text({ max: LIMITS.skuLength, api: { example: 'TW-GLS-06' } })
  sku: string;

  @WholeNumber({ min: 1, max: LIMITS.quantity, api: { example: 2 } })
  quantity: number;

  @Text({
    max: LIMITS.variationLength,
    optional: true,
    api: {
      description:
        'The chosen values separated by ` / `, or the variation key; needed for a product with variations',
      example: 'M / Indigo',
    },
  })
  variation?: string;
}

export class CreateOrderDto extends requestWithTexts() {
  @ValidateNested()
  @Type(() => CustomerDto)
  @Transform(({ value }: { value: unknown }) => value ?? new CustomerDto())
  @Field({ api: { type: CustomerDto }, rules: [objectOf(CustomerDto)] })
  customer: CustomerDto = new CustomerDto();

  @ValidateNested()
  @Type(() => ShippingDto)
  @Transform(({ value }: { value: unknown }) => value ?? new ShippingDto())
  @Field({ api: { type: ShippingDto }, rules: [objectOf(ShippingDto)] })
  shipping: ShippingDto = new ShippingDto();

  @DtoList(OrderItemRequestDto, LIMITS.orderItems)
  @Field({
    api: { type: [OrderItemRequestDto], minItems: 1, maxItems: LIMITS.orderItems },
    rules: [
      { code: 'list_expected', message: 'must be a list', passes: Array.isArray },
      {
        code: 'out_of_range',
        message: `must hold 1 to ${LIMITS.orderItems} items`,
        passes: (value) =>
          Array.isArray(value) && value.length > 0 && value.length <= LIMITS.orderItems,
      },
    ],
  })
  items: OrderItemRequestDto[];

  @Text({
    max: LIMITS.storeOrderIdLength,
    optional: true,
    api: {
      description:
        "The store's own order id: a second order with it is refused with 409. It must not be `.` or `..`, or look like " +
        'our order numbers',
    },
    rules: [
      textRule(
        'reserved_form',
        "must not be '.' or '..' (no path could name it), nor have the form of our order numbers",
        (text) => !ORDER_NUMBER_PATTERN.test(text) && text !== '.' && text !== '..',
      ),
    ],
  })
  store_order_id?: string;
}

export function objectOf(type: new () => object): {
  code: string;
  message: string;
  passes: (value: unknown) => boolean;
} {
  return {
    code: 'object_expected',
    message: 'must be an object',
    passes: (value) => value instanceof type,
  };
}

export function toOrderRequest(dto: CreateOrderDto): OrderRequest {
  const { customer, shipping } = dto;
  const country = shipping.country ?? DEFAULT_COUNTRY;
  return {
    customer: { name: customer.name, phone: customer.phone, email: customer.email ?? null },
    shipping: {
      address: shipping.address,
      city: shipping.city,
      state: shipping.state,
      pincode: normalizePincode(shipping.pincode, country),
      country,
    },
    items: dto.items.map(({ sku, quantity, variation }) => ({
      sku,
      quantity,
      variation: variation ?? null,
    })),
    storeOrderId: dto.store_order_id ?? null,
    ...textsOf(dto),
  };
}
