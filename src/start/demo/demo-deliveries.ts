import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BookedUnits } from '../../couriers/bookings/courier-booking.entity.js';
import type { BoxPreset } from '../../couriers/boxes/box-preset.entity.js';
import { played } from '../../couriers/sandbox/sandbox-moves.js';
import type { SandboxScript } from '../../couriers/sandbox/sandbox-scripts.js';
import type { SandboxShipment } from '../../couriers/sandbox/sandbox-shipment.entity.js';
import { AskingService } from '../../couriers/tracking/asking.service.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { currentActor } from '../../platform/http/request-context.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNIT_GRAMS = 500;
/** Time from one shipment that goes on to the next. */
const APART_MS = 5 * MINUTE_MS;

/** How far the sandbox courier has carried a shipment, and what happens next. */
interface Way {
  script: SandboxScript;
  /** Number of events so far. */
  step: number;
  /** Seconds until the next event; null: none comes. undefined: when its turn comes. */
  nextInSeconds?: number | null;
  /** True: the courier finds that it weighs twice what was said. */
  isHeavier?: boolean;
}

/** What is on the way, the oldest first. The last four are those to watch. */
const WAYS: readonly (Way & { count?: number })[] = [
  { script: 'lost', step: 3, nextInSeconds: null },
  { script: 'comes_back', step: 9 },
  { count: 3, script: 'fails_once', step: 4, nextInSeconds: null },
  { count: 5, script: 'delivered', step: 3 },
  { script: 'delivered', step: 2, isHeavier: true },
  { count: 17, script: 'delivered', step: 2 },
  { count: 6, script: 'delivered', step: 1 },
  { count: 3, script: 'delivered', step: 0 },
  { script: 'comes_back', step: 7, nextInSeconds: 90 },
  { script: 'fails_once', step: 3, nextInSeconds: 150 },
  { script: 'delivered', step: 3, nextInSeconds: 150 },
  { script: 'delivered', step: 0, nextInSeconds: 120 },
];

/** A shipment of the history that has not arrived. */
interface Sent {
  id: number;
  orderId: number;
  orderNumber: string;
  courier: string;
  awb: string;
  pincode: string;
  shippedAt: Date;
  units: BookedUnits[];
  declaredMinor: number;
}

const SENT = `
  SELECT s.id, s.order_id AS "orderId", o.order_number AS "orderNumber", s.courier, s.tracking_number AS awb,
    o.shipping_pincode AS pincode, s.shipped_at AS "shippedAt", sum(u.quantity * i.unit_price_minor)::integer AS "declaredMinor",
    json_agg(json_build_object('line', u.line, 'quantity', u.quantity)) AS units
  FROM shipments s JOIN orders o ON o.id = s.order_id JOIN shipment_items u ON u.shipment_id = s.id
    JOIN order_items i ON i.order_id = u.order_id AND i.line = u.line
  WHERE o.status = 'shipped' AND NOT EXISTS (SELECT FROM courier_bookings)
  GROUP BY s.id, o.id ORDER BY s.shipped_at DESC, s.id LIMIT $1`;

/** Without what the table fills in. */
type Carried = Omit<SandboxShipment, 'accountId' | 'isCanceled' | 'knownAt'>;

interface Booked {
  bookingId: number;
  shipmentId: number;
  orderId: number;
}

const BOOK = `
  WITH booked AS (
    INSERT INTO courier_bookings (order_id, account_id, kind, state, reference, units, box, weight_grams, declared_minor, mode, awb,
      courier_name, label_printed_at, shipment_id, handed_over_at, handed_over_by, created_by, created_at)
    SELECT "orderId", $2, 'sandbox', 'handed_over', reference, units, box, grams, "declaredMinor", 'surface', awb,
      courier, "shippedAt", id, "shippedAt", $3, $3, "shippedAt" - interval '5 minutes'
    FROM json_to_recordset($1) AS sent (id bigint, "orderId" bigint, reference text, units jsonb, box jsonb, grams integer,
      "declaredMinor" bigint, awb text, courier text, "shippedAt" timestamptz)
    RETURNING id, shipment_id, order_id, kind, awb
  ), known AS (INSERT INTO courier_awbs (kind, awb, booking_id) SELECT kind, awb, id FROM booked)
  SELECT id AS "bookingId", shipment_id AS "shipmentId", order_id AS "orderId" FROM booked`;

