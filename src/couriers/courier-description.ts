import type { DataSource } from 'typeorm';
import type { CourierGateway } from './courier-gateway.js';

/** A key that an account of a courier needs, such as a token. All are secrets. */
export interface CourierKey {
  name: string;
  /** What people call it on the page of the account. */
  label: string;
}

export const COURIER_ENVIRONMENTS = ['live', 'staging'] as const;
export type CourierEnvironment = (typeof COURIER_ENVIRONMENTS)[number];

/** What an adapter is opened with. */
export interface OpenedAccount {
  id: number;
  environment: CourierEnvironment;
  keys: Readonly<Record<string, string>>;
  /** The place where the courier picks up; null: not chosen yet. */
  pickup: { name: string; pincode: string | null } | null;
  /** Base address in place of the courier's own: a stub's, for tests and development. */
  baseUrl: string | null;
  /** The account's stored session, such as a token of ten days, for couriers that log in. */
  session: CourierSessions;
}

/** Reads and renews the session of an account, one renewal at a time over all instances. */
export interface CourierSessions {
  /**
   * Returns the stored token while it lasts, else logs in by `logIn` and stores what it returns before it is used.
   *
   * @param refused a token that the courier no longer accepts; another one is returned
   */
  token(
    logIn: () => Promise<{ token: string; endsAt: Date }>,
    refused?: string,
  ): Promise<{ token: string; isNew: boolean }>;
}

/** A kind of courier, as the service knows it before an account of it is opened. */
export interface CourierDescription {
  /** Its name on pages and labels, such as Delhivery. */
  label: string;
  keys: readonly CourierKey[];
  /** True: refused in production, unless test payments are allowed there. */
  isSandbox: boolean;
  /** True: the service draws the labels; false: the courier's files are passed on. */
  labelIsDrawn: boolean;
  /** Address of its page about a shipment; `{tracking_number}` stands for the AWB. */
  trackingUrl: string;
  /** Returns true for the made-up push with which the courier checks an address before it saves it. */
  isTestPush?: (body: Buffer) => boolean;
  open(account: OpenedAccount, dataSource: DataSource): CourierGateway;
}
