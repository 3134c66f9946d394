import type { Logger } from 'pino';
import type { Metrics } from '../../platform/observability/metrics.js';
import { GatewayUnknown } from './gateway-errors.js';
import type { PaymentGateway } from './payment-gateway.js';

/** The names of the methods that ask the gateway. */
type Asking = {
  [Name in keyof PaymentGateway]: PaymentGateway[Name] extends (
    ...args: never[]
  ) => Promise<unknown>
    ? Name
    : never;
}[keyof PaymentGateway];

const ASKING: Record<Asking, true> = {
  createOrder: true,
  findOrder: true,
  listPayments: true,
  getPayment: true,
  capture: true,
  refund: true,
  getRefund: true,
  listRefunds: true,
  getDispute: true,
  listDisputes: true,
  listSettlements: true,
  listSettlementLines: true,
};

/** Wraps a gateway to count each call as answered or unanswered. Logs each new reason, because callers try again. */
export function countedGateway(
  gateway: PaymentGateway,
  metrics: Metrics,
  logger: Logger,
): PaymentGateway {
  const count = metrics.counters(
    'gateway_calls_total',
    'Calls of the payment gateway, by outcome: answered, unanswered',
    'outcome',
  );
  let latest: string | null = null;
  const note = (error?: unknown): void => {
    const reason = error instanceof GatewayUnknown ? error.message : null;
    count(reason === null ? 'answered' : 'unanswered');
    if (reason !== null && reason !== latest) logger.warn({ reason }, 'the gateway did not answer');
    latest = reason;
  };
  return new Proxy(gateway, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !(name in ASKING)) return value;
      return (...args: unknown[]): unknown => {
        const answer = Reflect.apply(value, target, args) as Promise<unknown>;
        answer.then(() => note(), note);
        return answer;
      };
    },
  });
}
