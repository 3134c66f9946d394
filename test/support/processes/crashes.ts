import type { DataSource } from 'typeorm';
import {
  PAYMENT_GATEWAY,
  type PaymentGateway,
} from '../../../src/money/gateway/payment-gateway.js';
import type { TestApp } from '../app.js';

/** The process ended here, so its next action does not happen. */
export class Crash extends Error {}

const GATEWAY_CALLS = [
  ...(['createOrder', 'findOrder', 'listPayments', 'getPayment', 'capture'] as const),
  ...(['refund', 'getRefund', 'listRefunds', 'getDispute', 'listDisputes'] as const),
  ...(['listSettlements', 'listSettlementLines'] as const),
];

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * Runs work that ends at its nth step, as a killed process would. Afterwards nothing happens any more.
 * - each call of the gateway, each transaction and each single statement is two steps, before and after it
 *
 * @returns whether the work reached this step
 */
export async function crashingAt(app: TestApp, step: number, work: () => Promise<unknown>) {
  let steps = 0;
  let hasCrashed = false;
  const pass = (): void => {
    steps += 1;
    hasCrashed ||= steps >= step;
    if (hasCrashed) throw new Crash();
  };
  const gateway = app.nest.get<PaymentGateway>(PAYMENT_GATEWAY);
  const undo = [
    wrap(app.dataSource, 'transaction', pass),
    wrap(app.dataSource.manager, 'query', pass),
    ...GATEWAY_CALLS.map((name) => wrap(gateway, name, pass)),
  ];
  try {
    await work();
  } catch (error) {
    if (!hasCrashed) throw error;
  } finally {
    for (const restore of undo) restore();
  }
  return hasCrashed;
}

function wrap(
  target: DataSource | DataSource['manager'] | PaymentGateway,
  name: string,
  pass: () => void,
): () => void {
  const methods = target as unknown as Record<string, Call>;
  const original = methods[name]!;
  methods[name] = async (...args) => {
    pass();
    const result = await original.apply(target, args);
    pass();
    return result;
  };
  return () => {
    methods[name] = original;
  };
}
