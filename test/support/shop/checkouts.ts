import type { CheckoutDto } from '../../../src/dashboard/api/checkouts/checkouts.dto.js';
import { DayChecksJob } from '../../../src/payments/gateway/day-checks/day-checks.job.js';
import { GatewayNoticesService } from '../../../src/payments/gateway/notices/gateway-notices.service.js';
import { GatewayJob } from '../../../src/payments/gateway/gateway.job.js';
import { IntentChecksService } from '../../../src/payments/gateway/checkouts/intent-checks.service.js';
import { SandboxJob } from '../../../src/payments/gateway/adapters/sandbox/sandbox.job.js';
import {
  SandboxService,
  type SandboxAttempt,
  type Scenario,
} from '../../../src/payments/gateway/adapters/sandbox/sandbox.service.js';
import type { TestApp } from '../app.js';
import { givenMember, TestBrowser } from './people.js';

/** Stops the jobs of the gateway and its sandbox: the test runs them itself. */
export function stopGatewayJobs(app: TestApp): void {
  for (const job of [DayChecksJob, GatewayJob, SandboxJob]) {
    Object.assign(app.service<object>(job as never), { run: () => Promise.resolve() });
  }
}

/** A person of a client who pays through the gateway. */
export class Payer {
  private constructor(
    readonly app: TestApp,
    readonly browser: TestBrowser,
  ) {}

  static async of(app: TestApp, client: { id: number }): Promise<Payer> {
    return new Payer(
      app,
      await TestBrowser.signedIn(app, await givenMember(app, client, 'member')),
    );
  }

  /** Opens a checkout of orders, or of an amount that fills the wallet. */
  async open(wanted: readonly string[] | number): Promise<CheckoutDto> {
    const body = typeof wanted === 'number' ? { amount: wanted } : { order_numbers: wanted };
    const answer = await this.browser.call('post', 'checkouts', body);
    if (answer.status !== 201) throw new Error(`no checkout: ${answer.text}`);
    return answer.body.data as CheckoutDto;
  }

  /** Pays at the sandbox's pay page. */
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

  async state({ id }: CheckoutDto): Promise<string> {
    const answer = await this.browser.call('get', `checkouts/${id}`);
    return (answer.body.data as CheckoutDto).state;
  }
}

/** Lets the sandbox send its notices. */
export async function sendNotices(app: TestApp): Promise<void> {
  await app.service(SandboxService).sendNotices();
}

/** Lets the service handle the notices that it has. */
export async function handleNotices(app: TestApp): Promise<void> {
  await app.service(GatewayNoticesService).handleDue();
}

/** Lets the service ask the gateway for what is due; `isAll` makes all open intents due. */
export async function checkIntents(app: TestApp, { isAll = false } = {}): Promise<void> {
  if (isAll) {
    await app.dataSource.query(
      'UPDATE payment_intents SET check_at = now() WHERE check_at IS NOT NULL',
    );
  }
  await app.service(IntentChecksService).checkDue();
}
