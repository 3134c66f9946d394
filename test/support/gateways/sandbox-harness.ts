import { SandboxAccountRepository } from '../../../src/money/gateway/sandbox/sandbox-account.repository.js';
import { SandboxAccountService } from '../../../src/money/gateway/sandbox/sandbox-account.service.js';
import { SandboxGateway } from '../../../src/money/gateway/sandbox/sandbox-gateway.js';
import { writeNotice, writeReturn } from '../../../src/money/gateway/sandbox/sandbox-messages.js';
import { SandboxRepository } from '../../../src/money/gateway/sandbox/sandbox.repository.js';
import type { TestApp } from '../app.js';
import { unique } from '../shop/given.js';
import type { GatewayHarness } from './gateway-harness.js';

export function open({ dataSource }: TestApp): Promise<GatewayHarness> {
  const [repository, accounts] = [new SandboxRepository(), new SandboxAccountRepository()];
  const account = new SandboxAccountService(dataSource, repository, accounts);
  return Promise.resolve({
    gateway: new SandboxGateway(dataSource, repository, accounts),
    pay: async (orderId, status) => {
      const order = await repository.findOrder(dataSource.manager, orderId);
      const payment = { ...order!, id: unique('pay_'), orderId, method: 'upi', status };
      await repository.insertPayment(dataSource.manager, payment);
      return payment.id;
    },
    notice: (about) => {
      const { headers, body } = writeNotice({
        eventId: unique('event'),
        event: 'payment.captured',
        ...about,
      });
      const received = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      return { headers: Object.fromEntries(received) as Record<string, string>, body };
    },
    returnOf: writeReturn,
    refundOutside: async (paymentId, amountMinor) =>
      (await account.refundOutside(paymentId, amountMinor))!,
    endRefund: (id, status) => account.endRefund(id, status),
    openDispute: async (paymentId, isDeducted) =>
      (await account.openDispute(paymentId, isDeducted))!,
    endDispute: (id, status) => account.endDispute(id, status),
    settle: async (at) => (await account.settle(at))!,
    close: () => Promise.resolve(),
  });
}
