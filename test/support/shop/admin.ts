import request from 'supertest';
import type { RefundPreviewDto } from '../../../src/fulfillment/orders/orders.admin.dto.js';
import type { InvitedDto } from '../../../src/people/users/people.dto.js';
import type { AuditEntryDto } from '../../../src/platform/audit/audit.dto.js';
import type { IssuedTokenDto, TokenDto } from '../../../src/auth/auth.dto.js';
import type { RequestFailureDto } from '../../../src/desk/store-requests/failures/request-failures.dto.js';
import type { ClientDto } from '../../../src/desk/clients/clients.dto.js';
import type { PlanPriceDto } from '../../../src/desk/products/prices.admin.controller.js';
import type { ProductRecordDto } from '../../../src/desk/products/product-record.dto.js';
import type { CourierDto } from '../../../src/fulfillment/shipping/couriers.dto.js';
import type { DeliveryZoneDto } from '../../../src/orders/delivery-zones/delivery-zones.dto.js';
import type { OrderToPickDto } from '../../../src/fulfillment/pick-list/pick-list.dto.js';
import type {
  OrderRecordDto,
  OrderSummaryDto,
} from '../../../src/fulfillment/orders/order-record.js';
import type { AdjustmentDto } from '../../../src/money/wallets/adjustments/adjustments.dto.js';
import type { AutoPayDto } from '../../../src/money/wallets/auto-pay/auto-pay.dto.js';
import type { OfficeOverviewDto } from '../../../src/desk/office/office-overview.dto.js';
import type { DayReportDto } from '../../../src/money/reports/day/day-report.dto.js';
import type {
  ClientMonthDto,
  MonthReportDto,
} from '../../../src/money/reports/month/month-report.dto.js';
import type {
  PayoutDto,
  StatementDto,
  WalletEntryDto,
} from '../../../src/money/wallets/wallets.dto.js';
import type { PaidOrderDto } from '../../../src/fulfillment/orders/order-payments.dto.js';
import type { ReceiptDto, RecordedReceiptDto } from '../../../src/money/receipts/receipts.dto.js';
import type { PlanDto, RenewedDto, SubscriptionDto } from '../../../src/plans/plans.dto.js';
import type { StockLevelsDto, StockMovementDto } from '../../../src/stock/stock.admin.dto.js';
import { OPERATOR } from '../app.js';
import { Call, withQuery, type Page, type Query } from '../call.js';
import { AdminCalls } from '../admin-calls.js';
import { SHIPMENT, unique } from './given.js';

type Id = string | number;

function productPath(sku: string): string {
  return `products/${encodeURIComponent(sku)}`;
}

function pricePath(plan: string, sku: string): string {
  return `plans/${plan}/prices/${encodeURIComponent(sku)}`;
}

/** An operator, and every call that operators make to an instance of the service. */
export class Admin extends AdminCalls {
  readonly orders = {
    list: (query?: Query): Call<Page<OrderSummaryDto>> => this.list('orders', query),

    /** Lists paid orders with what is left to ship of them. */
    pickList: (query?: Query): Call<Page<OrderToPickDto>> => this.list('orders/pick-list', query),

    get: (order: string): Call<OrderRecordDto> => this.call('get', `orders/${order}`),

    /** Records that an order was paid; by bank transfer unless a test says otherwise. */
    pay: (order: string, payment: object = {}): Call<PaidOrderDto> =>
      this.create(`orders/${order}/payments`, { method: 'bank_transfer', ...payment }),

    /** Ships all that is left of an order, unless a test names items. */
    ship: (order: string, shipment: object = {}): Call<OrderRecordDto> =>
      this.create(`orders/${order}/shipments`, { ...SHIPMENT, ...shipment }),

    deliver: (order: string, body?: object): Call<OrderRecordDto> =>
      this.act(order, 'deliver', body),

    return: (order: string, body?: object): Call<OrderRecordDto> => this.act(order, 'return', body),

    recordReturn: (order: string, items: object[], reason = 'Refused'): Call<OrderRecordDto> =>
      this.create(`orders/${order}/returns`, { items, reason }),

    acceptReturn: (order: string, id: number): Call<OrderRecordDto> =>
      this.act(order, `returns/${id}/accept`),

    declineReturn: (order: string, id: number, reason = 'It was opened'): Call<OrderRecordDto> =>
      this.act(order, `returns/${id}/decline`, { reason }),

    inspect: (order: string, items: object[]): Call<OrderRecordDto> =>
      this.act(order, 'inspection', { items }),

    cancel: (order: string, body?: object): Call<OrderRecordDto> => this.act(order, 'cancel', body),

    close: (order: string, body: object = { reason: 'Sold out' }): Call<OrderRecordDto> =>
      this.act(order, 'close', body),

    /** Refunds all that is left, unless a test names an amount. */
    refund: (order: string, refund: object = {}): Call<OrderRecordDto> =>
      this.create(`orders/${order}/refunds`, { reason: 'Broken', ...refund }),

    previewRefund: (order: string, refund: object): Call<RefundPreviewDto> =>
      this.call('post', `orders/${order}/refunds/preview`, refund),

    correctAddress: (order: string, change: object): Call<OrderRecordDto> =>
      this.call('patch', `orders/${order}/shipping`, change),

    correctShipment: (order: string, id: Id, change: object): Call<OrderRecordDto> =>
      this.call('patch', `orders/${order}/shipments/${id}`, change),
  };

