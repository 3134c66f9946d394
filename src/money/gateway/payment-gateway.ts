import type { IncomingHttpHeaders } from 'node:http';
import type { Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Period } from '../../platform/days/zoned-day.js';

/** Injection token of the {@link PaymentGateway}, which is null if no gateway is configured. */
export const PAYMENT_GATEWAY = Symbol('payment gateway');

/**
 * The service's interface to a company that takes payments. Each kind has a folder here, named in `gateways.ts`.
 * - only its adapter knows the company's protocol
 * - all amounts are in minor units
 * - ids of different kinds share database columns and must differ: an adapter puts a prefix before ids that are mere numbers
 * - calls that return a promise throw {@link GatewayUnknown} if the outcome is unknown
 * - they throw {@link GatewayRefused} if the gateway declined
 */
export interface PaymentGateway {
  /** Its name in `gateways.ts`. */
  readonly kind: string;
  /** The DTO of the fields that a browser brings back from the checkout. */
  readonly returnDto: Type<ReturnFields>;
  /** The origins that the pay page may load from, for its Content-Security-Policy. */
  readonly pageSources: PageSources;
  createOrder(order: Omit<GatewayOrder, 'id'>): Promise<GatewayOrder>;
  /** Finds the order that was created for a receipt. */
  findOrder(receipt: string): Promise<GatewayOrder | null>;
  /** Lists every attempt to pay an order. */
  listPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Reads a payment; null if it belongs to no order. */
  getPayment(id: string): Promise<GatewayPayment | null>;
  /** Captures an authorized payment and returns it. @throws GatewayRefused if it is already captured */
  capture(payment: GatewayPayment): Promise<GatewayPayment>;
  /** Sends money of a captured payment back to its source. It has arrived only if the result's status says so. */
  refund(refund: SourceRefund): Promise<MadeRefund>;
  getRefund(id: string): Promise<MadeRefund>;
  /** Lists the refunds of a payment or of a period, oldest first. Includes those made in the gateway's own pages. */
  listRefunds(of: { paymentId: string } | Period): Promise<MadeRefund[]>;
  getDispute(id: string): Promise<GatewayDispute>;
  /** Lists the disputes that were opened in a period, oldest first. */
  listDisputes(period: Period): Promise<GatewayDispute[]>;
  /** Lists the settlements of a period, oldest first. */
  listSettlements(period: Period): Promise<GatewaySettlement[]>;
  /** Lists the lines of a settlement: everything that it paid out or deducted. */
  listSettlementLines(settlement: GatewaySettlement): Promise<SettlementLine[]>;
  /** Reads a notice; null unless the gateway signed it. */
  readNotice(message: { headers: IncomingHttpHeaders; body: Buffer }): SignedNotice | null;
  /**
   * Checks the gateway's signature in the fields that a browser brings back from the checkout of an order.
   *
   * @returns the field to report; null: the signature is valid
   */
  verifyReturn(orderId: string, fields: ReturnFields): string | null;
  /** Collects what a browser needs to open the checkout of an order. */
  checkoutOf(orderId: string | null): BrowserCheckout;
}

/** A kind of gateway, as the service knows it before it is opened. */
export interface GatewayDescription<Variable extends string = string> {
  /** Environment variables with its keys. All are secrets, and GATEWAY of this kind requires all of them. */
  readonly variables: readonly Variable[];
  /** The variable with the secret that signs notices; null: without one. Production refuses a secret that can be guessed. */
  readonly noticeSecret: Variable | null;
  open(
    keys: Readonly<Record<Variable, string>>,
    dataSource: DataSource,
  ): PaymentGateway | Promise<PaymentGateway>;
  /** Loads a module with further routes and jobs. */
  readonly loadModule?: () => Promise<Type>;
}

/** Origins by kind of resource, in addition to the page's own origin. */
export interface PageSources {
  scripts: readonly string[];
  connections: readonly string[];
  frames: readonly string[];
}

/** The gateway's order, for which a checkout is opened. */
export interface GatewayOrder {
  id: string;
  receipt: string;
  amountMinor: number;
  currency: string;
}

export const PAYMENT_STATUSES = [
  ...(['created', 'authorized', 'captured', 'refunded', 'failed'] as const),
];

/** One attempt to pay an order of the gateway. */
export interface GatewayPayment {
  id: string;
  orderId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  status: (typeof PAYMENT_STATUSES)[number];
  method: string | null;
}

export interface SourceRefund {
  paymentId: string;
  amountMinor: number;
  /** Idempotency key, at least ten characters: a repetition with the same key returns the first refund. */
  key: string;
}

/** A refund, as the gateway reports it. */
export interface MadeRefund {
  id: string;
  paymentId: string;
  amountMinor: number;
  /** The key of the service's own request; null for a refund that was made elsewhere. */
  key: string | null;
  /** The amount of a pending refund has left the gateway's balance. It returns if the refund fails. */
  status: 'pending' | 'processed' | 'failed';
  createdAt: Date;
}

export const DISPUTE_STATUSES = ['open', 'won', 'lost', 'closed'] as const;

/** A payer's objection to a payment, such as a chargeback. */
export interface GatewayDispute {
  id: string;
  paymentId: string;
  amountMinor: number;
  /** The amount that the gateway holds back now; 0 before that, and once the dispute is won. */
  deductedMinor: number;
  currency: string;
  /** The phase in the gateway's words, such as `chargeback`. */
  phase: string;
  status: (typeof DISPUTE_STATUSES)[number];
  /** Time by which the gateway expects evidence. */
  respondBy: Date | null;
  openedAt: Date;
}

export const SETTLEMENT_STATUSES = ['created', 'processed', 'failed'] as const;

/** Money that the gateway pays out to the wholesaler's bank account. */
export interface GatewaySettlement {
  id: string;
  /** The amount paid out: fees and tax are deducted already. */
  amountMinor: number;
  /** Fees and tax of the settlement itself; those of the payments are in its lines. */
  feesMinor: number;
  taxMinor: number;
  /** A failed settlement may be tried again. */
  status: (typeof SETTLEMENT_STATUSES)[number];
  /** Reference of the bank transfer, once it is known. */
  utr: string | null;
  createdAt: Date;
}

/** A part of a settlement. It adds its amount, less fee and tax, to the payout. */
export interface SettlementLine {
  /** `other`: an adjustment of the gateway's own. */
  kind: 'payment' | 'refund' | 'dispute' | 'other';
  /** The gateway's id of the payment, refund or dispute. */
  id: string;
  /** Negative if it reduces the payout. */
  amountMinor: number;
  feeMinor: number;
  taxMinor: number;
}

/** The facts of a notice that the service uses. It queries the gateway for everything else. */
export interface SignedNotice {
  event: string;
  orderId: string | null;
  paymentId: string | null;
  /** The refund, dispute or settlement that the notice is about; null for other notices. */
  about: { kind: (typeof NOTICE_SUBJECTS)[number]; id: string } | null;
}

export const NOTICE_SUBJECTS = ['refund', 'dispute', 'settlement'] as const;

/** Fields that the checkout gives a browser after a payment, under the gateway's names. */
export type ReturnFields = Readonly<Record<string, string>>;

/** The part of a checkout that differs between gateways. */
export interface BrowserCheckout {
  /** The script that opens the checkout. */
  scriptUrl: string;
  /** The public key, or a session token, that the script requires. */
  keyId: string;
}
