import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository, type EntityManager } from 'typeorm';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { listed, statusIsIn } from '../../orders/lifecycle/status-sql.js';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import { DeliveryFinding } from './delivery-finding.entity.js';
import { kindsOf, type FindingGroup, type FindingKind } from './finding-kinds.js';

export type NewFinding = Pick<
  DeliveryFinding,
  'kind' | 'bookingId' | 'orderId' | 'shipmentId' | 'note'
> & {
  /** When its news was received, if later news of the kind is found again. */
  receivedAt?: Date;
};

/** A finding with what a person sees of its order. */
export interface ListedFinding extends DeliveryFinding {
  orderNumber: string;
  courier: string;
  awb: string | null;
  city: string | null;
}

/** Kinds that end once the rest of the order is shipped or closed. */
const WAIT_FOR_REST: readonly FindingKind[] = ['return_waits', 'delivered_waits'];
const RESTS = `FROM delivery_findings f JOIN orders o ON o.id = f.order_id
  WHERE f.settled_at IS NULL AND f.kind IN ${listed(WAIT_FOR_REST)} AND NOT ${statusIsIn('o.status', STATUS_SETS.shippable)}`;
const RECEIVED = `f.settled_at IS NULL AND f.kind = 'returned' AND ${statusIsIn('o.status', STATUS_SETS.refundable)}`;

@Injectable()
export class DeliveryFindingsRepository {
  constructor(
    @InjectRepository(DeliveryFinding) private readonly findings: Repository<DeliveryFinding>,
  ) {}

  /** Stores a finding, once for each booking, kind and news. Returns false if it was known, open or settled. */
  async open(
    manager: EntityManager,
    { kind, bookingId, orderId, shipmentId, note, receivedAt }: NewFinding,
  ): Promise<boolean> {
    const stored = await manager.query<unknown[]>(
      `INSERT INTO delivery_findings (kind, booking_id, order_id, shipment_id, note) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (booking_id, kind) DO UPDATE
          SET note = excluded.note, found_at = clock_timestamp(), settled_at = NULL, settled_by = NULL
          WHERE delivery_findings.found_at < $6::timestamptz
        RETURNING id`,
      [kind, bookingId, orderId, shipmentId, note, receivedAt ?? null],
    );
    return stored.length > 0;
  }

  /** Lists the kinds that were found of a booking, open or settled. */
  async listKinds(manager: EntityManager, bookingId: number): Promise<FindingKind[]> {
    const found = await manager
      .withRepository(this.findings)
      .find({ where: { bookingId }, select: { kind: true } });
    return found.map(({ kind }) => kind);
  }

  /** Settles open findings that later news has ended. */
  async settleKinds(
    manager: EntityManager,
    bookingId: number,
    kinds: readonly FindingKind[],
  ): Promise<void> {
    const settledAt = (): string => 'clock_timestamp()';
    await manager
      .withRepository(this.findings)
      .update({ bookingId, kind: In([...kinds]), settledAt: IsNull() }, { settledAt });
  }

  /** Settles an open finding for a person. Returns it; null: it does not exist. */
  async settle(
    manager: EntityManager,
    id: number,
    settledBy: string,
  ): Promise<DeliveryFinding | null> {
    const repository = manager.withRepository(this.findings);
    const settledAt = (): string => 'clock_timestamp()';
    await repository.update({ id, settledAt: IsNull() }, { settledAt, settledBy });
    return repository.findOneBy({ id });
  }

  /** Settles what has come back and was received. */
  async settleReceived(manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE delivery_findings f SET settled_at = clock_timestamp() FROM orders o WHERE o.id = f.order_id AND ${RECEIVED}`,
    );
  }

  /** Lists the orders whose rest is no longer awaited. */
  async listOrdersWithoutRest(manager: EntityManager, limit: number): Promise<string[]> {
    const rows = await manager.query<{ orderNumber: string }[]>(
      `SELECT DISTINCT o.order_number AS "orderNumber" ${RESTS} LIMIT $1`,
      [limit],
    );
    return rows.map(({ orderNumber }) => orderNumber);
  }

  /** Lists the open findings of a group, the latest first. */
  async list(
    manager: EntityManager,
    group: FindingGroup,
    { beforeId, limit }: NewestFirst,
  ): Promise<ListedFinding[]> {
    return manager.query(
      `SELECT f.id, f.kind, f.booking_id AS "bookingId", f.order_id AS "orderId", f.shipment_id AS "shipmentId", f.note,
          f.found_at AS "foundAt", f.settled_at AS "settledAt", f.settled_by AS "settledBy",
          o.order_number AS "orderNumber", o.shipping_city AS city, coalesce(b.courier_name, b.kind) AS courier, b.awb
        FROM delivery_findings f JOIN orders o ON o.id = f.order_id JOIN courier_bookings b ON b.id = f.booking_id
        WHERE f.settled_at IS NULL AND f.kind IN ${listed(kindsOf(group))} AND ($1::integer IS NULL OR f.id < $1)
        ORDER BY f.id DESC LIMIT $2`,
      [beforeId, limit],
    );
  }
}
