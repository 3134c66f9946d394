import type { CheckoutDto } from '../../../src/dashboard/client-pages/checkouts/checkouts.dto.js';
import { GatewayDisputesService } from '../../../src/money/gateway/disputes/gateway-disputes.service.js';
import { RefundProgressService } from '../../../src/money/gateway/refunds/refund-progress.service.js';
import { SandboxAccountService } from '../../../src/money/gateway/sandbox/sandbox-account.service.js';
import { DayChecksJob } from '../../../src/money/gateway/day-checks/day-checks.job.js';
import { GatewayNoticesService } from '../../../src/money/gateway/notices/gateway-notices.service.js';
import { GatewayJob } from '../../../src/money/gateway/gateway.job.js';
import {
  PAYMENT_GATEWAY,
  type PaymentGateway,
} from '../../../src/money/gateway/payment-gateway.js';
import { IntentChecksService } from '../../../src/money/gateway/checkouts/intent-checks.service.js';
import { findJobs } from '../../../src/platform/jobs/start-jobs.js';
import { SandboxJob } from '../../../src/money/gateway/sandbox/sandbox.job.js';
import {
  SandboxService,
  type SandboxAttempt,
  type Scenario,
} from '../../../src/money/gateway/sandbox/sandbox.service.js';
import type { GatewayRefundDto } from '../../../src/money/gateway/office/gateway-clearing.dto.js';
import type { Test } from 'supertest';
import type { TestApp } from '../app.js';
import { unique } from './given.js';
import type { Admin } from './admin.js';
import { TestBrowser } from './people.js';
import type { Shop } from './shop.js';
import { admin, app, place, shop, startShopSuite } from '../money/suite.js';

/** The work of the gateway's jobs, in the application whose jobs were stopped. */
export let jobs: GatewayJobs;

/** The gateway of that application. */
export let gateway: PaymentGateway;

/** Stops the jobs of the gateway and its sandbox, because the test does their work itself. */
export function stopGatewayJobs(app: TestApp): void {
  jobs = new GatewayJobs(app);
  gateway = app.nest.get<PaymentGateway>(PAYMENT_GATEWAY);
  const kinds = [DayChecksJob, GatewayJob, SandboxJob];
  for (const job of findJobs(app.nest).filter((job) => kinds.some((kind) => job instanceof kind))) {
    Object.assign(job, { run: () => Promise.resolve() });
  }
}

/** Makes the gateway answer some calls differently, until the returned function is called. */
export function answerOtherwise(calls: Partial<PaymentGateway>): () => void {
  const names = Object.keys(calls) as (keyof PaymentGateway)[];
  const own = Object.fromEntries(names.map((name) => [name, gateway[name]]));
  Object.assign(gateway, calls);
  return () => void Object.assign(gateway, own);
}

/** A person of a client who pays through the gateway. */
export class Payer {
  private constructor(
    readonly app: TestApp,
    readonly browser: TestBrowser,
  ) {}

  static async of(app: TestApp, client: { id: number }): Promise<Payer> {
    return new Payer(app, await TestBrowser.ofMember(app, client, 'member'));
  }

  /** Opens a checkout of orders, or of an amount that fills the wallet. */
  async open(wanted: readonly string[] | number): Promise<CheckoutDto> {
    const body = typeof wanted === 'number' ? { amount: wanted } : { order_numbers: wanted };
    const answer = await this.browser.call('post', 'checkouts', body);
    if (answer.status !== 201) throw new Error(`no checkout: ${answer.text}`);
    return answer.body.data as CheckoutDto;
  }

  async payAt(checkout: CheckoutDto, scenario: Scenario = 'success'): Promise<SandboxAttempt> {
    const sandbox = this.app.service(SandboxService);
    const order = await sandbox.findOrder(checkout.gateway.order_id);
    return sandbox.pay(order!, 'upi', scenario);
  }

  /** Returns from the pay page with the fields of the gateway's script. */
  async returnFrom({ id }: CheckoutDto, { given }: SandboxAttempt): Promise<CheckoutDto> {
    const answer = await this.browser.call('post', `checkouts/${id}/return`, given ?? {});
    if (answer.status !== 200) throw new Error(`return refused: ${answer.text}`);
    return answer.body.data as CheckoutDto;
  }

  async get({ id }: CheckoutDto): Promise<CheckoutDto> {
    const answer = await this.browser.call('get', `checkouts/${id}`);
    return answer.body.data as CheckoutDto;
  }

  async state(checkout: CheckoutDto): Promise<string> {
    return (await this.get(checkout)).state;
  }
}

/** The work of the gateway's jobs, at moments that a test chooses. */
export class GatewayJobs {
  constructor(private readonly app: TestApp) {}