  readonly wallets = {
    entries: (clientId: Id, query?: Query): Call<Page<WalletEntryDto>> =>
      this.list(`clients/${clientId}/wallet/entries`, query),

    statement: (clientId: Id, month: string): Call<StatementDto> =>
      this.call('get', `clients/${clientId}/wallet/statement?month=${month}`),

    payOut: (clientId: Id, amount: number, rest: object = {}): Call<PayoutDto> =>
      this.create(`clients/${clientId}/wallet/payouts`, {
        amount,
        reference: unique('OUT'),
        ...rest,
      }),

    autoPay: (clientId: Id): Call<AutoPayDto> => this.call('get', `clients/${clientId}/auto-pay`),

    putAutoPay: (clientId: Id, settings: object): Call<AutoPayDto> =>
      this.call('put', `clients/${clientId}/auto-pay`, settings),
  };

  readonly adjustments = {
    list: (query?: Query): Call<Page<AdjustmentDto>> => this.list('adjustments', query),

    propose: (clientId: Id, amount: number, rest: object = {}): Call<AdjustmentDto> =>
      this.create(`clients/${clientId}/wallet/adjustments`, { amount, reason: 'Typo', ...rest }),

    approve: (id: Id): Call<AdjustmentDto> => this.call('post', `adjustments/${id}/approve`),

    reject: (id: Id): Call<AdjustmentDto> => this.call('post', `adjustments/${id}/reject`),
  };

  readonly reports = {
    day: (query: Query): Call<DayReportDto> => this.call('get', withQuery('reports/day', query)),

    month: (month: string): Call<MonthReportDto> =>
      this.call('get', `reports/month?month=${month}`),

    /** Reads the wallets of all clients in a month. */
    clients: (month: string): Call<Page<ClientMonthDto>> =>
      this.list('reports/month/clients', { month, limit: 500 }),
  };

  readonly receipts = {
    reverse: (id: Id, body: object = { reason: 'Bounced' }): Call<ReceiptDto> =>
      this.call('post', `receipts/${id}/reverse`, body),

    list: (query?: Query): Call<Page<ReceiptDto>> => this.list('receipts', query),

    /** Records money of a client; from the bank and with a new reference unless a test says otherwise. */
    record: (clientId: Id, amount: number, rest: object = {}): Call<RecordedReceiptDto> =>
      this.create('receipts', {
        client_id: clientId,
        source: 'bank',
        reference: unique('UTR'),
        amount,
        ...rest,
      }),
  };

  readonly products = {
    list: (query?: Query): Call<Page<ProductRecordDto>> => this.list('products', query),

    get: (sku: string): Call<ProductRecordDto> => this.call('get', productPath(sku)),

    /** Adds a tumbler at 240.00 with 30.00 delivery, but for what a test says. */
    create: (product: object = {}): Call<ProductRecordDto> =>
      this.create('products', {
        sku: unique('NEW'),
        name: 'Tumbler',
        base_price: 240,
        delivery_charge: 30,
        ...product,
      }),

    change: (sku: string, change: object): Call<ProductRecordDto> =>
      this.call('patch', productPath(sku), change),
  };

  readonly stock = {
    get: (sku: string): Call<StockLevelsDto> => this.call('get', `${productPath(sku)}/stock`),

    movements: (sku: string, query?: Query): Call<Page<StockMovementDto>> =>
      this.list(`${productPath(sku)}/movements`, query),

    /** Sets what is on hand to what was counted. */
    count: (sku: string, counted: object): Call<StockLevelsDto> =>
      this.call('put', `${productPath(sku)}/stock`, counted),

    adjust: (sku: string, adjustment: object): Call<StockLevelsDto> =>
      this.create(`${productPath(sku)}/stock/adjustments`, { reason: 'counted', ...adjustment }),
  };

