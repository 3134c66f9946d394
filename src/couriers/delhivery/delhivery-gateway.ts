import { LIMITS } from '../../platform/config/limits.js';
import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';
import type { OpenedAccount } from '../courier-description.js';
import { toAwb, toList, toText } from '../courier-texts.js';
import { CAPACITY_EXCEEDED, CourierRefused, CourierUnknown } from '../courier-errors.js';
import type {
  AccountCheck,
  ActionOutcome,
  BookingProgress,
  BookingToSend,
  CourierGateway,
  CourierLabel,
  CourierMessage,
  CourierRules,
  FailureAction,
  FailureActionKind,
  FoundBooking,
  KnownFailure,
  PickupTicket,
  PincodeFacts,
  SentBooking,
  TrackedShipment,
  WayBill,
} from '../courier-gateway.js';
import { isReattempted } from './codes.js';
import { DelhiveryApi, type DelhiveryAnswer } from './delhivery-api.js';
import { objectsIn } from './pincode-list.js';
import { toForm } from './delhivery-booking.js';
import { toPushed, toShipments, toTracked, type KnownShipment } from './delhivery-tracking.js';
import { pickupSlot } from './pickup-slot.js';
import { knownRefusal, MAY_BE_BOOKED, MAY_BE_SAVED, refusalOf } from './refusals.js';
import { cleanText } from './texts.js';

const COURIER = 'Delhivery';
const ADDRESSES = {
  live: 'https://track.delhivery.com',
  staging: 'https://staging-express.delhivery.com',
};
/** At most so many waybills in an answer. */
const WAYBILLS_MAX = 10_000;
/** A PIN code that Delhivery serves, for an account without a pick-up place yet. */
const ANY_PINCODE = '110001';

const TIMEOUT_MS = 15_000;
const RULES = {
  settleMs: 60_000,
  maxAwbsPerAsk: 50,
  asksPerFiveMinutes: 750,
  nameMax: LIMITS.nameLength,
  // Delhivery states no maximum.
  address: { lines: 1, lineMax: LIMITS.addressLength },
  hosts: Object.values(ADDRESSES).map((address) => new URL(address).hostname),
  answersUntilHour: 21,
};

/** An account at Delhivery, for its shipments to consumers. */
export class DelhiveryGateway implements CourierGateway {
  readonly kind = 'delhivery';
  readonly rules: CourierRules;
  private readonly api: DelhiveryApi;

  constructor(
    private readonly account: Omit<OpenedAccount, 'id' | 'session'>,
    timeoutMs = TIMEOUT_MS,
  ) {
    this.rules = { ...RULES, timeoutMs };
    this.api = new DelhiveryApi({
      address: account.baseUrl ?? ADDRESSES[account.environment],
      baseUrl: account.baseUrl,
      hosts: this.rules.hosts,
      token: account.keys.token ?? '',
      timeoutMs,
    });
  }

  async check(): Promise<AccountCheck> {
    const { pickup } = this.account;
    const facts = await this.postalCode(pickup?.pincode ?? ANY_PINCODE);
    if (pickup !== null && facts?.pickup !== 'Y') {
      throw new CourierRefused('pickup_not_served', `${pickup.pincode}: no pick-up`);
    }
    // One waybill, which is not kept: only this call looks at the name of the client.
    const answer = await this.api.get('/waybill/api/fetch/json/', this.client);
    toWaybills(answer);
    return { pickupPlaces: null };
  }

  async prepare(count: number): Promise<string[]> {
    const query = { ...this.client, count: String(Math.min(count, WAYBILLS_MAX)) };
    const answer = await this.api.get('/waybill/api/bulk/json/', query);
    return toWaybills(answer);
  }

  async book(booking: BookingToSend): Promise<BookingProgress> {
    if (booking.awb === null) throw new Error('a booking at Delhivery without a waybill');
    const form = toForm(booking);
    const answer = await this.api.send('POST', '/api/cmu/create.json', { form });
    const { object: body } = answer;
    const made = toObject(toList(body.packages)[0]);
    const isMade = made.status === 'Success';
    if (isMade && body.success === true) return toProgress(made, booking.reference);
    if (isMade || (body.success !== false && made.status === undefined && !answer.isError)) {
      throw new CourierUnknown('a booking that was neither made nor refused');
    }
    const remarks = toList(made.remarks).map((remark) => toText(remark));
    const words = toText([...remarks, answer.words].filter((text) => text !== '').join('; '));
    if (MAY_BE_BOOKED.test(words)) throw new CourierUnknown(words);
    if (MAY_BE_SAVED.test(words)) await this.mustNotBeSaved(booking, words);
    throw refusalOf(words);
  }

