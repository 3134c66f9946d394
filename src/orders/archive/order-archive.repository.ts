import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { TIME_ZONE } from '../../platform/time-zone.js';
import type { StoredFile } from './archive-file.js';
import { isClosedBefore } from './closed-orders.js';
import { ArchivedOrder } from './archived-order.entity.js';
import { OrderArchive } from './order-archive.entity.js';

/**
 * Condition for final orders: they are closed, their money is decided, and they have no idempotency key.
 * - $1: the time before which they were closed and last changed
 */
const IS_DONE = `
  ${isClosedBefore('$1')} AND o.updated_at < $1
  AND o.order_number NOT IN (SELECT order_number FROM idempotency_keys)`;

/** All rows of an order, as one line of JSON. */
const LINES = `
  SELECT json_build_object(
      'order', to_jsonb(o),
      'items', (SELECT json_agg(to_jsonb(i) - 'order_id' ORDER BY i.line) FROM order_items i WHERE i.order_id = o.id),
      'timeline', (
        SELECT json_agg(to_jsonb(c) - 'order_id' ORDER BY c.id) FROM order_status_changes c WHERE c.order_id = o.id
      ),
      'shipments', (
        SELECT coalesce(json_agg(to_jsonb(s) - 'order_id' || jsonb_build_object('items', (
            SELECT jsonb_agg(jsonb_build_object('line', sent.line, 'quantity', sent.quantity) ORDER BY sent.line)
            FROM shipment_items sent WHERE sent.shipment_id = s.id
          ), 'progress', (
            SELECT to_jsonb(p) - 'order_id' - 'shipment_id' FROM shipment_progress p WHERE p.shipment_id = s.id
          )) ORDER BY s.id), '[]')
        FROM shipments s WHERE s.order_id = o.id
      ),
      'shipment_events', (
        SELECT coalesce(json_agg(to_jsonb(e) - 'order_id' ORDER BY e.at, e.id), '[]')
        FROM shipment_events e WHERE e.order_id = o.id
      ),
      'bookings', (
        SELECT coalesce(json_agg(to_jsonb(b) - 'order_id' - 'sent' - 'label' || jsonb_build_object('awbs', (
            SELECT jsonb_agg(to_jsonb(a) - 'booking_id' ORDER BY a.seen_at) FROM courier_awbs a WHERE a.booking_id = b.id
          )) ORDER BY b.id), '[]')
        FROM courier_bookings b WHERE b.order_id = o.id
      ),
      'delivery_failures', (
        SELECT coalesce(json_agg(to_jsonb(f) - 'order_id' ORDER BY f.id), '[]')
        FROM delivery_failures f WHERE f.order_id = o.id
      ),
      'returns', (
        SELECT coalesce(json_agg(to_jsonb(r) - 'order_id' || jsonb_build_object('items', (
            SELECT jsonb_agg(to_jsonb(back) - 'order_id' - 'return_id' ORDER BY back.line)
            FROM order_return_items back WHERE back.return_id = r.id
          )) ORDER BY r.id), '[]')
        FROM order_returns r WHERE r.order_id = o.id
      ),
      'internal_notes', (
        SELECT coalesce(json_agg(to_jsonb(n) - 'subject' ORDER BY n.id), '[]')
        FROM internal_notes n WHERE n.subject = 'order ' || o.order_number
      )
    )::text AS line
  FROM orders o WHERE o.id = ANY ($1) ORDER BY o.id`;

const KEEP = `
  INSERT INTO archived_orders (id, order_number, client_id, store_order_id, request_hash, is_test, status, payment_status,
      total_minor, shipped_units, invoiced_minor, credited_minor, created_at, closed_at, archive_number)
    SELECT id, order_number, client_id, store_order_id, request_hash, is_test, status, payment_status, total_minor,
      CASE WHEN is_test THEN 0 ELSE items.units END, documents.invoiced_minor, documents.credited_minor, created_at,
      timeline.closed_at, $2
    FROM orders o
    CROSS JOIN LATERAL (
      SELECT sum(shipped_quantity - restocked_quantity) AS units FROM order_items WHERE order_id = o.id
    ) items
    CROSS JOIN LATERAL (
      SELECT max(changed_at) AS closed_at FROM order_status_changes WHERE order_id = o.id
    ) timeline
    CROSS JOIN LATERAL order_documents(o.order_number) documents
    WHERE o.id = ANY ($1)`;

/** Sorted by their foreign keys. */
const REMOVE_PARTS = [
  'DELETE FROM order_return_items WHERE order_id = ANY ($1)',
  'DELETE FROM order_returns WHERE order_id = ANY ($1)',
  'DELETE FROM delivery_failures WHERE order_id = ANY ($1)',
  'DELETE FROM delivery_findings WHERE order_id = ANY ($1)',
  `DELETE FROM courier_awbs a USING courier_bookings b WHERE b.order_id = ANY ($1) AND a.booking_id = b.id`,
  'DELETE FROM courier_bookings WHERE order_id = ANY ($1)',
  'DELETE FROM shipment_events WHERE order_id = ANY ($1)',
  'DELETE FROM shipment_progress WHERE order_id = ANY ($1)',
  'DELETE FROM shipment_items WHERE order_id = ANY ($1)',
  'DELETE FROM shipments WHERE order_id = ANY ($1)',
  'DELETE FROM order_items WHERE order_id = ANY ($1)',
  'DELETE FROM order_status_changes WHERE order_id = ANY ($1)',
  `DELETE FROM internal_notes n USING orders o WHERE o.id = ANY ($1) AND n.subject = 'order ' || o.order_number`,
  'DELETE FROM order_assignments WHERE order_id = ANY ($1)',
];
const REMOVE_ORDERS = [
  'DELETE FROM order_positions WHERE order_id = ANY ($1)',
  'DELETE FROM orders WHERE id = ANY ($1)',
  'INSERT INTO order_search_queue (ids) VALUES ($1)',
];

