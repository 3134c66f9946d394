import fc from 'fast-check';
import type { CourierEvent } from '../../src/couriers/courier-gateway.js';
import { toTracked as toDelhivery } from '../../src/couriers/delhivery/delhivery-tracking.js';
import { ShiprocketAnswer } from '../../src/couriers/shiprocket/shiprocket-api.js';
import { toTracked as toShiprocket } from '../../src/couriers/shiprocket/shiprocket-tracking.js';
import { noticesOf } from '../../src/couriers/tracking/told-events.js';
import type { KnownEvent } from '../../src/orders/tracking/shipment-state.js';
import { handedOver, withEvents } from '../../src/orders/tracking/shipment-state.js';

const AWB = '321055706540';
const HOUR_MS = 3_600_000;
/** Computes a time after the booking of the shipment, which is handed over after 24 hours. */
const inHours = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * HOUR_MS);

const ODD = [null, undefined, '', 'NA', 'na', 0, {}, ' ', '\0', '__proto__', 'toString'] as const;
const words = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom(...ODD, 'Delivered', 'Damaged', 'Handed over in part', 'LOST', 'Part\uD800'),
);
const time = fc.oneof(
  fc.integer({ min: -4, max: 120 }).map((hours) => inHours(hours).toISOString()),
  fc.constantFrom(null, undefined, '', '31/12/2026', '2026-13-40 99:00:00', 7, 'yesterday'),
);
const oneOf = (...known: unknown[]) => fc.constantFrom(...known, ...ODD);
const id = fc.oneof(fc.integer({ min: 1, max: 80 }), oneOf('7', '17', '4711', '25', '7.0'));
const awb = fc.constantFrom(AWB, null);
const shiprocketScan = fc.record({
  date: time,
  status: words,
  activity: words,
  'sr-status': id,
  'sr-status-label': words,
});
const delhiveryScan = fc.record({
  ScanDateTime: time,
  ScanType: oneOf('UD', 'ud', 'RT', 'DL', 'CN', 'XX'),
  Scan: fc.oneof(words, oneOf('Pending', 'In Transit', 'Dispatched', 'NDR', 'Not Picked')),
  StatusCode: oneOf('EOD-138', 'eod-11', 'EOD-6', 'X-PPOM', 'DTUP-210'),
  Instructions: words,
});

interface RawAnswer {
  scans: Record<string, unknown>[];
  events: readonly CourierEvent[];
}

const shiprocketAnswer = fc
  .record({
    scans: fc.array(shiprocketScan, { maxLength: 4 }),
    shipment_status: id,
    track: fc.record({ current_status: words, delivered_date: time, awb_code: awb }),
  })
  .map(({ scans, track, ...summary }): RawAnswer => {
    const told = { track_status: 1, shipment_track: [track], shipment_track_activities: scans };
    const answer = new ShiprocketAnswer(200, { tracking_data: { ...told, ...summary } });
    // Without scans, an answer without its AWB is about no shipment.
    const all = track.awb_code === null ? scans : [...scans, { status: track.current_status }];
    return { scans: all, events: toShiprocket(AWB, answer)?.events ?? [] };
  });
const delhiveryAnswer = fc
  .record({ scans: fc.array(delhiveryScan, { maxLength: 4 }), Status: delhiveryScan })
  .map(({ scans, Status }): RawAnswer => {
    const raw = { Scans: scans.map((ScanDetail) => ({ ScanDetail })), Status };
    return { scans: [...scans, Status], events: toDelhivery({ awb: AWB, raw }).events };
  });

const TEXTS = ['status', 'activity', 'sr-status', 'Scan', 'StatusCode', 'Instructions'];
const isSaid = (text: unknown): boolean =>
  ['string', 'number'].includes(typeof text) && !/^(?:na|0|[\s\p{Cc}]*)$/iu.test(text as string);
const saysSomething = (scan: object): boolean =>
  Object.entries(scan).some(([field, text]) => TEXTS.includes(field) && isSaid(text));

/** Codes that only say that the pick-up is awaited. */
const AWAITED = /^(?:(?!8$|16$|45$)[1-9]\d?|EOD-\d+|X-PPOM|UD\|Not Picked)$/;

/** A shipment, as the service keeps it. */
class Followed {
  events: KnownEvent[] = [];
  whereabouts = handedOver(inHours(24));

  /** Takes an answer over. @returns what came of it, and what a person reads at once and a day later */
  take(told: readonly CourierEvent[], hours: number) {
    const times = { receivedAt: inHours(hours), notBefore: inHours(0) };
    const before = this.whereabouts;
    const change = withEvents(this, told, 'asked', times);
    for (const { row } of change.inserted) {
      this.events.push({ ...row, id: this.events.length, source: 'asked' });
    }
    this.events.sort((a, b) => +a.at - +b.at);
    this.whereabouts = change.whereabouts!;
    const { phase, bestAt: newsAt } = this.whereabouts;
    const listed = (later: number) => {
      const shipment = { phase, newsAt, wasEnded: phase === 3 && later > 0 };
      return noticesOf(this.events, told, shipment, inHours(hours + later));
    };
    return {
      isKnown: change.inserted.length === 0,
      hasMoved: this.whereabouts !== before,
      endsDiffer: change.differingEnd !== null,
      atOnce: listed(0).courier_reports,
      inADay: listed(25).not_understood,
    };
  }
}

const COURIERS = { Shiprocket: shiprocketAnswer, Delhivery: delhiveryAnswer };
it.each(Object.entries(COURIERS))(
  '%s: answers move, repeat, or are listed in a day',
  (_, answer) => {
    const property = fc.property(fc.array(answer, { minLength: 1, maxLength: 3 }), (answers) => {
      const shipment = new Followed();
      for (const [index, { scans, events }] of answers.entries()) {
        expect(scans.some(saysSomething) && events.length === 0).toBe(false);
        const { atOnce, inADay, ...result } = shipment.take(events, 96 + index);
        const { bestAt, phase } = shipment.whereabouts;
        const isUnderstood = events.every(({ at, state, code }) => {
          const isRead = state === null ? AWAITED.test(code) : state !== 'returning';
          return isRead || (at !== null && at <= bestAt);
        });
        const isListed = result.endsDiffer || atOnce !== null || inADay !== null;
        expect(result.isKnown || result.hasMoved || isUnderstood || isListed).toBe(true);
        if (events.some(({ forPerson }) => forPerson === 'at_once')) expect(atOnce).not.toBeNull();
        // The newest word counts, also where older ones have moved the shipment.
        const newest = shipment.events.at(-1);
        if (newest?.state === null && newest.at > bestAt && phase > 0) expect(inADay).toBe(newest);
      }
      // Times that were not yet come true. Of two scans without a time, one may be stored with the next answer only.
      const { events } = answers.at(-1)!;
      shipment.take(events, 192);
      expect(shipment.take(events, 193).isKnown).toBe(true);
    });
    fc.assert(property, { numRuns: 500, seed: 20_261_130 });
  },
);
