import type { IncomingHttpHeaders } from 'node:http';
import { dateInShop } from '../../../platform/time-zone.js';
import type { Period } from '../../../platform/days/zoned-day.js';
import type {
  BrowserCheckout,
  GatewayDispute,
  GatewayOrder,
  GatewayPayment,
  GatewaySettlement,
  MadeRefund,
  PaymentGateway,
  ReturnFields,
  SettlementLine,
  SignedNotice,
  SourceRefund,
} from '../payment-gateway.js';
import type { JsonObject } from '../../../platform/http/exchange/json.js';
import { isSignatureOf } from '../signatures.js';
import { itemsOf, RazorpayApi, wholeOf, type RazorpayKeys } from './razorpay-api.js';
import {
  toDispute,
  toOrder,
  toPayment,
  toRefund,
  toSettlement,
  toSettlementLine,
} from './razorpay-entities.js';
import { readNoticeBody } from './razorpay-notice.js';
import { RazorpayReturnDto } from './razorpay-return.dto.js';

/** Razorpay's maximum page size for the settlement report. */
const RECON_PAGE_SIZE = 1_000;

/** An account at Razorpay. */
export class RazorpayGateway implements PaymentGateway {
  readonly kind = 'razorpay';
  readonly returnDto = RazorpayReturnDto;
  readonly pageSources = {
    scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    connections: ['https://*.razorpay.com'],
    frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  };
  private readonly api: RazorpayApi;

  constructor(
    private readonly keys: RazorpayKeys & { webhookSecret: string },
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

  async getPayment(id: string): Promise<GatewayPayment | null> {
    const payment = await this.api.get(`/payments/${encodeURIComponent(id)}`);
    return payment.order_id == null ? null : toPayment(payment);
  }

  async refund({ paymentId, amountMinor: amount, key }: SourceRefund): Promise<MadeRefund> {
    const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
    const headers = { 'X-Refund-Idempotency': key };
    return toRefund(await this.api.post(path, { amount, receipt: key }, headers));
  }

  async getRefund(id: string): Promise<MadeRefund> {
    return toRefund(await this.api.get(`/refunds/${encodeURIComponent(id)}`));
  }

  async listRefunds(of: { paymentId: string } | Period): Promise<MadeRefund[]> {
    const found =
      'paymentId' in of
        ? await this.api.listAll(`/payments/${encodeURIComponent(of.paymentId)}/refunds`)
        : await this.listMade('/refunds', of);
    return found.map(toRefund).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  async getDispute(id: string): Promise<GatewayDispute> {
    return toDispute(await this.api.get(`/disputes/${encodeURIComponent(id)}`));
  }

  async listDisputes(period: Period): Promise<GatewayDispute[]> {
    const disputes = (await this.listMade('/disputes', period)).map(toDispute);
    return disputes.sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime());
  }

  async listSettlements(period: Period): Promise<GatewaySettlement[]> {
    const settlements = (await this.listMade('/settlements', period)).map(toSettlement);
    return settlements.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  async listSettlementLines({ id, createdAt }: GatewaySettlement): Promise<SettlementLine[]> {
    // The report covers whole days in India.
    const [year = '', month = '', day = ''] = dateInShop(createdAt).split('-');
    const lines = await this.api.listAll(
      '/settlements/recon/combined',
      { year, month, day },
      RECON_PAGE_SIZE,
    );
    return lines.filter(({ settlement_id: of }) => of === id).map(toSettlementLine);
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
    return readNoticeBody(body.toString('utf8'));
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

  /** Lists the items created in a period. Razorpay's periods have whole seconds and include their end. */
  private async listMade(path: string, { from, to }: Period): Promise<JsonObject[]> {
    const [first, last] = [Math.floor(from.getTime() / 1_000), Math.ceil(to.getTime() / 1_000)];
    const made = await this.api.listAll(path, { from: String(first), to: String(last) });
    return made.filter((entity) => {
      const at = wholeOf(entity, 'created_at') * 1_000;
      return at >= from.getTime() && at < to.getTime();
    });
  }
}
