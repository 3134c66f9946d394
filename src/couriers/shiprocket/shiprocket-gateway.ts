import { LIMITS } from '../../platform/config/limits.js';
import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';
import type { OpenedAccount } from '../courier-description.js';
import { CourierRefused, CourierUnknown, isOfCourier } from '../courier-errors.js';
import type {
  AccountCheck,
  BookingProgress,
  BookingStep,
  BookingToSend,
  CourierGateway,
  CourierLabel,
  CourierMessage,
  CourierRef,
  CourierRules,
  FailureAction,
  FailureActionKind,
  FoundBooking,
  KnownFailure,
  PickupTicket,
  PincodeFacts,
  SentBooking,
  TrackedShipment,
} from '../courier-gateway.js';
import { toAwb, toList, toText } from '../courier-texts.js';
import { isCanceledOrder, isReattempted } from './codes.js';
import { IS_CANCELED, IS_QUEUED, IS_TOO_LATE, MAY_BE_ASSIGNED, refusalOf } from './refusals.js';
import { ShiprocketApi, type ShiprocketAnswer } from './shiprocket-api.js';
import { toOrder } from './shiprocket-booking.js';
import { isSame, toFound, toRef, type ShiprocketRef } from './shiprocket-orders.js';
import { toPushed, toTracked } from './shiprocket-tracking.js';

const ADDRESS = 'https://apiv2.shiprocket.in/v1/external';
/** Where Shiprocket keeps the files of labels. */
const FILE_HOSTS = [
  'kr-shipmultichannel.s3.ap-southeast-1.amazonaws.com',
  'kr-shipmultichannel-mum.s3.ap-south-1.amazonaws.com',
  's3-ap-southeast-1.amazonaws.com',
];
const ADDRESS_LINES = 2;
/** Pick-ups that are asked for at the same time. */
const PICKUPS_AT_ONCE = 5;
const MINOR_OF_MAJOR = 100;

const TIMEOUT_MS = 20_000;
const RULES = {
  settleMs: 120_000,
  maxAwbsPerAsk: 1,
  // Shiprocket names no limit. The service uses half: one question a second.
  asksPerFiveMinutes: 600,
  nameMax: LIMITS.nameLength,
  // Shiprocket names no maximum.
  address: { lines: ADDRESS_LINES, lineMax: LIMITS.addressLength / ADDRESS_LINES },
  hosts: [new URL(ADDRESS).hostname, ...FILE_HOSTS],
  answersUntilHour: null,
};

/** An account at Shiprocket, which gives each order to one of its couriers. */
export class ShiprocketGateway implements CourierGateway {
  readonly kind = 'shiprocket';
  readonly rules: CourierRules;
  private readonly api: ShiprocketApi;

  constructor(
    private readonly account: Omit<OpenedAccount, 'id' | 'environment'>,
    timeoutMs = TIMEOUT_MS,
  ) {
    const { baseUrl, keys, session } = account;
    this.rules = { ...RULES, timeoutMs };
    this.api = new ShiprocketApi({
      address: baseUrl ?? ADDRESS,
      baseUrl,
      hosts: this.rules.hosts,
      email: keys.email ?? '',
      password: keys.password ?? '',
      session,
      timeoutMs,
    });
  }

  async check(): Promise<AccountCheck> {
    const { data } = (await this.api.get('/settings/company/pickup')).accepted();
    const { shipping_address: places } = toObject(data);
    if (!Array.isArray(places)) throw new CourierUnknown('an answer without pick-up places');
    const pickupPlaces = places
      .map(toObject)
      .map((place) => ({
        name: toText(place.pickup_location),
        pincode: toText(place.pin_code) || null,
      }));
    return { pickupPlaces };
  }

  async book(booking: BookingToSend, step: BookingStep): Promise<BookingProgress> {
    return step === 'order' ? this.createOrder(booking) : this.assignAwb(booking);
  }

  /** Looks for the shipment that an answer named, else for the order of our reference. */
  async find({ reference, ref }: SentBooking): Promise<FoundBooking | null> {
    if (ref === null) return this.findOrder(reference);
    const answer = await this.api.get(`/shipments/${ref.shipment_id}`);
    if (answer.isNotFound) return null;
    const { data } = answer.accepted();
    const shipment = toObject(data);
    // Else nothing is known of an AWB, and another call could buy a second one.
    if (!isSame(shipment.id, ref.shipment_id)) throw new CourierUnknown('another shipment');
    return toFound({ ref: ref as ShiprocketRef, shipment, order: {} });
  }

