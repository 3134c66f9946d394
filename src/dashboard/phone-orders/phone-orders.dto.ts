import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { shownPictures } from '../../catalog/photos/photo-address.js';
import type { Offer } from '../../catalog/priced-product.js';
import { VARIATION_STOCKS_SCHEMA } from '../../catalog/variations/variation-stocks.schema.js';
import type { OrderQuote } from '../../orders/orders.service.js';
import { CreateOrderDto } from '../../orders/placing/request/create-order.dto.js';
import type { ReachedLimit } from '../../orders/placing/reservation-limits.js';
import type { OrderRequest } from '../../orders/placing/request/order-request.js';
import {
  OrderQuoteDto,
  QuoteOrderDto,
  toOrderQuote,
} from '../../orders/placing/request/quote.dto.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Amount } from '../../platform/http/input/fields.js';
import { ErrorDto } from '../../platform/http/openapi/api-docs.js';
import {
  anything,
  integer,
  money,
  number,
  part,
  parts,
  responseDto,
  text,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { toMajorUnits } from '../../platform/money.js';
import { OfferedVariationDto } from '../products/product-record.dto.js';
import type { Recipient } from './phone-orders.service.js';

export class QuoteForClientDto extends OmitType(QuoteOrderDto, ['store_order_id'] as const) {}

export class PlaceForClientDto extends OmitType(CreateOrderDto, ['store_order_id'] as const) {
  @Amount({
    min: 0.01,
    max: toMajorUnits(LIMITS.moneyMinor),
    api: {
      example: 486,
      description: 'The total of the quote that was seen; another total is refused (total_changed)',
    },
  })
  expected_total: number;
}

export class ClientProductDto extends responseDto<Offer>()({
  sku: [text(), ({ product }) => product.facts.sku],
  name: [text(), ({ product }) => product.facts.name],
  category: [text(), ({ product }) => product.facts.category],
  image: [
    text().orNull('Its first picture'),
    ({ product }) => shownPictures(product.facts.images)[0] ?? null,
  ],
  variations: [parts(OfferedVariationDto), ({ product }) => product.facts.variations],
  stock_qty: [integer('Units available now'), ({ product }) => product.stockQty],
  variation_stocks: [
    anything<Readonly<Record<string, number>>>(VARIATION_STOCKS_SCHEMA),
    ({ product }) => product.variationStocks,
  ],
  variation_codes: [
    anything<Readonly<Record<string, string>>>({
      additionalProperties: { type: 'string' },
      description: 'Codes of combinations by variation key',
    }),
    ({ product }) => product.facts.details?.variationCodes ?? {},
  ],
  price: [money("Of one unit, on the client's plan").guarded(), 'priceMinor'],
  delivery_charge: [money().guarded(), ({ product }) => product.facts.deliveryChargeMinor],
}) {}

class RecipientCustomerDto extends responseDto<Recipient['customer']>()({
  name: text(),
  phone: text(),
  email: text().orNull(),
}) {}

class RecipientAddressDto extends responseDto<Recipient['shipping']>()({
  address: text(),
  city: text(),
  state: text(),
  pincode: text(),
  country: text(),
}) {}

export class RecipientDto extends responseDto<Recipient>()({
  customer: part(RecipientCustomerDto),
  shipping: part(RecipientAddressDto),
}) {}

export class ReachedLimitDto extends responseDto<ReachedLimit>()({
  measure: word(['units', 'value'], 'What of the unpaid orders is limited'),
  limit: number('In units, or in the currency'),
  reserved: number('What unpaid orders hold'),
}) {}

export class TotalChangedDto extends ErrorDto {
  @ApiPropertyOptional({ description: 'total_changed: what the order would cost now' })
  subtotal?: number;

  @ApiPropertyOptional({ description: 'total_changed' })
  delivery?: number;

  @ApiPropertyOptional({ description: 'total_changed: subtotal + delivery' })
  total?: number;
}

export class QuoteForClientAnswerDto extends OmitType(OrderQuoteDto, ['success'] as const) {}

export function toQuoteForClient(
  quote: OrderQuote,
  shipping: OrderRequest['shipping'],
): QuoteForClientAnswerDto {
  const { success: _, ...shown } = toOrderQuote(quote, shipping);
  return shown;
}