  async find({ awb, reference }: SentBooking): Promise<FoundBooking | null> {
    const found = awb === null ? [] : await this.shipments({ waybill: awb });
    const all = found.length > 0 ? found : await this.shipments({ ref_ids: reference });
    const own = all.filter((shipment) => shipment.reference === reference);
    const shipment = own.find(({ isCanceled }) => !isCanceled) ?? own[0] ?? all[0];
    return shipment === undefined
      ? null
      : {
          step: 'done',
          awb: shipment.awb,
          courierName: COURIER,
          reference: shipment.reference || null,
          isCanceled: shipment.isCanceled,
        };
  }

  async cancel({ awb }: SentBooking): Promise<'canceled' | 'too_late'> {
    const declined = await this.edit({ waybill: awb, cancellation: 'true' });
    return declined === null ? 'canceled' : 'too_late';
  }

  async label(bookings: readonly SentBooking[]): Promise<CourierLabel> {
    const facts = [];
    for (const { reference, awb, ref } of bookings) {
      const kept = ref?.routing;
      const routing = kept === undefined ? await this.sortCode(awb!) : String(kept);
      facts.push({ reference, routing });
    }
    return { kind: 'draw', facts };
  }

  async requestPickup(day: string, boxes: readonly SentBooking[]): Promise<PickupTicket> {
    const { pickup } = this.account;
    if (pickup === null) throw new CourierRefused('pickup_place_unknown', '');
    const slot = pickupSlot(day, new Date());
    if (slot === null) throw new CourierRefused(CAPACITY_EXCEEDED, 'No time is left on this day.');
    const answer = await this.api.send('POST', '/fm/request/new/', {
      json: { ...slot, pickup_location: pickup.name, expected_package_count: boxes.length },
    });
    // One request is open for a place and a day, so this one was made before.
    const [, token] = /pickup request\D*(\d*).*already exist/i.exec(answer.words) ?? [];
    if (token !== undefined) return { token: token || null };
    const id = toText(answer.accepted().pickup_id);
    if (id === '') throw new CourierUnknown('a pick-up without an id');
    return { token: id };
  }

  async noteWayBill({ awb }: SentBooking, bill: WayBill): Promise<void> {
    const json = { data: [{ dcn: bill.invoiceNumber, ewbn: bill.wayBillNumber }] };
    const answer = await this.api.send('PUT', `/api/rest/ewaybill/${awb}/`, { json });
    if (answer.accepted().success !== true)
      throw new CourierUnknown('an e-way bill without a word');
  }

  async track(awbs: readonly string[]): Promise<TrackedShipment[]> {
    const asked = new Set(awbs);
    const found = await this.shipments({ waybill: awbs.join(',') });
    return found.filter(({ awb }) => asked.has(awb)).map(toTracked);
  }

  readPush({ body }: CourierMessage): TrackedShipment[] | null {
    const pushed = toPushed(body);
    return pushed && [pushed];
  }

  failureActions(failure: KnownFailure): FailureActionKind[] {
    return isReattempted(failure) ? ['reattempt', 'return'] : ['return'];
  }

  async act(action: FailureAction): Promise<{ reference: string | null }> {
    const { awb, phone, addressLines } = action;
    if (action.action === 'return') return this.callBack(awb);
    if (phone !== null || addressLines !== null) {
      const declined = await this.edit({
        waybill: awb,
        ...(phone !== null && { phone: [phone] }),
        ...(addressLines !== null && { add: cleanText(addressLines.join(' ')) }),
      });
      if (declined !== null) throw refusalOf(declined);
    }
    const json = { data: [{ waybill: awb, act: 'RE-ATTEMPT' }] };
    const taken = (await this.api.send('POST', '/api/p/update', { json })).accepted();
    const reference = toText(taken.request_id, 60);
    if (reference === '') throw new CourierUnknown('a re-attempt without an id');
    return { reference };
  }

  async actionOutcome(action: { reference: string; awb: string }): Promise<ActionOutcome> {
    const path = `/api/cmu/get_bulk_upl/${encodeURIComponent(action.reference)}`;
    const answer = await this.api.get(path, { verbose: 'true' });
    const body = answer.accepted();
    const failed = toList(body.failed_wbns).map(toObject);
    const own = failed.find(({ wbn, waybill }) => toAwb(wbn ?? waybill) === action.awb);
    if (own !== undefined || body.status === 'Failure') {
      return { state: 'refused', words: toText(own?.message) || answer.words };
    }
    return { state: body.status === 'Success' ? 'accepted' : 'pending' };
  }