  async cancel(booking: SentBooking, isSecond: boolean): Promise<'canceled' | 'too_late'> {
    const { awb } = booking;
    const ref = isSecond ? null : await this.findRef(booking);
    if (awb === null) return ref === null ? 'canceled' : this.cancelOrder(ref);
    const answer = await this.api.post('/orders/cancel/shipment/awbs', { awbs: [awb] });
    const outcome = toCanceled(answer);
    // Else a call for an AWB that is still under way would give the order another one.
    if (outcome === 'canceled' && ref !== null) await this.cancelOrphan(ref);
    return outcome;
  }

  async label(bookings: readonly SentBooking[]): Promise<CourierLabel> {
    const ids = await this.shipmentIds(bookings);
    const answer = await this.api.post('/courier/generate/label', { shipment_id: ids });
    const made = answer.accepted();
    const url = toText(made.label_url, Infinity);
    if (url === '' || toList(made.not_created).length > 0) {
      throw new CourierRefused('label_missing', toText(made.response) || answer.words);
    }
    return { kind: 'pdf', bytes: await this.api.file(url) };
  }

  /** Asks for each box: Shiprocket's pick-ups are of shipments. */
  async requestPickup(day: string, boxes: readonly SentBooking[]): Promise<PickupTicket> {
    const ids = await this.shipmentIds(boxes);
    const tokens: string[] = [];
    while (ids.length > 0) {
      const some = ids.splice(0, PICKUPS_AT_ONCE);
      tokens.push(...(await Promise.all(some.map((id) => this.requestPickupOf(id, day)))));
    }
    return { token: tokens.find((token) => token !== '') ?? null };
  }

  async track(awbs: readonly string[]): Promise<TrackedShipment[]> {
    const tracked: TrackedShipment[] = [];
    for (const awb of awbs) {
      const answer = await this.api.get(`/courier/track/awb/${encodeURIComponent(awb)}`);
      const found = toTracked(awb, answer);
      if (found !== null) tracked.push(found);
    }
    return tracked;
  }

  readPush({ body }: CourierMessage): TrackedShipment[] | null {
    const pushed = toPushed(body);
    return pushed && [pushed];
  }

  failureActions(failure: KnownFailure): FailureActionKind[] {
    return isReattempted(failure) ? ['reattempt', 'return'] : ['return'];
  }

  async act(action: FailureAction): Promise<{ reference: null }> {
    const { awb, actOn, phone, addressLines, comment } = action;
    const isAgain = action.action === 'reattempt';
    const [line, ...more] = addressLines ?? [];
    const answer = await this.api.post(`/ndr/${encodeURIComponent(awb)}/action`, {
      action: isAgain ? 're-attempt' : 'return',
      // It is required.
      comments: comment || (isAgain ? 'Please try again' : 'Please send it back'),
      ...(isAgain && actOn !== null && { deferred_date: actOn }),
      ...(isAgain && phone !== null && { phone }),
      ...(isAgain && line !== undefined && { address1: line, address2: more.join(' ') }),
    });
    answer.accepted();
    return { reference: null };
  }

  async checkPincode(pincode: string): Promise<PincodeFacts> {
    const answer = await this.api.get('/courier/serviceability/', {
      pickup_postcode: this.account.pickup?.pincode ?? pincode,
      delivery_postcode: pincode,
      weight: '0.5',
      cod: '0',
    });
    const none = { pincode, isServed: false, isEmbargo: false, isRemote: false, days: null };
    if (answer.isNotFound) return none;
    const { data } = answer.accepted();
    const { available_courier_companies: couriers, recommended_courier_company_id: best } =
      toObject(data);
    if (!Array.isArray(couriers)) throw new CourierUnknown('an answer without couriers');
    const all = couriers.map(toObject);
    const one = all.find(({ courier_company_id: id }) => isSame(id, best)) ?? all[0];
    if (one === undefined) return none;
    const days = Number(toText(one.estimated_delivery_days) || Number.NaN);
    return { ...none, isServed: true, days: Number.isSafeInteger(days) ? days : null };
  }

  /** Creates the order, which costs nothing. The same reference returns the same order. */
  private async createOrder(booking: BookingToSend): Promise<BookingProgress> {
    const order = toOrder(booking, this.account.keys.email ?? '', new Date());
    const answer = await this.api.post('/orders/create/adhoc', order);
    const made = answer.accepted();
    const ref = toRef({ orderId: made.order_id, shipmentId: made.shipment_id });
    if (ref === null) {
      if (answer.words !== '') throw refusalOf(answer.words);
      throw new CourierUnknown('an order without an id');
    }
    // It is the old one of this reference, which finding reports: then a new reference is taken.
    if (isCanceledOrder(toText(made.status_code))) {
      throw new CourierUnknown('the order of this reference was canceled');
    }
    const awb = toAwb(made.awb_code);
    return awb === null ? { step: 'awb', ref } : { step: 'done', ref, awb };
  }

