import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BatchQueue } from '../../platform/live-cache/batch-queue.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { DedicatedConnection } from '../../platform/database/dedicated-connection.js';
import { outlastMigration } from '../../platform/database/migration-wait.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { newOrderNumber } from '../order-number.js';
import type { DuplicateOrder, Placement, PlacementOutcome, RequestedId } from './placement.js';
import { ORDER_NUMBER_UNIQUE } from '../order.entity.js';
import { PlacementRepository } from './placement.repository.js';

/** Large enough to share a commit among many, small enough to be done in milliseconds. */
const BATCH_SIZE = 64;
/** Small enough to leave most of the pool's connections free while placements wait for locks. */
const WAITERS = 4;
/**
 * Longest wait of a placement in each of the two queues. With the lock timeout, a placement that waits for a stock level is
 * answered within two and a half seconds.
 */
const WAIT_LIMIT_MS = 600;
const DRAWS = 3;
/** Maximum attempts to place an order, each with a new validation. Contention alone never causes so many failures in a row. */
export const PLACING_ATTEMPTS = 10;

/**
 * Stores placements. Waiting placements share one call and one commit on a dedicated connection, each with its own outcome.
 * - if another transaction has locked its stock level, a placement moves to a second queue
 * - it waits for the lock there, on a connection of the pool, and delays no other placement
 */
@Injectable()
export class PlacementQueue implements OnApplicationShutdown {
  private readonly connection: DedicatedConnection;
  private readonly together: BatchQueue<Placement, PlacementOutcome>;
  private readonly waiters: BatchQueue<Placement, PlacementOutcome>;
  private readonly lookUps: BatchQueue<RequestedId, DuplicateOrder | null>;
  private readonly countBatch: () => void;
  private readonly countBatched: (count: number) => void;
  private readonly countOutcome: (outcome: PlacementOutcome['outcome']) => void;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: PlacementRepository,
    metrics: Metrics,
  ) {
    this.countBatch = metrics.counter(
      'order_batches_total',
      'Calls of the database that placed the orders that waited, with one commit',
    );
    this.countBatched = metrics.counter('order_batched_total', 'Orders in these calls');
    this.countOutcome = metrics.counters(
      'order_outcomes_total',
      'What became of orders that were valid',
      'outcome',
    );
    this.connection = new DedicatedConnection(dataSource, 'placing');
    this.together = new BatchQueue((placements) => this.placeTogether(placements), {
      name: 'place orders',
      size: BATCH_SIZE,
      lanes: 1,
      waitLimitMs: WAIT_LIMIT_MS,
    });
    this.waiters = new BatchQueue((placements) => this.placeOne(placements), {
      name: 'place locked order',
      size: 1,
      lanes: WAITERS,
      waitLimitMs: WAIT_LIMIT_MS,
    });
    this.lookUps = new BatchQueue((ids) => repository.findDuplicates(dataSource.manager, ids), {
      name: 'find duplicates',
      size: BATCH_SIZE,
      lanes: 1,
      waitLimitMs: WAIT_LIMIT_MS,
    });
  }

  /** Finds the order that has a store order id, without waiting for orders that are being placed. @throws OverloadError */
  async findDuplicate(id: RequestedId): Promise<DuplicateOrder | null> {
    return this.lookUps.submit(id);
  }

  /**
   * Places an order. Waits some seconds while a migration holds a lock that it needs.
   *
   * @throws OverloadError; a fault of the database, after which it is not known whether it was placed
   */
  async place(placement: Placement): Promise<PlacementOutcome> {
    return outlastMigration(this.dataSource, async () => {
      const first = await this.together.submit(placement);
      const last = first.outcome === 'busy' ? await this.waiters.submit(placement) : first;
      this.countOutcome(last.outcome);
      return last;
    });
  }

  /** Places an order in the caller's transaction. Waits for locked stock levels. */
  async placeIn(manager: EntityManager, placement: Placement): Promise<PlacementOutcome> {
    const outcome = await this.repository.placeAlone(manager, placement);
    this.countOutcome(outcome.outcome);
    return outcome;
  }

  /** Verifies that the database keeps what it confirms. @throws what {@link DedicatedConnection.check} throws */
  async verifyDatabase(): Promise<void> {
    await this.connection.check();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }

  private async placeTogether(batch: readonly Placement[]): Promise<PlacementOutcome[]> {
    this.countBatch();
    this.countBatched(batch.length);
    return retryWithNewNumbers(batch, (placements) =>
      this.repository.placeTogether(this.connection, placements),
    );
  }

  private async placeOne(placements: readonly Placement[]): Promise<PlacementOutcome[]> {
    return retryWithNewNumbers(placements, async ([placement]) => [
      await this.repository.placeAlone(this.dataSource.manager, placement!),
    ]);
  }
}

/** Places orders. Repeats with new order numbers if a drawn number is already in use. */
async function retryWithNewNumbers(
  placements: readonly Placement[],
  place: (placements: readonly Placement[]) => Promise<PlacementOutcome[]>,
): Promise<PlacementOutcome[]> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await place(placements);
    } catch (error) {
      if (!isUniqueViolation(error, ORDER_NUMBER_UNIQUE) || draw === DRAWS) throw error;
      for (const placement of placements) placement.orderNumber = newOrderNumber();
    }
  }
}
