import type { IncomingHttpHeaders } from 'node:http';
import type { FAILURE_ACTIONS, FAILURE_REASONS } from '../orders/tracking/shipment-failure.js';
import type { ShipmentState } from '../orders/tracking/shipment-state.js';

/** What an adapter keeps with a booking and gets back with each later call, such as the courier's ids. */
export type CourierRef = Readonly<Record<string, string | number>>;

/**
 * The service's interface to a courier, opened for one account. Each kind has a folder here, named in `couriers.ts`.
 * - only its adapter knows the courier's protocol
 * - amounts are in minor units, weights in grams, sizes in millimeters
 * - calls that return a promise throw {@link CourierUnknown} if the outcome is unknown, and {@link CourierRefused} if the
 *   courier declined. Every other error is a defect
 */
export interface CourierGateway {
  readonly kind: string;
  readonly rules: CourierRules;
  /** Tries the keys and lists the pick-up places. Costs nothing. */
  check(): Promise<AccountCheck>;
  /** Reserves waybills in advance, for couriers whose bookings name one. */
  prepare?(count: number): Promise<string[]>;
  /** Takes one step of a booking. It can cost money, so it is never repeated before {@link find} answered null. */
  book(booking: BookingToSend, step: BookingStep): Promise<BookingProgress>;
  /** Finds a booking by its AWB or our reference; null: the courier does not have it. */
  find(booking: SentBooking): Promise<FoundBooking | null>;
  /** Cancels a booking. @param isSecond true: its AWB is one of two, and the other one stays */
  cancel(booking: SentBooking, isSecond: boolean): Promise<'canceled' | 'too_late'>;
  /** Returns what labels need, or one file of all of them. @param bookings at most {@link LABELS_AT_ONCE} */
  label(bookings: readonly SentBooking[]): Promise<CourierLabel>;
  /** Asks for a pick-up of boxes. To ask again does no harm. @param day such as 2026-11-28 */
  requestPickup(day: string, boxes: readonly SentBooking[]): Promise<PickupTicket>;
  /** Tells the number of an e-way bill, which exists only after the handing over. */
  noteWayBill?(booking: SentBooking, bill: WayBill): Promise<void>;
  /** @param awbs at most `rules.maxAwbsPerAsk` */
  track(awbs: readonly string[]): Promise<TrackedShipment[]>;
  /**
   * Reads a push whose key and secret were checked.
   *
   * @returns null: it is not one of the courier's messages
   */
  readPush(message: CourierMessage): TrackedShipment[] | null;
  /** Lists how a failed delivery can be answered; empty: it cannot. */
  failureActions(failure: KnownFailure): FailureActionKind[];
  act(action: FailureAction): Promise<{ reference: string | null }>;
  /** Reads what became of an action, by the reference that {@link act} returned. */
  actionOutcome?(action: { reference: string; awb: string }): Promise<ActionOutcome>;
  /** Reads the whole list of PIN codes. */
  checkPincodes?(): AsyncIterable<PincodeFacts>;
  checkPincode?(pincode: string): Promise<PincodeFacts>;
}

/** Most labels in one file of a courier. */
export const LABELS_AT_ONCE = 50;

/** Facts of a courier that the service plans by. */
export interface CourierRules {
  timeoutMs: number;
  /** How long a call without an answer can still be executed; at least four times `timeoutMs`. */
  settleMs: number;
  maxAwbsPerAsk: number;
  /** The courier's limit of calls of `track`; the service uses half of it. */
  asksPerFiveMinutes: number;
  /** The longest name of a consignee. */
  nameMax: number;
  address: { lines: number; lineMax: number };
  /** Hosts that requests go to. */
  hosts: readonly string[];
  /** Hour of the day in the shop's zone until which a failure is answered; null: 24 hours after it. */
  answersUntilHour: number | null;
}

export interface AccountCheck {
  /** null: the courier does not list them, so the name is typed as the courier's own pages show it. */
  pickupPlaces: { name: string; pincode: string | null }[] | null;
}

