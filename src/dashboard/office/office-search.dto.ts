import { ApiProperty, PickType } from '@nestjs/swagger';
import { TokenDto, toToken } from '../../auth/auth.dto.js';
import type { ProductRecord } from '../../catalog/product-record.js';
import type { ClientRecord } from '../clients/client-administration.service.js';
import { ClientDto } from '../clients/clients.dto.js';
import { OrderSummaryDto } from '../../fulfillment/orders/order-record.js';
import { ReceiptDto } from '../../money/receipts/receipts.dto.js';
import type { NamedReceipt } from '../../money/receipts/receipts.service.js';
import {
  eachShownBy,
  responseDto,
  money,
  parts,
  text,
} from '../../platform/http/response-dto/response-dto.js';
import { Text, QueryWholeNumber } from '../../platform/http/input/fields.js';
import { ProductRecordDto } from '../products/product-record.dto.js';
import type { OfficeResults } from './office-search.service.js';

export class OfficeSearchQuery {
  @Text({
    max: 200,
    api: {
      description:
        'Words of an order (see `GET /admin/orders`), of a client (name, e-mail address, number, domain, GSTIN) or of a product. ' +
        'Or the reference of a receipt, or the last four characters of a token',
      example: '98765 23757',
    },
  })
  q: string;

  @QueryWholeNumber({
    min: 1,
    max: 20,
    optional: true,
    api: { default: 5, description: 'Of each kind' },
  })
  limit = 5;
}

const client = ClientDto.fields;
class FoundClientDto extends responseDto<ClientRecord>()({
  id: client.id,
  name: client.name,
  email: client.email,
}) {}

const { sku, name, active, stock_qty } = ProductRecordDto.fields;
class FoundProductDto extends responseDto<ProductRecord>()({ sku, name, active, stock_qty }) {}

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
export class OfficeSearchDto extends responseDto<OfficeResults>()({
  orders: parts(OrderSummaryDto).orNull('The latest first; needs `orders:read`'),
  clients: parts(FoundClientDto).orNull('Needs `clients:read`'),
  products: parts(FoundProductDto).orNull('Needs `catalog:read`'),
  receipts: parts(FoundReceiptDto).orNull(
    'Those with this reference, in any case; needs `money:read`',
  ),
  tokens: eachShownBy(FoundTokenDto, toFoundToken).orNull(
    'Those that end with these four characters; needs `tokens:read`',
  ),
}) {}

function toFoundToken(token: NonNullable<OfficeResults['tokens']>[number]): FoundTokenDto {
  const { id, client_id, domain, last4, mode } = toToken(token);
  return { id, client_id, client_name: token.clientName, domain, last4, mode };
}
