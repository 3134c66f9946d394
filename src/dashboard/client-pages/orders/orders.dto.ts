import { IntersectionType } from '@nestjs/swagger';
import { OrderRecordDto, OrderSummaryDto } from '../../../fulfillment/orders/order-record.js';
import {
  toDeliveryCorrection,
  CorrectDeliveryDto,
  ReasonDto,
} from '../../../orders/lifecycle/order-changes.dto.js';
import type { OrderFilter } from '../../../fulfillment/orders/order-search.repository.js';
import type { OrderRecord } from '../../../fulfillment/orders/orders.admin.service.js';
import {
  RequestReturnDto,
  SetReturnTrackingDto,
  toNewReturn,
  toReturnTracking,
} from '../../../fulfillment/returns/order-returns.dto.js';
import { ORDER_STATUSES, type OrderStatus } from '../../../orders/lifecycle/order-lifecycle.js';
import type { BulkOutcome } from '../../../money/order-payments/order-payments.service.js';
import { ON_ACCOUNT, WALLET, type OwnMethod } from '../../../money/payment-methods.js';
import { responseDto, text, time, word } from '../../../platform/http/response-dto/response-dto.js';
import { OneOf, SomeOf, Text } from '../../../platform/http/input/fields.js';
import { SortedPageQuery } from '../../../platform/http/paging/sorted-page.js';
import type { Expiring, Payable } from './client-orders.service.js';
import { OrderNumbers } from '../../../orders/order-numbers.field.js';
import { TableFileQuery } from '../../../platform/table-export/table-file.js';

export { toDeliveryCorrection, toNewReturn, toReturnTracking };

export class ClientOrdersFilterQuery {
  @SomeOf(ORDER_STATUSES, {
    optional: true,
    api: {
      description: 'One status or several, with commas between them',
      example: 'awaiting_payment',
    },
  })
  status?: OrderStatus[];

  @Text({
    max: 100,
    optional: true,
    api: {
      description:
        "Words that an order must all have: its number or a part of it, your store's order id, the customer's name, phone or " +
        'e-mail address, the city, the PIN code, a SKU or product name, a tracking number, an invoice, the reference of a ' +
        'payment, or the total',
      example: 'asha verma',
    },
  })
  q?: string;
}

export class ClientOrdersFileQuery extends IntersectionType(
  ClientOrdersFilterQuery,
  TableFileQuery,
) {}

export class ClientOrdersQuery extends IntersectionType(SortedPageQuery, ClientOrdersFilterQuery) {}

export class PayOrdersDto {
  @OrderNumbers()
  order_numbers: string[];

  @OneOf([WALLET, ON_ACCOUNT], {
    optional: true,
    api: { default: WALLET, description: 'credit: what the wallet lacks is bought on account' },
  })
  method?: OwnMethod;
}

export class CancelOrderDto extends ReasonDto {}

export class CorrectOwnAddressDto extends CorrectDeliveryDto {}

export class RequestOwnReturnDto extends RequestReturnDto {}

export class SetOwnReturnTrackingDto extends SetReturnTrackingDto {}

export class ClientOrderDto extends OrderSummaryDto {}

export class ClientOrderRecordDto extends responseDto<OrderRecord & Expiring & Payable>()({
  ...OrderRecordDto.fields,
  expires_at: time('When it expires unless it is paid; null: it does not').orNull(),
  payable_until: time(
    'Time until which an expired order can still be paid, at its own prices, if its stock is available. null: it is ' +
      'not expired, or cannot be paid',
  ).orNull(),
}) {}

export class PayOutcomeDto extends responseDto<{ orderNumber: string; outcome: BulkOutcome }>()({
  order_number: text(),
  outcome: [
    word(
      ['paid', 'insufficient_balance', 'credit_exceeded', 'not_payable'],
      'paid: also if it was paid before. not_payable: it is canceled or archived, expired for too long or without stock, ' +
        'or not yours',
    ),
    ({ outcome }) => (outcome === 'paid_before' ? 'paid' : outcome),
  ],
}) {}

export function toOrderFilter({
  status,
  q,
}: ClientOrdersFilterQuery): Pick<OrderFilter, 'statuses' | 'words'> {
  return { statuses: status, words: q };
}