/** The steps of an adapter, each stored before its call. */
export type BookingStep = 'order' | 'awb';

export interface BookingToSend {
  /** Ours, unique for each attempt of each booking. */
  reference: string;
  /** Taken from the account's waybills; null: the courier gives one. */
  awb: string | null;
  ref: CourierRef | null;
  orderNumber: string;
  consignee: Consignee;
  pickupName: string;
  returnTo: ReturnAddress | null;
  box: BoxSize;
  weightGrams: number;
  declaredMinor: number;
  items: BookedItem[];
  mode: 'surface' | 'express';
}

export interface Consignee {
  name: string;
  /** Ten digits. */
  phone: string;
  /** At most `rules.address.lines`, none longer than `rules.address.lineMax`. */
  lines: string[];
  city: string;
  state: string;
  pincode: string;
}

export interface ReturnAddress {
  name: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
}

export interface BoxSize {
  lengthMm: number;
  breadthMm: number;
  heightMm: number;
}

export interface BookedItem {
  sku: string;
  name: string;
  quantity: number;
  unitMinor: number;
  hsn: string | null;
  gstRate: number | null;
}

export interface BookingProgress {
  /** The step to take next, or `done`: it has an AWB. */
  step: BookingStep | 'done';
  ref?: CourierRef;
  awb?: string;
  courierName?: string;
  freightMinor?: number;
  /** Sort or routing code, printed on the label. */
  routing?: string;
}

/** A booking that was sent to the courier at least once. */
export interface SentBooking {
  reference: string;
  awb: string | null;
  ref: CourierRef | null;
}

export interface FoundBooking extends BookingProgress {
  /** Our reference, as the courier has it; null: it does not tell. */
  reference: string | null;
  isCanceled: boolean;
}

export type CourierLabel =
  | { kind: 'draw'; facts: { reference: string; routing: string | null }[] }
  | { kind: 'pdf'; bytes: Buffer };

export interface PickupTicket {
  token: string | null;
}

export interface WayBill {
  invoiceNumber: string;
  wayBillNumber: string;
}

export interface CourierMessage {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface TrackedShipment {
  awb: string;
  events: CourierEvent[];
  /** Day of the expected delivery, such as 2026-11-30; null: not told. */
  expectedOn: string | null;
  /** Weight that the courier bills; null: not told. */
  chargedGrams: number | null;
}

/** A scan. */
export interface CourierEvent {
  /** The courier's time; null: none that can be read, so that of the answer counts. */
  at: Date | null;
  /** null: a code that moves nothing, kept all the same. */
  state: ShipmentState | null;
  /** The courier's code, at most 60 characters. */
  code: string;
  /** The courier's words, at most 300 characters. */
  words: string;
  /** At most 120 characters. */
  place: string | null;
  /** true: the adapter does not know the code. */
  isUnknown: boolean;
  /** Set for what a person has to read: at once, or if the shipment has not moved a day later. */
  forPerson?: 'at_once' | 'in_a_day' | undefined;
  failure: { reason: FailureReason; attempt: number | null } | null;
}

/** A scan with the time under which it is stored. */
export type DatedEvent = CourierEvent & { at: Date };

/** Why a delivery failed. */
export type FailureReason = (typeof FAILURE_REASONS)[number];

export interface KnownFailure {
  awb: string;
  code: string;
  attempt: number;
}

export type FailureActionKind = (typeof FAILURE_ACTIONS)[number];

export interface FailureAction extends KnownFailure {
  action: FailureActionKind;
  /** Day of the next attempt, such as 2026-11-28. */
  actOn: string | null;
  phone: string | null;
  addressLines: string[] | null;
  comment: string;
}

/** `refused`: with the courier's words, at most 300 characters. */
export type ActionOutcome = { state: 'pending' | 'accepted' } | { state: 'refused'; words: string };

export interface PincodeFacts {
  pincode: string;
  isServed: boolean;
  isEmbargo: boolean;
  isRemote: boolean;
  days: number | null;
}