  async sendNotices(): Promise<void> {
    await this.app.service(SandboxService).sendNotices();
  }

  /** Lets the service handle its received notices. */
  async handleNotices(): Promise<void> {
    await this.app.service(GatewayNoticesService).handleDue();
  }

  /** Lets the sandbox send its notices, and the service handle them. */
  async deliverNotices(): Promise<void> {
    await this.sendNotices();
    await this.handleNotices();
  }

  /** Lets the service ask the gateway about due payments. `isAll` makes all open intents due. */
  async checkIntents({ isAll = false } = {}): Promise<void> {
    const { app } = this;
    if (isAll)
      await app.sql`UPDATE payment_intents SET check_at = now() WHERE check_at IS NOT NULL`;
    await app.service(IntentChecksService).checkDue();
  }

  /** Lets the service send the due refunds. With `isAll`, also those that another process has claimed. */
  async sendRefunds({ isAll = false } = {}): Promise<void> {
    const { app } = this;
    if (isAll) await app.sql`UPDATE gateway_refunds SET due_at = now() WHERE due_at IS NOT NULL`;
    await app.service(RefundProgressService).sendDue();
  }

  /** Sends the due refunds, and lets the gateway end the pending one. */
  async endRefund(status: 'processed' | 'failed'): Promise<void> {
    await this.sendRefunds();
    const [pending] = await this.app.sql<{ id: string }>`
      SELECT id FROM sandbox_refunds WHERE status = 'pending'`;
    await sandboxAccount(this.app).endRefund(pending!.id, status);
    await this.deliverNotices();
  }

  /**
   * Lets the service ask about refunds: first those with some ids, then the pending ones that are due. With `isAll`, all
   * pending ones.
   */
  async checkRefunds({ ids = [] as readonly string[], isAll = false } = {}): Promise<void> {
    const refunds = this.app.service(RefundProgressService);
    for (const id of ids) await refunds.check(id);
    if (isAll) {
      await this.app.sql`UPDATE gateway_refunds SET ask_at = now() WHERE ask_at IS NOT NULL`;
    }
    await refunds.askDue();
  }

  async checkDisputes(): Promise<void> {
    await this.app.sql`UPDATE gateway_disputes SET ask_at = now() WHERE ask_at IS NOT NULL`;
    await this.app.service(GatewayDisputesService).askDue();
  }
}

/** Opens the sandbox's own pages, as a person uses them. */
export function sandboxAccount(app: TestApp): SandboxAccountService {
  return app.service(SandboxAccountService);
}

/** Fills a wallet through the gateway, and returns the receipt's id. */
export async function givenGatewayReceipt(
  payer: Payer,
  admin: Admin,
  { client }: Shop,
  amount: number,
): Promise<number> {
  await payer.payAt(await payer.open(amount));
  await new GatewayJobs(payer.app).deliverNotices();
  const { data } = await admin.receipts.list({ client_id: client.id, source: 'gateway' });
  return data[0]!.id;
}

/** Finds the gateway's id of the payment that a receipt recorded. */
export async function paymentOf(app: TestApp, receiptId: number): Promise<string> {
  const { reference } = await app.row<{ reference: string }>`
    SELECT reference FROM receipts WHERE id = ${receiptId}`;
  return reference;
}

/** The person who pays in the running test. */
export let payer: Payer;

/** Starts the service for a suite that runs the jobs of the gateway itself. Each test gets a new store and a person who pays. */
export function startGatewaySuite(env?: Record<string, string>): void {
  startShopSuite(env, stopGatewayJobs);
  givenPayerForEachTest();
}

/** Lets a person pay in each test. */
export function givenPayerForEachTest(): void {
  beforeEach(async () => {
    payer = await Payer.of(app, shop.client);
  });
}

/** Fills the store's wallet through the gateway. Returns the receipt's id. */
export async function paidReceipt(amount = 500): Promise<number> {
  return givenGatewayReceipt(payer, admin, shop, amount);
}

export function refund(receiptId: number, amount: number, reference = unique('RF')): Test {
  const body = { amount, reference, reason: 'Mistake' };
  return app.admin('post', `receipts/${receiptId}/refunds`, body);
}

/** Refund to the source of a payment, as operators see it. Sent ones have an id. */
export interface Refund extends GatewayRefundDto {
  gateway_refund_id: string;
}

export async function refundsOf(receiptId: number): Promise<Refund[]> {
  return (await admin.call('listRefundsToSource', receiptId)).data as Refund[];
}

/** Spends 110.00 of the store's wallet on each of some orders. */
export async function spend(orders: number): Promise<void> {
  for (let n = 0; n < orders; n += 1) await admin.orders.pay(await place(), { method: 'wallet' });
}
