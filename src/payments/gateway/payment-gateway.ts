import type { IncomingHttpHeaders } from 'node:http';
import type { Type } from '@nestjs/common';
import type { GatewayKind } from '../../platform/config/gateway-kinds.js';

/** Nest's injection token of the {@link PaymentGateway}; null where there is no gateway. */
export const PAYMENT_GATEWAY = Symbol('payment gateway');

/**
 * A company that takes payments, as the service sees it. An adapter for each kind is in `adapters`; only the adapter knows the
 * company's protocol. All amounts are in minor units. Ids of different kinds of gateway must differ, because the database
 * keeps them in the same columns: an adapter puts a prefix before ids that are mere numbers.
 *
 * Calls that return a promise throw {@link GatewayUnknown} while it is not known what the gateway did, and
 * {@link GatewayRefused} where it declined.
 */
export interface PaymentGateway {
  readonly kind: GatewayKind;
  /** The DTO of the fields with which a browser returns from the checkout. */
  readonly returnDto: Type<ReturnFields>;
  createOrder(order: Omit<GatewayOrder, 'id'>): Promise<GatewayOrder>;
  /** Returns the order that was created for a receipt. */
  findOrder(receipt: string): Promise<GatewayOrder | null>;
  /** Returns every attempt to pay an order. */
  listPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Captures an authorized payment and returns it; refuses a payment that is already captured. */
  capture(payment: GatewayPayment): Promise<GatewayPayment>;
  /** Sends money of a captured payment back to where it came from, and returns the gateway's id of the refund. */
  refund(refund: SourceRefund): Promise<string>;
  /** Returns the gateway's id of the refund that was made with a key. */
  findRefund(refund: Pick<SourceRefund, 'paymentId' | 'key'>): Promise<string | null>;
  /** Returns the settlements of a period, oldest first. */
  listSettlements(period: { from: Date; to: Date }): Promise<GatewaySettlement[]>;
  /** Reads a notice; null unless the gateway signed it. */
  readNotice(message: { headers: IncomingHttpHeaders; body: Buffer }): SignedNotice | null;
  /**
   * Checks the gateway's signature in the fields with which a browser returns from the checkout of an order.
   *
   * @returns the field to report; null: the signature is valid
   */
  verifyReturn(orderId: string, fields: ReturnFields): string | null;
  /** Returns what a browser needs to open the checkout of an order. */
  checkoutOf(orderId: string | null): BrowserCheckout;
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

/** A refund of a payment to its source. */
export interface SourceRefund {
  paymentId: string;
  amountMinor: number;
  /** Idempotency key: the same key again is the same refund. At least ten characters. */
  key: string;
}

export const SETTLEMENT_STATUSES = ['created', 'processed', 'failed'] as const;

/** Money that the gateway pays out to the wholesaler's bank account. */
export interface GatewaySettlement {
  id: string;
  /** The amount paid out: fees and tax are deducted already. */
  amountMinor: number;
  feesMinor: number;
  /** Tax on the fees. */
  taxMinor: number;
  status: (typeof SETTLEMENT_STATUSES)[number];
  /** Reference of the bank transfer, once it is known. */
  utr: string | null;
  createdAt: Date;
}

/** The facts of a notice that the service uses; it asks the gateway for all others. */
export interface SignedNotice {
  /** The same for every repetition of a notice; null: it has none. */
  eventId: string | null;
  event: string;
  orderId: string | null;
  paymentId: string | null;
}

/** Fields that the checkout gives a browser after a payment, under the gateway's names. */
export type ReturnFields = Readonly<Record<string, string>>;

/** The part of a checkout that differs between gateways. */
export interface BrowserCheckout {
  /** The script that opens the checkout. */
  scriptUrl: string;
  /** The public key, or the token of a session, that the script asks for. */
  keyId: string;
}
