import { isIn } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { OfficeSearchDto, OrderSummaryDto } from '../../api/generated/admin-types';
import { searchEverythingOptions } from '../../api/generated/admin';
import { formatMoney, plural } from '../../shared/format';
import { orderSuggestion } from './order-suggestion';
import { SUGGESTED_MAX, withoutEmpty, type Suggestion, type SuggestionGroup } from './suggestion';

/** Finds everything that an operator may see, and what can be done with it. */
export async function findForOperator(
  q: string,
  permissions: readonly string[],
  signal: AbortSignal,
): Promise<SuggestionGroup[]> {
  const query = { q, limit: SUGGESTED_MAX };
  const { data } = await searchEverythingOptions({ query }).queryFn({ signal });
  const { orders, clients, products, receipts, tokens } = data;
  return withoutEmpty([
    {
      title: 'Orders',
      suggestions: (orders ?? []).map((order) =>
        orderSuggestion(order, '/office/orders/$number', order.client_name),
      ),
    },
    { title: 'Actions', suggestions: actionsOn(orders ?? [], permissions), areActions: true },
    { title: 'Clients', suggestions: (clients ?? []).map(ofClient) },
    {
      title: 'New order',
      suggestions: permissions.includes('orders:place') ? (clients ?? []).map(newOrder) : [],
      areActions: true,
    },
    { title: 'Products', suggestions: (products ?? []).map(ofProduct) },
    { title: 'Receipts', suggestions: (receipts ?? []).map(ofReceipt) },
    { title: 'Tokens', suggestions: (tokens ?? []).map(ofToken) },
  ]);
}

/** Lists what can be done with the only order that was found. */
function actionsOn(
  [order, ...others]: readonly OrderSummaryDto[],
  permissions: readonly string[],
): Suggestion[] {
  if (order === undefined || others.length > 0) return [];
  const { order_number: number, client_id: id, status, on_hold: isOnHold } = order;
  const ship: Suggestion = {
    key: 'ship',
    link: { to: '/office/orders/$number', params: { number }, search: { dialog: 'ship' } },
    title: `Record a shipment for ${number}`,
    details: [],
  };
  const client: Suggestion = {
    key: 'client of order',
    link: { to: '/office/clients/$id', params: { id: String(id) } },
    title: `Open the client ${order.client_name}`,
    details: [],
  };
  const mayShip = permissions.includes('orders:ship') && isIn('shippable', status) && !isOnHold;
  return [...(mayShip ? [ship] : []), ...(permissions.includes('clients:read') ? [client] : [])];
}

type Found<K extends keyof OfficeSearchDto> = NonNullable<OfficeSearchDto[K]>[number];

function ofClient({ id, name, email }: Found<'clients'>): Suggestion {
  return {
    key: `client ${id}`,
    link: { to: '/office/clients/$id', params: { id: String(id) } },
    title: name,
    details: [email],
  };
}

function newOrder({ id, name }: Found<'clients'>): Suggestion {
  return {
    key: `order for ${id}`,
    link: { to: '/office/orders/new', search: { client: String(id) } },
    title: `Order for ${name}`,
    details: [],
  };
}

function ofProduct({ sku, name, active, stock_qty: stock }: Found<'products'>): Suggestion {
  return {
    key: `product ${sku}`,
    link: { to: '/office/catalog/$sku', params: { sku } },
    title: sku,
    isCode: true,
    details: [name, active ? `${stock} available` : 'Not active'],
  };
}

function ofReceipt(receipt: Found<'receipts'>): Suggestion {
  const { id, reference, client_name: client, amount, paid } = receipt;
  return {
    key: `receipt ${id}`,
    link: { to: '/office/money', search: { tab: 'receipts', reference: reference ?? undefined } },
    title: reference ?? '',
    isCode: true,
    details: [
      client,
      ...(amount === undefined ? [] : [formatMoney(amount)]),
      paid.length === 1 ? `paid ${paid[0]}` : `paid ${plural(paid.length, 'order')}`,
    ],
  };
}

function ofToken({ id, client_id, last4, client_name, domain }: Found<'tokens'>): Suggestion {
  return {
    key: `token ${id}`,
    link: {
      to: '/office/clients/$id',
      params: { id: String(client_id) },
      search: { tab: 'tokens' },
    },
    title: `Token …${last4}`,
    details: [client_name, domain],
  };
}
