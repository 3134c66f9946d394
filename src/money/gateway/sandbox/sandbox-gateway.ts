import type { IncomingHttpHeaders } from 'node:http';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { GatewayRefused } from '../gateway-errors.js';
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
import { SandboxAccountRepository } from './sandbox-account.repository.js';
import { REFUND_PENDING_SECONDS } from './sandbox-account.service.js';
import { newId } from './sandbox-ids.js';
import { isReturnOf, readNotice } from './sandbox-messages.js';
import { SandboxReturnDto } from './sandbox-return.dto.js';
import { SandboxRepository, type SandboxPayment } from './sandbox.repository.js';

/** Makes the sandbox without the module that sends its notices. */
export function openSandbox(dataSource: DataSource): PaymentGateway {
  return new SandboxGateway(dataSource, new SandboxRepository(), new SandboxAccountRepository());
}

/** The built-in gateway that moves no money. It keeps its data in tables of its own. */
export class SandboxGateway implements PaymentGateway {
  readonly kind = 'sandbox';
  readonly returnDto = SandboxReturnDto;
  readonly pageSources = { scripts: [], connections: [], frames: ["'self'"] };

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SandboxRepository,
    private readonly account: SandboxAccountRepository,
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
    return (await this.repository.listPayments(this.manager, orderId)).map(toPayment);
  }

  async getPayment(id: string): Promise<GatewayPayment> {
    return toPayment(existing(await this.repository.findPayment(this.manager, id)));
  }

  async capture(payment: GatewayPayment): Promise<GatewayPayment> {
    await inTransaction(this.dataSource, async (manager) => {
      const isCaptured = await this.repository.capture(manager, payment.id, 'authorized');
      if (!isCaptured) throw new GatewayRefused('The payment is not authorized');
      const notice = { eventId: newId('event'), event: 'payment.captured', isForged: false };
      const of = { paymentId: payment.id, about: null };
      await this.repository.insertNotice(manager, { ...notice, ...of });
    });
    return { ...payment, status: 'captured' };
  }

  async refund({ paymentId, amountMinor, key }: SourceRefund): Promise<MadeRefund> {
    return inTransaction(this.dataSource, async (manager) => {
      const refunds = await this.account.listRefundsOf(manager, paymentId);
      const made = refunds.find((refund) => refund.key === key);
      if (made !== undefined) return made;
      const refund = { id: newId('rfnd'), paymentId, amountMinor, key };
      if (!(await this.account.insertRefund(manager, refund, REFUND_PENDING_SECONDS))) {
        throw new GatewayRefused('The refund is greater than what is left of the payment');
      }
      return (await this.account.findRefund(manager, refund.id))!;
    });
  }

  async getRefund(id: string): Promise<MadeRefund> {
    return existing(await this.account.findRefund(this.manager, id));
  }

  async listRefunds(of: { paymentId: string } | Period): Promise<MadeRefund[]> {
    return 'paymentId' in of
      ? this.account.listRefundsOf(this.manager, of.paymentId)
      : this.account.listRefundsMade(this.manager, of);
  }

  async getDispute(id: string): Promise<GatewayDispute> {
    return existing(await this.account.findDispute(this.manager, id));
  }

  async listDisputes(period: Period): Promise<GatewayDispute[]> {
    return this.account.listDisputesOpened(this.manager, period);
  }

  async listSettlements(period: Period): Promise<GatewaySettlement[]> {
    return this.account.listSettlements(this.manager, period);
  }

  async listSettlementLines({ id }: GatewaySettlement): Promise<SettlementLine[]> {
    return this.account.listLines(this.manager, id);
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

function toPayment(found: SandboxPayment): GatewayPayment {
  const { id, orderId, amountMinor, refundedMinor, currency, status, method } = found;
  return { id, orderId, amountMinor, refundedMinor, currency, status, method };
}

function existing<T>(found: T | null): T {
  if (found === null) throw new GatewayRefused('The id does not exist');
  return found;
}
