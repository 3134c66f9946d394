import type {
  GatewayPayment,
  PaymentGateway,
  ReturnFields,
  SignedNotice,
} from '../../../src/money/gateway/payment-gateway.js';
import type { TestApp } from '../app.js';

/** A gateway together with its company, for tests of the adapters. */
export interface GatewayHarness {
  gateway: PaymentGateway;
  /** Makes an attempt to pay an order. Returns its id. */
  pay: (orderId: string, status: GatewayPayment['status']) => Promise<string>;
  /** Writes a signed notice as the company sends it. */
  notice: (about: Omit<SignedNotice, 'event'>) => { headers: Record<string, string>; body: string };
  returnOf: (orderId: string, paymentId: string) => ReturnFields;
  /** Makes a refund in the company's own pages. Returns its id. */
  refundOutside: (paymentId: string, amountMinor: number) => Promise<string>;
  endRefund: (id: string, status: 'processed' | 'failed') => Promise<void>;
  /** Opens a dispute about a payment. Returns its id. */
  openDispute: (paymentId: string, isDeducted: boolean) => Promise<string>;
  endDispute: (id: string, status: 'won' | 'lost') => Promise<void>;
  /** Settles everything that is not settled yet, less fees of 2 % and tax of 18 % on them. Returns the settlement's id. */
  settle: (at: Date) => Promise<string>;
  close: () => Promise<void>;
}

/** Opens the company's side of a kind of gateway, from `<kind>-harness.ts`. */
export async function openHarness(kind: string, app: TestApp): Promise<GatewayHarness> {
  const { open } = (await import(`./${kind}-harness.js`)) as {
    open: (app: TestApp) => Promise<GatewayHarness>;
  };
  return open(app);
}
