import type { IncomingHttpHeaders } from 'node:http';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { GatewayRefused } from '../../gateway-errors.js';
import type {
  BrowserCheckout,
  GatewayOrder,
  GatewayPayment,
  GatewaySettlement,
  PaymentGateway,
  ReturnFields,
  SignedNotice,
  SourceRefund,
} from '../../payment-gateway.js';
import { newId } from './sandbox-ids.js';
import { isReturnOf, readNotice } from './sandbox-messages.js';
import { SandboxReturnDto } from './sandbox-return.dto.js';
import type { SandboxRepository } from './sandbox.repository.js';

/** The built-in gateway that moves no money. It keeps its data in tables of its own. */
export class SandboxGateway implements PaymentGateway {
  readonly kind = 'sandbox';
  readonly returnDto = SandboxReturnDto;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SandboxRepository,
  ) {}

  async createOrder(order: Omit<GatewayOrder, 'id'>): Promise<GatewayOrder> {
    const { receipt, amountMinor, currency } = order;
    const created = { id: newId('order'), receipt, amountMinor, currency };
    await this.repository.insertOrder(this.manager, created);
    return created;
  }

  async findOrder(receipt: string): Promise<GatewayOrder | null> {
    return this.repository.findOrderByReceipt(this.manager, receipt);
  }

  async listPayments(orderId: string): Promise<GatewayPayment[]> {
    return this.repository.listPayments(this.manager, orderId);
  }

  async capture(payment: GatewayPayment): Promise<GatewayPayment> {
    await inTransaction(this.dataSource, async (manager) => {
      const isCaptured = await this.repository.capture(manager, payment.id, 'authorized');
      if (!isCaptured) throw new GatewayRefused('The payment is not authorized');
      const notice = { eventId: newId('event'), event: 'payment.captured', isForged: false };
      await this.repository.insertNotice(manager, { ...notice, paymentId: payment.id });
    });
    return { ...payment, status: 'captured' };
  }

  async refund({ paymentId, amountMinor, key }: SourceRefund): Promise<string> {
    return inTransaction(this.dataSource, async (manager) => {
      const made = await this.repository.findRefund(manager, paymentId, key);
      if (made !== null) return made;
      const id = newId('rfnd');
      if (!(await this.repository.refund(manager, { id, paymentId, amountMinor, key }))) {
        throw new GatewayRefused('The refund is greater than what is left of the payment');
      }
      return id;
    });
  }

  async findRefund({
    paymentId,
    key,
  }: Pick<SourceRefund, 'paymentId' | 'key'>): Promise<string | null> {
    return this.repository.findRefund(this.manager, paymentId, key);
  }

  /** Returns a settlement for each day, made at the midnight after it, without fees. */
  async listSettlements(period: { from: Date; to: Date }): Promise<GatewaySettlement[]> {
    const days = await this.repository.listPaidDays(this.manager, period);
    return days.map(({ day, amountMinor, endedAt }) => ({
      ...{ id: `setl_${day}`, amountMinor, feesMinor: 0, taxMinor: 0 },
      ...{ status: 'processed', utr: `SANDBOX${day.replaceAll('-', '')}`, createdAt: endedAt },
    }));
  }

  readNotice(message: { headers: IncomingHttpHeaders; body: Buffer }): SignedNotice | null {
    return readNotice(message.headers, message.body);
  }

  verifyReturn(orderId: string, fields: ReturnFields): string | null {
    return isReturnOf(orderId, fields) ? null : 'signature';
  }

  checkoutOf(): BrowserCheckout {
    return { scriptUrl: '/sandbox/checkout.js', keyId: 'sandbox' };
  }

  private get manager(): EntityManager {
    return this.dataSource.manager;
  }
}
