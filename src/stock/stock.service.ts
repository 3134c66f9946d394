import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StockKey, StockQuantity } from './stock-key.js';
import { StockRepository } from './stock.repository.js';

/** A level of which less can be sold than was wanted. */
export interface Shortage extends StockKey {
  requested: number;
  available: number;
}

/** Moves pieces; every method works inside the caller's transaction. */
@Injectable()
export class StockService {
  constructor(private readonly repository: StockRepository) {}

  /** Reserves all of the quantities, or none and says what is short. */
  async reserve(manager: EntityManager, quantities: readonly StockQuantity[]): Promise<Shortage[]> {
    const wanted = summed(quantities);
    const levels = new Map(
      (await this.repository.lock(manager, wanted)).map((level) => [mapKey(level), level]),
    );
    const shortages = wanted.flatMap(({ productId, variationKey, quantity }) => {
      const level = levels.get(mapKey({ productId, variationKey }));
      const available = level === undefined ? 0 : level.onHand - level.reserved;
      return available < quantity
        ? [{ productId, variationKey, requested: quantity, available }]
        : [];
    });
    if (shortages.length === 0) {
      assertAll(await this.repository.reserve(manager, wanted), wanted, 'reserve');
    }
    return shortages;
  }

  /** Gives reserved pieces back for sale. */
  async release(manager: EntityManager, quantities: readonly StockQuantity[]): Promise<void> {
    const wanted = summed(quantities);
    await this.repository.lock(manager, wanted);
    assertAll(await this.repository.release(manager, wanted), wanted, 'release');
  }

  /** Takes reserved pieces out of the warehouse for an order. */
  async ship(
    manager: EntityManager,
    orderId: number,
    quantities: readonly StockQuantity[],
  ): Promise<void> {
    const wanted = summed(quantities);
    await this.repository.lock(manager, wanted);
    assertAll(await this.repository.takeOut(manager, wanted), wanted, 'ship');
    await this.repository.insertMovements(
      manager,
      wanted.map(({ productId, variationKey, quantity }) => ({
        productId,
        variationKey,
        delta: -quantity,
        reason: 'shipped',
        orderId,
      })),
    );
  }

  /**
   * Sets what is on hand, making levels that are not there yet.
   *
   * @returns the levels that were left as they are, since more is reserved of them
   */
  async setOnHand(
    manager: EntityManager,
    quantities: readonly StockQuantity[],
    reason: string,
  ): Promise<StockKey[]> {
    await this.repository.ensureLevels(manager, quantities);
    const levels = new Map(
      (await this.repository.lock(manager, quantities)).map((level) => [mapKey(level), level]),
    );
    const changes = quantities.map((level) => ({
      ...level,
      reserved: levels.get(mapKey(level))?.reserved ?? 0,
      delta: level.quantity - (levels.get(mapKey(level))?.onHand ?? 0),
    }));
    const refused = changes.filter(({ quantity, reserved }) => quantity < reserved);
    if (refused.length > 0) return refused;
    assertAll(await this.repository.setOnHand(manager, quantities), quantities, 'set');
    await this.repository.insertMovements(
      manager,
      changes
        .filter(({ delta }) => delta !== 0)
        .map(({ productId, variationKey, delta }) => ({
          productId,
          variationKey,
          delta,
          reason,
          orderId: null,
        })),
    );
    return [];
  }
}

/** One entry a level, with the sum of its quantities. */
function summed(quantities: readonly StockQuantity[]): StockQuantity[] {
  const byKey = new Map<string, StockQuantity>();
  for (const { productId, variationKey, quantity } of quantities) {
    const key = mapKey({ productId, variationKey });
    const before = byKey.get(key)?.quantity ?? 0;
    byKey.set(key, { productId, variationKey, quantity: before + quantity });
  }
  return [...byKey.values()];
}

function mapKey({ productId, variationKey }: StockKey): string {
  return `${productId}|${variationKey}`;
}

/** The levels are locked and were judged: another outcome is a broken invariant, and must not be stored. */
function assertAll(affected: number, wanted: readonly StockQuantity[], verb: string): void {
  if (affected !== wanted.length) {
    throw new Error(`could ${verb} ${affected} of ${wanted.length} stock levels only`);
  }
}
