import type { IncomingHttpHeaders } from 'node:http';
import type { SettingsOf } from '../../../../platform/config/gateway-kinds.js';
import {
  PAYMENT_STATUSES,
  SETTLEMENT_STATUSES,
  type BrowserCheckout,
  type GatewayOrder,
  type GatewayPayment,
  type GatewaySettlement,
  type PaymentGateway,
  type ReturnFields,
  type SignedNotice,
  type SourceRefund,
} from '../../payment-gateway.js';
import { idOf, type JsonObject } from '../json.js';
import { isSignatureOf } from '../signatures.js';
import { itemsOf, RazorpayApi, statusOf, textOf, wholeOf } from './razorpay-api.js';
import { readNoticeBody } from './razorpay-notice.js';
import { RazorpayReturnDto } from './razorpay-return.dto.js';

const EVENT_ID_LENGTH = 64;
const METHOD_LENGTH = 40;

/** An account at Razorpay. */
export class RazorpayGateway implements PaymentGateway {
  readonly kind = 'razorpay';
  readonly returnDto = RazorpayReturnDto;
  private readonly api: RazorpayApi;

  constructor(
    private readonly keys: SettingsOf<'razorpay'>,
    baseUrl = 'https://api.razorpay.com/v1',
  ) {
    this.api = new RazorpayApi(keys, baseUrl);
  }

  async createOrder(order: Omit<GatewayOrder, 'id'>): Promise<GatewayOrder> {
    const { receipt, amountMinor: amount, currency } = order;
    return toOrder(await this.api.post('/orders', { amount, currency, receipt }));
  }

  async findOrder(receipt: string): Promise<GatewayOrder | null> {
    const found = await this.api.get(`/orders?receipt=${encodeURIComponent(receipt)}`);
    const orders = itemsOf(found).map(toOrder);
    return orders.find((order) => order.receipt === receipt) ?? null;
  }

  async listPayments(orderId: string): Promise<GatewayPayment[]> {
    const found = await this.api.get(`/orders/${encodeURIComponent(orderId)}/payments`);
    return itemsOf(found).map(toPayment);
  }

  async capture({ id, amountMinor: amount, currency }: GatewayPayment): Promise<GatewayPayment> {
    const path = `/payments/${encodeURIComponent(id)}/capture`;
    return toPayment(await this.api.post(path, { amount, currency }));
  }

  async refund({ paymentId, amountMinor: amount, key }: SourceRefund): Promise<string> {
    const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
    const headers = { 'X-Refund-Idempotency': key };
    return textOf(await this.api.post(path, { amount, receipt: key }, headers), 'id');
  }

  async findRefund(refund: Pick<SourceRefund, 'paymentId' | 'key'>): Promise<string | null> {
    const path = `/payments/${encodeURIComponent(refund.paymentId)}/refunds`;
    const made = (await this.api.listAll(path)).find(
      ({ receipt, status }) => receipt === refund.key && status !== 'failed',
    );
    return made === undefined ? null : textOf(made, 'id');
  }

  async listSettlements({ from, to }: { from: Date; to: Date }): Promise<GatewaySettlement[]> {
    const [first, last] = [Math.floor(from.getTime() / 1_000), Math.ceil(to.getTime() / 1_000)];
    const range = { from: String(first), to: String(last) };
    const settlements = (await this.api.listAll('/settlements', range)).map(toSettlement);
    return settlements
      .filter(({ createdAt }) => createdAt >= from && createdAt < to)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  readNotice({
    headers,
    body,
  }: {
    headers: IncomingHttpHeaders;
    body: Buffer;
  }): SignedNotice | null {
    const signature = headers['x-razorpay-signature'];
    const isSigned =
      typeof signature === 'string' && isSignatureOf(this.keys.webhookSecret, body, signature);
    if (!isSigned) return null;
    const eventId = idOf(headers['x-razorpay-event-id'], EVENT_ID_LENGTH);
    return { ...readNoticeBody(body.toString('utf8')), eventId };
  }

  verifyReturn(orderId: string, fields: ReturnFields): string | null {
    const { razorpay_payment_id: paymentId = '', razorpay_signature: signature = '' } = fields;
    const isSigned =
      fields.razorpay_order_id === orderId &&
      isSignatureOf(this.keys.keySecret, `${orderId}|${paymentId}`, signature);
    return isSigned ? null : 'razorpay_signature';
  }

  checkoutOf(): BrowserCheckout {
    const scriptUrl = 'https://checkout.razorpay.com/v1/checkout.js';
    return { scriptUrl, keyId: this.keys.keyId };
  }
}

function toOrder(entity: JsonObject): GatewayOrder {
  return {
    id: textOf(entity, 'id'),
    receipt: textOf(entity, 'receipt'),
    amountMinor: wholeOf(entity, 'amount'),
    currency: textOf(entity, 'currency'),
  };
}

/** Returns a payment; Razorpay's statuses have the names of the service's. */
function toPayment(entity: JsonObject): GatewayPayment {
  return {
    id: textOf(entity, 'id'),
    orderId: textOf(entity, 'order_id'),
    amountMinor: wholeOf(entity, 'amount'),
    refundedMinor: wholeOf({ amount_refunded: 0, ...entity }, 'amount_refunded'),
    currency: textOf(entity, 'currency'),
    status: statusOf(entity, PAYMENT_STATUSES),
    method: typeof entity.method === 'string' ? entity.method.slice(0, METHOD_LENGTH) : null,
  };
}

function toSettlement(entity: JsonObject): GatewaySettlement {
  return {
    id: textOf(entity, 'id'),
    amountMinor: wholeOf(entity, 'amount'),
    feesMinor: wholeOf(entity, 'fees'),
    taxMinor: wholeOf(entity, 'tax'),
    status: statusOf(entity, SETTLEMENT_STATUSES),
    utr: typeof entity.utr === 'string' && entity.utr !== '' ? entity.utr : null,
    createdAt: new Date(wholeOf(entity, 'created_at') * 1_000),
  };
}
