import { ApiProperty, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { TokenDto, toToken } from '../../auth/auth.dto.js';
import type { ClientRecord } from '../clients/client-administration.service.js';
import { ClientDto } from '../clients/clients.dto.js';
import { OrderSummaryDto } from '../../fulfillment/orders/order-record.js';
import { ReceiptDto } from '../../money/receipts/receipts.dto.js';
import type { NamedReceipt } from '../../money/receipts/receipts.service.js';
import { responseDto, money, text } from '../../platform/http/response-dto/response-dto.js';
import { Text, WholeNumber } from '../../platform/http/input/fields.js';
import { ProductRecordDto, toProductRecord } from '../products/product-record.dto.js';
import type { OfficeResults } from './office-search.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

/** Query of the search over everything. */
export class OfficeSearchQuery {
  @Text({
    max: 100,
    api: {
      description:
        'Words of an order (see `GET /admin/orders`), a client (name, e-mail address, number, domain) or a product, the ' +
        'reference of a receipt, or the last four characters of a token',
      example: '98765 23757',
    },
  })
  q: string;

  @Type(() => Number)
  @WholeNumber({
    min: 1,
    max: 20,
    optional: true,
    api: { default: 5, description: 'Of each kind' },
  })
  limit = 5;
}

const { id, name, email } = ClientDto.fields;
class FoundClientDto extends responseDto<ClientRecord>()({ id, name, email }) {}

class FoundProductDto extends PickType(ProductRecordDto, [
  'sku',
  'name',
  'active',
  'stock_qty',
] as const) {}

const { client_id, reference, paid, received_at } = ReceiptDto.fields;
class FoundReceiptDto extends responseDto<NamedReceipt>()({
  id: ReceiptDto.fields.id,
  client_id,
  client_name: [text(), 'clientName'],
  reference,
  amount: money().guarded(),
  paid,
  received_at,
}) {}

class FoundTokenDto extends PickType(TokenDto, [
  'id',
  'client_id',
  'domain',
  'last4',
  'mode',
] as const) {
  @ApiProperty()
  client_name: string;
}

/** Results of the search over everything. */
export class OfficeSearchDto {
  @OrNull([OrderSummaryDto], 'The latest first; needs `orders:read`')
  orders: OrderSummaryDto[] | null;

  @OrNull([FoundClientDto], 'Needs `clients:read`')
  clients: FoundClientDto[] | null;

  @OrNull([FoundProductDto], 'Needs `catalog:read`')
  products: FoundProductDto[] | null;

  @OrNull([FoundReceiptDto], 'Those with this reference, in any case; needs `money:read`')
  receipts: FoundReceiptDto[] | null;

  @OrNull([FoundTokenDto], 'Those that end with these four characters; needs `tokens:read`')
  tokens: FoundTokenDto[] | null;
}

export function toOfficeSearch(found: OfficeResults): OfficeSearchDto {
  const { orders, clients, products, receipts, tokens } = found;
  return {
    orders: orders?.map(OrderSummaryDto.show) ?? null,
    clients: clients?.map(FoundClientDto.show) ?? null,
    products:
      products?.map((product) => {
        const { sku, name, active, stock_qty } = toProductRecord(product);
        return { sku, name, active, stock_qty };
      }) ?? null,
    receipts: receipts?.map(FoundReceiptDto.show) ?? null,
    tokens:
      tokens?.map((token) => {
        const { id, client_id, domain, last4, mode } = toToken(token);
        return { id, client_id, client_name: token.clientName, domain, last4, mode };
      }) ?? null,
  };
}