  readonly plans = {
    list: (query?: Query): Call<Page<PlanDto>> => this.list('plans', query),

    create: (plan: object): Call<PlanDto> => this.create('plans', plan),

    change: (code: string, change: object): Call<PlanDto> =>
      this.call('patch', `plans/${code}`, change),

    /** Sets the plan's own price of a product. */
    setPrice: (plan: string, sku: string, price: unknown): Call<PlanPriceDto> =>
      this.call('put', pricePath(plan, sku), { wholesale_price: price }),

    /** Schedules a price that begins at a time. */
    schedulePrice: (plan: string, sku: string, price: unknown, from: string): Call<PlanPriceDto> =>
      this.call('put', pricePath(plan, sku), { wholesale_price: price, effective_from: from }),

    removePrice: (plan: string, sku: string, query?: Query): Call<PlanPriceDto> =>
      this.call('delete', withQuery(pricePath(plan, sku), query)),
  };

  readonly clients = {
    list: (query?: Query): Call<Page<ClientDto>> => this.list('clients', query),

    get: (id: Id): Call<ClientDto> => this.call('get', `clients/${id}`),

    create: (client: object = {}): Call<ClientDto> =>
      this.create('clients', {
        name: unique('Client'),
        email: `${unique('orders')}@client.example`,
        ...client,
      }),

    change: (id: Id, change: object): Call<ClientDto> =>
      this.call('patch', `clients/${id}`, change),

    /** Invites a person as an owner of the client. */
    invite: (id: Id, email: string): Call<InvitedDto> =>
      this.create(`clients/${id}/members`, { email, role: 'owner' }),

    failures: (id: Id, query?: Query): Call<Page<RequestFailureDto>> =>
      this.list(`clients/${id}/request-failures`, query),

    /** Replaces the client's subscription. */
    subscribe: (id: Id, subscription: object): Call<SubscriptionDto> =>
      this.call('put', `clients/${id}/subscription`, subscription),
  };

  /** Moves the ends of subscriptions to later times. */
  renew(...renewals: { client_id: Id; ends_at: string }[]): Call<RenewedDto[]> {
    return this.call('post', 'subscriptions/renew', { renewals });
  }

  /** Reads what is due today. */
  overview(): Call<OfficeOverviewDto> {
    return this.call('get', 'overview');
  }

  readonly tokens = {
    list: (clientId: Id, query?: Query): Call<Page<TokenDto>> =>
      this.list(`clients/${clientId}/tokens`, query),

    /** Lists tokens of all clients. */
    find: (query?: Query): Call<Page<TokenDto>> => this.list('tokens', query),

    create: (clientId: Id, token: object): Call<IssuedTokenDto> =>
      this.create(`clients/${clientId}/tokens`, token),

    rotate: (id: Id, body?: object): Call<IssuedTokenDto> =>
      this.create(`tokens/${id}/rotate`, body),

    revoke: (id: Id): Call<TokenDto> => this.call('delete', `tokens/${id}`),
  };

  readonly deliveryZones = {
    list: (): Call<DeliveryZoneDto[]> => this.call('get', 'delivery-zones'),

    /** Puts zones in the place of all that there are. */
    replace: (...zones: object[]): Call<DeliveryZoneDto[]> =>
      this.call('put', 'delivery-zones', { zones }),
  };

  readonly couriers = {
    list: (): Call<CourierDto[]> => this.call('get', 'couriers'),

    /** Puts couriers in the place of all that there are. */
    replace: (...couriers: object[]): Call<CourierDto[]> =>
      this.call('put', 'couriers', { couriers }),
  };

  readonly audit = {
    list: (query?: Query): Call<Page<AuditEntryDto>> => this.list('audit', query),
  };

  /** Reads the text of a CSV file of the Admin API. */
  async csvText(path: string): Promise<string> {
    const call = request(this.app.server).get(`/admin/${path}`).set(OPERATOR);
    return (await call.expect(200).expect('Content-Type', 'text/csv; charset=utf-8')).text;
  }

  /** Reads the key, stock and reserved units of every level of a product. */
  async levels(sku: string): Promise<[key: string, onHand: number, reserved: number][]> {
    const { levels } = await this.stock.get(sku);
    return levels.map(({ variation_key: key, on_hand: onHand, reserved }) => [
      key,
      onHand,
      reserved,
    ]);
  }

  /** Lists the statuses that an order has had, oldest first. */
  async timeline(order: string): Promise<string[]> {
    return (await this.orders.get(order)).timeline.map(({ status }) => status);
  }

  /** Reads the balance of a client's wallet. */
  async walletBalance({ id }: { id: number }): Promise<number> {
    return (await this.clients.get(id)).wallet_balance;
  }

  private act(order: string, action: string, body?: object): Call<OrderRecordDto> {
    return this.call('post', `orders/${order}/${action}`, body);
  }
}