  async *checkPincodes(): AsyncGenerator<PincodeFacts> {
    for await (const one of objectsIn(this.api.getLong('/c/api/pin-codes/json/'))) {
      const facts = toObject(one.postal_code);
      const pincode = toText(facts.pin);
      if (/^\d{6}$/.test(pincode)) yield toPincode(pincode, facts);
    }
  }

  async checkPincode(pincode: string): Promise<PincodeFacts> {
    const facts = await this.postalCode(pincode);
    if (facts !== null) return toPincode(pincode, facts);
    return { pincode, isServed: false, isEmbargo: false, isRemote: false, days: null };
  }

  private get client(): { cl: string } {
    return { cl: this.account.keys.client_name ?? '' };
  }

  private async shipments(query: { waybill?: string; ref_ids?: string }): Promise<KnownShipment[]> {
    const asked = { waybill: '', ref_ids: '', ...query, verbose: '1' };
    return toShipments(await this.api.get('/api/v1/packages/json/', asked));
  }

  /** Asks at once, so that a refusal in words of doubt is reported as a refusal. @throws CourierUnknown if the doubt is right */
  private async mustNotBeSaved(booking: BookingToSend, words: string): Promise<void> {
    const isKnown = knownRefusal(words) !== null;
    if (!isKnown || (await this.find(booking)) !== null) throw new CourierUnknown(words);
  }

  /** Edits or cancels a shipment. @returns the words with which Delhivery declined; null: it is done */
  private async edit(json: object): Promise<string | null> {
    const answer = await this.api.send('POST', '/api/p/edit', { json });
    // Delhivery answers this call in XML, and in JSON to some accounts.
    const [, written] = /<status>(\w+)<\/status>/i.exec(answer.text) ?? [];
    const told = written ?? String(answer.object.status ?? answer.object.success);
    if (/^(?:true|success)$/i.test(told)) return null;
    if (!/^(?:false|fail|failure|error)$/i.test(told)) {
      answer.accepted();
      throw new CourierUnknown('a change that was neither made nor declined');
    }
    const [, words] = /<(?:remark|error)>([^<]*)</i.exec(answer.text) ?? [];
    return words === undefined ? answer.words : toText(words);
  }

  /** A shipment that is canceled on its way returns. */
  private async callBack(awb: string): Promise<{ reference: null }> {
    const outcome = await this.cancel({ awb, reference: '', ref: null });
    if (outcome === 'too_late') throw new CourierRefused('too_late', '');
    return { reference: null };
  }

  private async sortCode(awb: string): Promise<string | null> {
    const answer = await this.api.get('/api/p/packing_slip', { wbns: awb, pdf: 'false' });
    const { packages } = answer.accepted();
    if (!Array.isArray(packages)) throw new CourierUnknown('an answer without packages');
    const slip = packages.map(toObject).find(({ wbn }) => toAwb(wbn) === awb);
    if (slip === undefined) throw new CourierRefused('label_missing', answer.words);
    return toText(slip.sort_code, 60) || null;
  }

  private async postalCode(pincode: string): Promise<JsonObject | null> {
    const answer = await this.api.get('/c/api/pin-codes/json/', { filter_codes: pincode });
    const { delivery_codes: codes } = answer.accepted();
    if (!Array.isArray(codes)) throw new CourierUnknown('an answer without PIN codes');
    const all = codes.map((one) => toObject(toObject(one).postal_code));
    return all.find(({ pin }) => toText(pin) === pincode) ?? null;
  }
}

function toProgress(made: JsonObject, reference: string): BookingProgress {
  const awb = toAwb(made.waybill);
  if (awb === null) throw new CourierUnknown('a booking without an AWB');
  if (toText(made.refnum) !== reference) throw new CourierUnknown(`a booking of another: ${awb}`);
  const routing = toText(made.sort_code, 60);
  const kept = routing === '' ? {} : { routing, ref: { routing } };
  return { step: 'done', awb, courierName: COURIER, ...kept };
}

/** Reads one waybill, or several between commas, as Delhivery writes both as one text. */
function toWaybills(answer: DelhiveryAnswer): string[] {
  answer.accepted();
  const parts = toText(answer.json, Infinity).split(',');
  const waybills = parts.flatMap((part) => toAwb(part) ?? []);
  if (waybills.length < parts.length) throw new CourierUnknown('an answer without waybills');
  return waybills;
}

function toPincode(pincode: string, facts: JsonObject): PincodeFacts {
  return {
    pincode,
    isServed: facts.pre_paid === 'Y',
    isEmbargo: /embargo/i.test(toText(facts.remarks)),
    isRemote: facts.is_oda === 'Y',
    days: null,
  };
}