  /** Buys an AWB. The same route gives a shipment another one, so a shipment that has one is not sent there. */
  private async assignAwb({ reference, awb: none, ref }: BookingToSend): Promise<BookingProgress> {
    if (ref === null) throw new Error('an AWB for a shipment without an id');
    const known = await this.find({ reference, awb: none, ref });
    if (known === null || known.isCanceled) throw new CourierUnknown('no such shipment');
    if (known.step === 'done') return known;
    const answer = await this.api.post('/courier/assign/awb', { shipment_id: ref.shipment_id });
    const { response } = answer.object;
    const data = toObject(toObject(response).data);
    const awb = toAwb(data.awb_code);
    if (awb !== null && !answer.isError) {
      const routing = toText(data.routing_code, 60);
      const freight = Number(toText(data.freight_charges) || Number.NaN);
      return {
        step: 'done',
        ref,
        awb,
        courierName: toText(data.courier_name, 60) || 'Shiprocket',
        ...(freight >= 0 && { freightMinor: Math.round(freight * MINOR_OF_MAJOR) }),
        ...(routing !== '' && { routing }),
      };
    }
    const words = toText(data.awb_assign_error) || answer.words;
    if (words === '' || MAY_BE_ASSIGNED.test(words)) {
      throw new CourierUnknown(words || 'an AWB that was neither given nor refused');
    }
    await this.cancelOrphan(ref);
    throw refusalOf(words);
  }

  /** Cancels an order without an AWB, which costs nothing and is never used again. */
  private async cancelOrphan(ref: CourierRef): Promise<void> {
    try {
      await this.cancelOrder(ref);
    } catch (error) {
      if (!isOfCourier(error)) throw error;
    }
  }

  private async cancelOrder({ order_id: id }: CourierRef): Promise<'canceled' | 'too_late'> {
    return toCanceled(await this.api.post('/orders/cancel', { ids: [id] }));
  }

  private async findOrder(reference: string): Promise<FoundBooking | null> {
    const { data } = (await this.api.get('/orders', { search: reference })).accepted();
    if (!Array.isArray(data)) throw new CourierUnknown('an answer without orders');
    const order = data.map(toObject).find((one) => toText(one.channel_order_id) === reference);
    if (order === undefined) return null;
    const shipment = toObject(toList(order.shipments)[0]);
    const ref = toRef({ orderId: order.id, shipmentId: shipment.id });
    if (ref === null) throw new CourierUnknown('an order without a shipment');
    return toFound({ ref, shipment, order });
  }

  /** Finds the ids of a booking; null: Shiprocket does not have it. */
  private async findRef({ reference, ref }: SentBooking): Promise<CourierRef | null> {
    return ref ?? (await this.findOrder(reference))?.ref ?? null;
  }

  private async shipmentIds(bookings: readonly SentBooking[]): Promise<(string | number)[]> {
    const ids = [];
    for (const booking of bookings) {
      const ref = await this.findRef(booking);
      if (ref === null) throw new CourierRefused('unknown_shipment', booking.reference);
      ids.push(ref.shipment_id!);
    }
    return ids;
  }

  /** @returns the number of the pick-up; empty: it was asked for before */
  private async requestPickupOf(id: string | number, day: string): Promise<string> {
    const json = { shipment_id: [id], pickup_date: [day] };
    const answer = await this.api.post('/courier/generate/pickup', json);
    if (IS_QUEUED.test(answer.words)) return '';
    const asked: JsonObject = toObject(answer.accepted().response);
    if (asked.pickup_token_number === undefined) {
      throw new CourierUnknown('a pick-up without a number');
    }
    return toText(asked.pickup_token_number, 60);
  }
}

/** @throws CourierRefused for words that the service does not know, after which the shipment is looked at */
function toCanceled(answer: ShiprocketAnswer): 'canceled' | 'too_late' {
  const { words, isError } = answer;
  if (IS_CANCELED.test(words)) return 'canceled';
  if (IS_TOO_LATE.test(words)) return 'too_late';
  if (!isError) return 'canceled';
  throw refusalOf(words);
}
