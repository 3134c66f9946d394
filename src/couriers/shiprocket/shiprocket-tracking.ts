import { parseExactly } from '../../platform/http/exchange/exact-json.js';
import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';
import { dateInShop } from '../../platform/time-zone.js';
import { CourierUnknown } from '../courier-errors.js';
import type { CourierEvent, TrackedShipment } from '../courier-gateway.js';
import { toAwb, toList, toText, toTime } from '../courier-texts.js';
import { inOrder, withAttempts } from '../courier-scans.js';
import { meaningOf } from './codes.js';
import type { ShiprocketAnswer } from './shiprocket-api.js';

const CODE_LENGTH = 60;
const PLACE_LENGTH = 120;
/** Stands for the id of a scan that Shiprocket has not translated. */
const UNTRANSLATED = /^(?:na)?$/i;
/** The time of a push, such as 28 11 2026 09:30:00. */
const PUSHED_TIME = /^(\d\d) (\d\d) (\d{4}) (\d\d:\d\d:\d\d)$/;

/** Reads the answer about an AWB; null: Shiprocket does not know it. @throws CourierUnknown */
export function toTracked(awb: string, answer: ShiprocketAnswer): TrackedShipment | null {
  if (answer.isNotFound) return null;
  const { tracking_data: told } = answer.accepted();
  const data = toObject(told);
  if (data.track_status === undefined) throw new CourierUnknown('an answer without tracking');
  const shipment = toObject(toList(data.shipment_track)[0]);
  if (toAwb(shipment.awb_code) !== awb) return null;
  const events = toEvents(toList(data.shipment_track_activities));
  if (events === null) throw new CourierUnknown('a scan without a time');
  const expectedAt = toTime(data.etd) ?? toTime(shipment.edd);
  return {
    awb,
    events: withAttempts(events),
    expectedOn: expectedAt && dateInShop(expectedAt),
    chargedGrams: null,
  };
}

/** Reads a push; null: another message, or a time in another form. The ids decide: the texts with them differ at times. */
export function toPushed(body: Buffer): TrackedShipment | null {
  const push = toObject(parseExactly(body.toString('utf8')));
  const awb = toAwb(push.awb);
  const scans = toEvents(toList(push.scans));
  const event = toEvent({
    'sr-status': push.shipment_status_id ?? push.current_status_id,
    'sr-status-label': push.shipment_status ?? push.current_status,
    date: toText(push.current_timestamp).replace(PUSHED_TIME, '$3-$2-$1 $4'),
  });
  if (awb === null || scans === null || event === null) return null;
  // The status repeats the newest scan, at the time of the push.
  const isScanned = scans.some(({ code }) => code === event.code);
  return {
    awb,
    events: isScanned ? scans : [...scans, event],
    expectedOn: null,
    chargedGrams: null,
  };
}

/** Reads scans; null: one has a time in another form, so that nothing of it is guessed. */
function toEvents(scans: readonly unknown[]): CourierEvent[] | null {
  const read = scans.map((scan) => toEvent(toObject(scan)));
  const events = read.filter((event) => event !== null);
  if (events.length < read.length) return null;
  return inOrder(events);
}

function toEvent(scan: JsonObject): CourierEvent | null {
  const id = toText(scan['sr-status'], CODE_LENGTH);
  const label = toText(scan['sr-status-label'], CODE_LENGTH);
  const status = toText(scan.status, CODE_LENGTH);
  const at = toTime(scan.date);
  if (at === null || (id === '' && status === '')) return null;
  const words = toText(scan.activity) || label;
  const place = toText(scan.location, PLACE_LENGTH) || null;
  if (UNTRANSLATED.test(id)) {
    const code = status || id;
    return { at, state: null, code, words, place, isUnknown: false, failure: null };
  }
  const { state, reason, isUnknown } = meaningOf(id, words);
  const code = (isUnknown ? `${id}|${label}` : id).slice(0, CODE_LENGTH);
  const failure = reason && { reason, attempt: null };
  return { at, state, code, words, place, isUnknown, failure };
}