const CARRY = `
  INSERT INTO sandbox_shipments (awb, account_id, reference, order_number, pincode, weight_grams, script, step, events, due_at, created_at)
  SELECT awb, $2, reference, "orderNumber", pincode, "weightGrams", script, step, events, "dueAt", "createdAt"
  FROM json_to_recordset($1) AS carried (awb text, reference text, "orderNumber" text, pincode text, "weightGrams" integer,
    script text, step smallint, events jsonb, "dueAt" timestamptz, "createdAt" timestamptz)`;

/**
 * Gives shipments of the history that have not arrived to the sandbox courier, as booked and handed over then, and asks it where
 * they are. Safe to repeat.
 */
export async function addDemoDeliveries(
  app: INestApplicationContext,
  accountId: number,
  box: BoxPreset,
): Promise<void> {
  const ways = WAYS.flatMap(({ count = 1, ...way }) =>
    Array.from({ length: count }, (): Way => way),
  );
  await inTransaction(app.get(DataSource), async (manager) => {
    const now = new Date();
    const latestFirst = await manager.query<Sent[]>(SENT, [ways.length]);
    const sent = latestFirst.reverse();
    const { name, lengthMm, breadthMm, heightMm } = box;
    const bookings = sent.map((shipment) => ({
      ...shipment,
      reference: `B${shipment.awb}`,
      box: { name, lengthMm, breadthMm, heightMm },
      grams: gramsOf(shipment),
    }));
    const shared = [JSON.stringify(bookings), accountId, currentActor()];
    const booked = await manager.query<Booked[]>(BOOK, shared);
    const carried = sent.map((shipment, index) =>
      carriedAs(ways[index]!, shipment, { now, turn: ways.length - index }),
    );
    await manager.query(CARRY, [JSON.stringify(carried), accountId]);
    for (const keys of booked) await app.get(ShipmentTrackingService).bindBooking(manager, keys);
  });
  await app.get(AskingService).askDue();
}

/** Makes a shipment as the sandbox courier has it. Its events lie evenly between the handing over and now. */
function carriedAs(
  { script, step, nextInSeconds, isHeavier = false }: Way,
  shipment: Sent,
  { now, turn }: { now: Date; turn: number },
): Carried {
  const { awb, orderNumber, pincode, shippedAt } = shipment;
  let carried: Carried = {
    awb,
    orderNumber,
    pincode,
    script,
    reference: `B${awb}`,
    weightGrams: gramsOf(shipment) * (isHeavier ? 2 : 1),
    step: 0,
    events: [],
    dueAt: null,
    // It expects to deliver three days later: today what is out for delivery.
    createdAt: new Date(now.getTime() - Math.min(step, 3) * DAY_MS),
  };
  const passedMs = now.getTime() - shippedAt.getTime();
  for (let event = 1; event <= step; event += 1) {
    const dueAt = new Date(shippedAt.getTime() + (passedMs * (event - 0.1)) / step);
    carried = { ...carried, ...played({ ...carried, dueAt }) };
  }
  const nextInMs = nextInSeconds === undefined ? turn * APART_MS : (nextInSeconds ?? 0) * SECOND_MS;
  const isOver = nextInSeconds === null;
  return { ...carried, dueAt: isOver ? null : new Date(now.getTime() + nextInMs) };
}

function gramsOf({ units }: Sent): number {
  return units.reduce((sum, { quantity }) => sum + quantity * UNIT_GRAMS, 0);
}
