import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SandboxEvent } from './sandbox-codes.js';
import type { SandboxShipment } from './sandbox-shipment.entity.js';

const SHIPMENTS_AT_ONCE = 100;
const SHIPMENTS_SHOWN = 100;

const SHIPMENT = `
  SELECT awb, account_id AS "accountId", reference, order_number AS "orderNumber", pincode, weight_grams AS "weightGrams",
    script, step, events, is_canceled AS "isCanceled", known_at AS "knownAt", due_at AS "dueAt", created_at AS "createdAt"
  FROM sandbox_shipments`;

/** Shipments that were not picked up, although they were handed over. The sandbox knows, because it works within the service. */
const HANDED_OVER = `
  SELECT p.awb, b.handed_over_at FROM sandbox_shipments p
  JOIN courier_bookings b ON b.kind = 'sandbox' AND b.awb = p.awb AND b.state = 'handed_over'
  WHERE p.due_at IS NULL AND p.step = 0 AND NOT p.is_canceled`;

/** SQL condition: a shipment moves. */
export const HAS_MOVING_SHIPMENTS = `EXISTS (SELECT FROM sandbox_shipments WHERE due_at <= now())
  OR EXISTS (${HANDED_OVER})`;

/** What the sandbox courier carries. */
@Injectable()
export class SandboxShipmentsRepository {
  /** Finds a shipment by its reference or its AWB. */
  async find(
    manager: EntityManager,
    accountId: number,
    { reference, awb }: { reference?: string; awb?: string | null },
  ): Promise<SandboxShipment | null> {
    const [found] = await manager.query<SandboxShipment[]>(
      `${SHIPMENT} WHERE account_id = $1 AND (reference = $2 OR awb = $3)`,
      [accountId, reference ?? null, awb ?? null],
    );
    return found ?? null;
  }

  /** Stores a shipment unless there is one with its reference. */
  async insert(
    manager: EntityManager,
    shipment: Omit<
      SandboxShipment,
      'step' | 'events' | 'isCanceled' | 'knownAt' | 'dueAt' | 'createdAt'
    >,
    knownAfterSeconds: number,
  ): Promise<void> {
    const { awb, accountId, reference, orderNumber, pincode, weightGrams, script } = shipment;
    await manager.query(
      `INSERT INTO sandbox_shipments (awb, account_id, reference, order_number, pincode, weight_grams, script, known_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8)) ON CONFLICT (reference) DO NOTHING`,
      [awb, accountId, reference, orderNumber, pincode, weightGrams, script, knownAfterSeconds],
    );
  }

  /** Cancels a shipment that was not picked up. @returns false if it is on its way */
  async cancel(manager: EntityManager, awb: string): Promise<boolean> {
    const [canceled] = await manager.query<[{ awb: string }[], number]>(
      "UPDATE sandbox_shipments SET is_canceled = true, due_at = NULL WHERE awb = $1 AND events = '[]' RETURNING awb",
      [awb],
    );
    return canceled.length === 1;
  }

  /** Lets what was handed over be picked up some seconds later. */
  async startHandedOver(manager: EntityManager, pickedUpAfterSeconds: number): Promise<void> {
    await manager.query(
      `UPDATE sandbox_shipments p SET due_at = h.handed_over_at + make_interval(secs => $1)
        FROM (${HANDED_OVER}) AS h WHERE p.awb = h.awb`,
      [pickedUpAfterSeconds],
    );
  }

  /** Takes shipments with an event that is due; others that lock one are skipped. */
  async takeDue(manager: EntityManager): Promise<SandboxShipment[]> {
    return manager.query<SandboxShipment[]>(
      `${SHIPMENT} WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT ${SHIPMENTS_AT_ONCE} FOR UPDATE SKIP LOCKED`,
    );
  }

  async lock(manager: EntityManager, awb: string): Promise<SandboxShipment | null> {
    const [found] = await manager.query<SandboxShipment[]>(
      `${SHIPMENT} WHERE awb = $1 FOR UPDATE`,
      [awb],
    );
    return found ?? null;
  }

  /** Stores where a locked shipment is in its script, and the events so far. */
  async move(
    manager: EntityManager,
    awb: string,
    change: Pick<SandboxShipment, 'script' | 'step' | 'dueAt'> & { events: SandboxEvent[] },
  ): Promise<void> {
    const { script, step, dueAt, events } = change;
    await manager.query(
      'UPDATE sandbox_shipments SET script = $2, step = $3, due_at = $4, events = $5 WHERE awb = $1',
      [awb, script, step, dueAt, JSON.stringify(events)],
    );
  }

  /** Lists the newest shipments of all accounts. */
  async list(manager: EntityManager): Promise<SandboxShipment[]> {
    return manager.query<SandboxShipment[]>(
      `${SHIPMENT} ORDER BY created_at DESC, awb LIMIT ${SHIPMENTS_SHOWN}`,
    );
  }
}
