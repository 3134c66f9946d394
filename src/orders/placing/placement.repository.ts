import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DedicatedConnection } from '../../platform/database/dedicated-connection.js';
import { toRows, type Placement, type PlacementOutcome } from './placement.js';

/** For how long a request with the same idempotency key is answered as the first was. */
export const IDEMPOTENCY_KEY_TTL_HOURS = 24;

const PLACE = 'SELECT place_orders($1, $2, $3, $4, $5) AS outcomes';
/** Who waits for a row behind others waits twice so long: first for its turn, then for the row. */
const LOCK_MS = 600;
const PLACE_PATIENTLY = `SELECT set_config('lock_timeout', '${LOCK_MS}', true),
  place_orders($1, $2, $3, $4, $5) AS outcomes`;

interface Placed {
  outcomes: (PlacementOutcome & { n: number })[];
}

@Injectable()
export class PlacementRepository {
  /**
   * Places orders in one call, each with an outcome of its own; stock levels that others are at are not
   * waited for.
   */
  async placeTogether(
    connection: DedicatedConnection,
    placements: readonly Placement[],
  ): Promise<PlacementOutcome[]> {
    const values = parameters(placements, { waits: false });
    const [row] = await connection.query<Placed>({ name: 'place-orders', text: PLACE, values });
    return inOrder(row, placements.length);
  }

  /** Places one order, waiting for stock levels that others are at. */
  async placeAlone(manager: EntityManager, placement: Placement): Promise<PlacementOutcome> {
    const values = parameters([placement], { waits: true });
    const [row] = await manager.query<Placed[]>(PLACE_PATIENTLY, values);
    return inOrder(row, 1)[0]!;
  }
}

function parameters(placements: readonly Placement[], { waits }: { waits: boolean }): unknown[] {
  const { requests, lines } = toRows(placements);
  return [
    JSON.stringify(requests),
    JSON.stringify(lines),
    oldestSnapshot(placements),
    waits,
    IDEMPOTENCY_KEY_TTL_HOURS,
  ];
}

/** What has not changed since the oldest snapshot of a batch has not changed since the others either. */
function oldestSnapshot(placements: readonly Placement[]): string {
  const [oldest] = placements.map(({ snapshot }) => snapshot).sort((a, b) => a.number - b.number);
  if (oldest === undefined) throw new Error('a batch holds at least one placement');
  return oldest.text;
}

function inOrder(row: Placed | undefined, count: number): PlacementOutcome[] {
  const byNumber = new Map(row?.outcomes.map((outcome) => [outcome.n, outcome]));
  return Array.from({ length: count }, (_, index) => byNumber.get(index + 1) ?? { outcome: 'new' });
}
