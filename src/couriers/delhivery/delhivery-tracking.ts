import { parseExactly } from '../../platform/http/exchange/exact-json.js';
import { dateInShop } from '../../platform/time-zone.js';
import { CourierUnknown } from '../courier-errors.js';
import type { CourierEvent, TrackedShipment } from '../courier-gateway.js';
import { isCanceled, meaningOf, type RawScan } from './codes.js';
import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';
import { inOrder, toScan, withAttempts } from '../courier-scans.js';
import { toAwb, toList, toText, toTime } from '../courier-texts.js';
import type { DelhiveryAnswer } from './delhivery-api.js';

const CODE_LENGTH = 60;
const PLACE_LENGTH = 120;
const NOT_FOUND = /does not exist|no such waybill/i;

/** A shipment as Delhivery knows it. */
export interface KnownShipment {
  awb: string;
  reference: string;
  isCanceled: boolean;
  /** Its part of the answer, from which {@link toTracked} reads the scans. */
  raw: JsonObject;
}

/** Reads the shipments of an answer; an empty list if Delhivery knows none of them. @throws CourierUnknown */
export function toShipments(answer: DelhiveryAnswer): KnownShipment[] {
  const { ShipmentData: data, Success: success } = answer.object;
  if (success === false && NOT_FOUND.test(answer.words)) return [];
  if (answer.isError || !Array.isArray(data)) {
    throw new CourierUnknown('an answer without shipments');
  }
  return data.map((one) => {
    const raw = toObject(toObject(one).Shipment);
    const awb = toAwb(raw.AWB);
    if (awb === null) throw new CourierUnknown('a shipment without an AWB');
    const status = toRawScan(toObject(raw.Status));
    return { awb, reference: toText(raw.ReferenceNo), isCanceled: isCanceled(status), raw };
  });
}

/** Reads the scans of a shipment, oldest first. */
export function toTracked({ awb, raw }: Pick<KnownShipment, 'awb' | 'raw'>): TrackedShipment {
  const scans = toList(raw.Scans).map((scan) => toObject(toObject(scan).ScanDetail));
  // The status repeats the last scan; an answer without scans has it only.
  const told = [...scans, toObject(raw.Status)];
  const wasOut = told.some((scan) => meaningOf(toRawScan(scan)).state === 'out_for_delivery');
  const events = told.flatMap((scan) => toEvent(scan, wasOut) ?? []);
  return {
    awb,
    events: withAttempts(inOrder(events)),
    expectedOn: expectedDay(raw),
    chargedGrams: chargedGrams(raw),
  };
}

/** Reads a push; null: another message, or a time in another form. */
export function toPushed(body: Buffer): TrackedShipment | null {
  const shipment = toObject(toObject(parseExactly(body.toString('utf8'))).Shipment);
  const awb = toAwb(shipment.AWB);
  const event = toEvent({ StatusCode: shipment.NSLCode, ...toObject(shipment.Status) }, true);
  if (awb === null || event === null || event.at === null) return null;
  return { awb, events: [event], expectedOn: null, chargedGrams: null };
}

/** Reads a scan; null: it says nothing. */
function toEvent(scan: JsonObject, wasOut: boolean): CourierEvent | null {
  const raw = toRawScan(scan);
  const words = toText(scan.Instructions);
  if (`${raw.status}${raw.nsl}${words}` === '') return null;
  const meaning = meaningOf(raw, wasOut);
  const status = `${raw.type}|${raw.status}`;
  return toScan(meaning, {
    at: toTime(scan.ScanDateTime ?? scan.StatusDateTime),
    code: meaning.isUnknown ? `${status}|${raw.nsl}` : raw.nsl || status,
    words,
    place: toText(scan.ScannedLocation ?? scan.StatusLocation, PLACE_LENGTH) || null,
  });
}

/** Reads type, status and code of a scan, which names them in two ways. */
function toRawScan(scan: JsonObject): RawScan {
  return {
    type: toText(scan.ScanType ?? scan.StatusType, CODE_LENGTH).toUpperCase(),
    status: toText(scan.Scan ?? scan.Status, CODE_LENGTH),
    nsl: toText(scan.StatusCode, CODE_LENGTH).toUpperCase(),
  };
}

function expectedDay(raw: JsonObject): string | null {
  const at = toTime(raw.ExpectedDeliveryDate ?? raw.PromisedDeliveryDate);
  return at && dateInShop(at);
}

function chargedGrams({ ChargedWeight: told }: JsonObject): number | null {
  const grams = toText(told) === '' ? Number.NaN : Number(told);
  return grams > 0 && grams < 1_000_000 ? Math.round(grams) : null;
}
