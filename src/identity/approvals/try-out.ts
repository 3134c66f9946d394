import type { EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';

export interface Recorded<T> {
  outcome: T;
  /** Returns true if no approval is needed: it is already recorded, a line of the bank proves it, or the limits allow it. */
  isSettled: () => Promise<boolean> | boolean;
  /** False if nothing was recorded, so that what waits still waits. Default: true. */
  isRecorded?: boolean;
}

/** Error that rolls back a trial run. */
class OnlyTried extends Error {}

/** Does work, and keeps it only if it is settled. @returns null: it was taken back */
export async function tryOut<T>(
  manager: EntityManager,
  work: (manager: EntityManager) => Promise<Recorded<T>>,
): Promise<Recorded<T> | null> {
  try {
    return await inTransaction(manager, async (nested) => {
      const recorded = await work(nested);
      if (!(await recorded.isSettled())) throw new OnlyTried();
      return recorded;
    });
  } catch (error) {
    if (error instanceof OnlyTried) return null;
    throw error;
  }
}
