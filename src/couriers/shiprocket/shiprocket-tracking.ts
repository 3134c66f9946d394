import { parseExactly } from '../../platform/http/exchange/exact-json.js';
import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';
import { dateInShop } from '../../platform/time-zone.js';
import { CourierUnknown } from '../courier-errors.js';
import type { CourierEvent, TrackedShipment } from '../courier-gateway.js';
import { toAwb, toList, toText, toTime } from '../courier-texts.js';
import { inOrder, toScan, withAttempts } from '../courier-scans.js';
import { meaningOf } from './codes.js';
import type { ShiprocketAnswer } from './shiprocket-api.js';

const CODE_LENGTH = 60;
const PLACE_LENGTH = 120;
/** Stands for the id of what Shiprocket has not translated. */
const UNTRANSLATED = /^(?:na|0)?$/i;
const UNREAD = { state: null, reason: null, isUnknown: false, forPerson: 'in_a_day' } as const;
/** The time of a push, such as 28 11 2026 09:30:00. */
const PUSHED_TIME = /^(\d\d) (\d\d) (\d{4}) (\d\d:\d\d:\d\d)$/;

/** Reads the answer about an AWB; null: Shiprocket does not know it. @throws CourierUnknown */
export function toTracked(awb: string, answer: ShiprocketAnswer): TrackedShipment | null {
  if (answer.isNotFound) return null;
  const { tracking_data: told } = answer.accepted();
  const data = toObject(told);
  if (data.track_status === undefined) throw new CourierUnknown('an answer without tracking');
  const shipment = toObject(toList(data.shipment_track)[0]);
  const activities = toList(data.shipment_track_activities).map(toObject);
  const scans = inOrder(activities.flatMap((scan) => toEvent(scan) ?? []));
  if ((toAwb(shipment.awb_code) ?? (scans.length > 0 ? awb : null)) !== awb) return null;
  const isTranslated = activities.some(({ 'sr-status': id }) => !UNTRANSLATED.test(toText(id)));
  const summary = isTranslated ? null : toSummary(data, shipment, scans);
  const events = summary === null ? scans : inOrder([...scans, summary]);
  const expectedAt = toTime(data.etd) ?? toTime(shipment.edd);
  return {
    awb,
    events: withAttempts(events),
    expectedOn: expectedAt && dateInShop(expectedAt),
    chargedGrams: null,
  };
}

/** Reads the status of a shipment, which says where it is if none of its scans has an id. null: it has none */
function toSummary(
  { shipment_status: id }: JsonObject,
  { current_status: status, delivered_date: deliveredAt }: JsonObject,
  scans: readonly CourierEvent[],
): CourierEvent | null {
  const summary = toEvent({ 'sr-status': id, 'sr-status-label': status, status });
  const newest = scans.findLast(({ at }) => at !== null);
  return summary && { ...summary, at: toTime(deliveredAt) ?? newest?.at ?? null };
}

/** Reads a push; null: another message, or a time in another form. The ids decide: the texts with them differ at times. */
export function toPushed(body: Buffer): TrackedShipment | null {
  const push = toObject(parseExactly(body.toString('utf8')));
  const awb = toAwb(push.awb);
  const scans = inOrder(toList(push.scans).flatMap((scan) => toEvent(toObject(scan)) ?? []));
  const event = toEvent({
    'sr-status': push.shipment_status_id ?? push.current_status_id,
    'sr-status-label': push.shipment_status ?? push.current_status,
    date: toText(push.current_timestamp).replace(PUSHED_TIME, '$3-$2-$1 $4'),
  });
  if (awb === null || event === null || event.at === null) return null;
  // The status repeats the newest scan, at the time of the push.
  const isScanned = scans.some(({ code }) => code === event.code);
  return {
    awb,
    events: isScanned ? scans : [...scans, event],
    expectedOn: null,
    chargedGrams: null,
  };
}

/** Returns true for the made-up push with which Shiprocket's page checks an address before it saves it. */
export function isTestPush(body: Buffer): boolean {
  const { awb, order_id: order } = toObject(parseExactly(body.toString('utf8')));
  return toAwb(awb) === '123456' && toText(order).startsWith('dummy ');
}

/** Reads a scan; null: it says nothing. */
function toEvent(scan: JsonObject): CourierEvent | null {
  const id = toText(scan['sr-status'], CODE_LENGTH);
  const label = toText(scan['sr-status-label'], CODE_LENGTH);
  const status = toText(scan.status, CODE_LENGTH);
  const words = toText(scan.activity) || label;
  const place = toText(scan.location, PLACE_LENGTH) || null;
  const read = { at: toTime(scan.date), words, place };
  if (UNTRANSLATED.test(id)) {
    const code = status || id || 'NA';
    return status === '' && words === '' ? null : toScan(UNREAD, { ...read, code });
  }
  const meaning = meaningOf(id, words);
  return toScan(meaning, { ...read, code: meaning.isUnknown ? `${id}|${label}` : id });
}
