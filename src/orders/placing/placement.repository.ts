import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DedicatedConnection } from '../../platform/database/dedicated-connection.js';
import { SERVER_RUN, type CacheSnapshot } from '../../platform/live-cache/live-cache.js';
import {
  toIdRows,
  toRows,
  type DuplicateOrder,
  type KnownOrder,
  type OpenOrders,
  type Placement,
  type PlacementOutcome,
  type RequestedId,
} from './placement.js';

// The snapshot means nothing in another run of the server, to which a pooler may have moved the connection.
const OUTCOMES = `CASE WHEN ${SERVER_RUN} = $5 THEN place_orders($1, $2, $3, $4, NULL) END AS outcomes`;
const PLACE = `SELECT ${OUTCOMES}`;
/** A waiter needs up to two lock timeouts: one for the queue, one for the row. */
const LOCK_MS = 600;
const PLACE_PATIENTLY = `SELECT set_config('lock_timeout', '${LOCK_MS}', true), ${OUTCOMES}`;

interface Placed {
  /** Null if the requests were validated against another server. */
  outcomes: (PlacementOutcome & { n: number })[] | null;
}

/** Texts of a request that may have placed an order before; null: the request has no valid one. */
interface PlacedBy {
  storeOrderId: string | null;
  idempotencyKey: string | null;
}

const FIND_DUPLICATES = `
  SELECT array_to_json(find_known_orders(ARRAY(
    SELECT r FROM json_populate_recordset(NULL::order_request, $1) r
  ))) AS found`;

/** The store's id takes precedence over the key, as in find_known_orders.sql. */
const FIND_PLACED = `
  SELECT order_number AS "orderNumber", store_order_id AS "storeOrderId", status FROM (
    SELECT 1 AS rank, order_number, store_order_id, status FROM orders
      WHERE client_id = $1 AND store_order_id = $2
    UNION ALL
    SELECT 1, order_number, store_order_id, status FROM archived_orders
      WHERE client_id = $1 AND store_order_id = $2
    UNION ALL
    SELECT 2, o.order_number, o.store_order_id, o.status
      FROM idempotency_keys k JOIN orders o USING (order_number)
      WHERE k.client_id = $1 AND k.key = $3
  ) placed ORDER BY rank LIMIT 1`;

@Injectable()
export class PlacementRepository {
  /** Places orders in one call, each with its own outcome. Does not wait for locked stock levels. */
  async placeTogether(
    connection: DedicatedConnection,
    placements: readonly Placement[],
  ): Promise<PlacementOutcome[]> {
    const values = parameters(placements, { waits: false });
    const [row] = await connection.query<Placed>({ name: 'place-orders', text: PLACE, values });
    return inOrder(row, placements.length);
  }

  /** Places one order. Waits for locked stock levels. */
  async placeAlone(manager: EntityManager, placement: Placement): Promise<PlacementOutcome> {
    const values = parameters([placement], { waits: true });
    const [row] = await manager.query<(Placed & { set_config: string })[]>(PLACE_PATIENTLY, values);
    return inOrder(row, 1)[0]!;
  }

  /** Finds the orders that have these store order ids, archived or not; null for those that are free. */
  async findDuplicates(
    manager: EntityManager,
    ids: readonly RequestedId[],
  ): Promise<(DuplicateOrder | null)[]> {
    const [{ found }] = await manager.query<[{ found: (DuplicateOrder & { n: number })[] }]>(
      FIND_DUPLICATES,
      [JSON.stringify(toIdRows(ids))],
    );
    const byNumber = new Map(found.map((duplicate) => [duplicate.n, duplicate]));
    return ids.map((_, index) => byNumber.get(index + 1) ?? null);
  }

  /** Finds a client's order by its store's id, or else by the key that placed it; archived or not. */
  async findPlaced(
    manager: EntityManager,
    clientId: number,
    { storeOrderId, idempotencyKey }: PlacedBy,
  ): Promise<KnownOrder | null> {
    const [found] = await manager.query<KnownOrder[]>(FIND_PLACED, [
      clientId,
      storeOrderId,
      idempotencyKey,
    ]);
    return found ?? null;
  }

  /** Sums the units and the value of a client's unpaid orders. */
  async sumOpenOrders(manager: EntityManager, clientId: number): Promise<OpenOrders> {
    const [sums] = await manager.query<[OpenOrders]>(
      'SELECT units, value_minor AS "valueMinor" FROM sum_open_orders(ARRAY[$1::integer])',
      [clientId],
    );
    return sums;
  }
}

function parameters(placements: readonly Placement[], { waits }: { waits: boolean }): unknown[] {
  const { requests, lines } = toRows(placements);
  const { text, run } = oldestSnapshot(placements);
  return [JSON.stringify(requests), JSON.stringify(lines), text, waits, run];
}

/** Finds the oldest snapshot of a batch. Data that is unchanged since then is unchanged since the later ones, too. */
function oldestSnapshot(placements: readonly Placement[]): CacheSnapshot {
  const [oldest] = placements.map(({ snapshot }) => snapshot).sort((a, b) => a.number - b.number);
  if (oldest === undefined) throw new Error('a batch holds at least one placement');
  return oldest;
}

function inOrder(row: Placed | undefined, count: number): PlacementOutcome[] {
  if (row === undefined) throw new Error('a call of place_orders has no row');
  if (row.outcomes === null) return Array.from({ length: count }, () => ({ outcome: 'stale' }));
  const byNumber = new Map(row.outcomes.map((outcome) => [outcome.n, outcome]));
  return Array.from({ length: count }, (_, index) => byNumber.get(index + 1) ?? { outcome: 'new' });
}