/** The day from which on orders are not archived. */
export interface ArchiveLimit {
  before: Date;
  /** True if that day is old enough. */
  isPast: boolean;
}

/** The archived orders, and the files that they are in. */
@Injectable()
export class OrderArchiveRepository {
  constructor(
    @InjectRepository(OrderArchive) private readonly archives: Repository<OrderArchive>,
    @InjectRepository(ArchivedOrder) private readonly orders: Repository<ArchivedOrder>,
  ) {}

  /** Computes the beginning of a day, such as `2026-01-31`, in the shop's time zone. */
  async startOf(day: string, minDays: number): Promise<ArchiveLimit> {
    const [limit] = await this.archives.query<[ArchiveLimit]>(
      `SELECT before, before <= now() - make_interval(days => $2) AS "isPast"
        FROM (SELECT $1::timestamp AT TIME ZONE '${TIME_ZONE}' AS before) day`,
      [day, minDays],
    );
    return limit;
  }

  async count(manager: EntityManager, before: Date): Promise<number> {
    const sql = `SELECT count(*)::integer AS count FROM orders o WHERE ${IS_DONE}`;
    const [row] = await manager.query<[{ count: number }]>(sql, [before]);
    return row.count;
  }

  /** Locks the archive that a run wrote and did not publish. Another run waits until this transaction ends. */
  async lockUnpublished(manager: EntityManager): Promise<OrderArchive | null> {
    await manager.query('LOCK TABLE order_archives IN SHARE ROW EXCLUSIVE MODE');
    return manager.withRepository(this.archives).findOneBy({ isPublished: false });
  }

  async nextNumber(manager: EntityManager): Promise<number> {
    const latest = await manager.withRepository(this.archives).maximum('number');
    return (latest ?? 0) + 1;
  }

  /** Locks the oldest closed orders, skipping locked rows. Returns their ids. */
  async lockDone(manager: EntityManager, before: Date, limit: number): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(
      `SELECT o.id FROM orders o WHERE ${IS_DONE}
        ORDER BY o.created_at, o.id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [before, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Reads everything that is stored of orders, one line for each order. */
  async readLines(manager: EntityManager, ids: readonly number[]): Promise<string[]> {
    const rows = await manager.query<{ line: string }[]>(LINES, [ids]);
    return rows.map(({ line }) => `${line}\n`);
  }

  /** Removes orders that are in a file, and stores an {@link ArchivedOrder} for each. */
  async remove(
    manager: EntityManager,
    ids: readonly number[],
    archive: Pick<OrderArchive, 'number' | 'file' | 'closedBefore'> & StoredFile,
  ): Promise<void> {
    await manager.withRepository(this.archives).insert({ ...archive, orders: ids.length });
    await manager.query(KEEP, [ids, archive.number]);
    for (const sql of REMOVE_PARTS) await manager.query(sql, [ids]);
    // A numbering in progress adds positions that are not visible before it has ended.
    await manager.query('SELECT FROM feed_state FOR UPDATE');
    for (const sql of REMOVE_ORDERS) await manager.query(sql, [ids]);
  }

  /** Lists the archives that are published, the oldest first. */
  async listPublished(): Promise<OrderArchive[]> {
    return this.archives.find({ where: { isPublished: true }, order: { number: 'ASC' } });
  }

  async notePublished(manager: EntityManager, number: number): Promise<void> {
    await manager.withRepository(this.archives).update({ number }, { isPublished: true });
  }

  /** Returns those of the given numbers that belong to archived orders of a client, without test orders. */
  async listOwn(
    manager: EntityManager,
    clientId: number,
    orderNumbers: readonly string[],
  ): Promise<string[]> {
    const where = { orderNumber: In(orderNumbers), clientId, isTest: false };
    const orders = await manager
      .withRepository(this.orders)
      .find({ select: { orderNumber: true }, where });
    return orders.map(({ orderNumber }) => orderNumber);
  }

  /** Finds the archived orders of a client by the ids of its store. */
  async findByStoreIds(
    manager: EntityManager,
    clientId: number,
    storeOrderIds: readonly string[],
  ): Promise<ArchivedOrder[]> {
    const where = { clientId, storeOrderId: In(storeOrderIds) };
    return manager.withRepository(this.orders).findBy(where);
  }

  /**
   * Finds an archived order by its number or its store's id.
   *
   * @param clientId required owner of the order; null accepts any live order
   */
  async find(
    manager: EntityManager,
    reference: string,
    clientId: number | null,
  ): Promise<ArchivedOrder | null> {
    const scope = clientId === null ? { isTest: false } : { clientId };
    const byNumber = { orderNumber: reference, ...scope };
    const byStoreId = clientId === null ? [] : [{ storeOrderId: reference, clientId }];
    return manager.withRepository(this.orders).findOneBy([byNumber, ...byStoreId]);
  }
}
