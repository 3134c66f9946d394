import type { DataSource, EntityManager } from 'typeorm';
import { inSnapshot, inTransaction } from '../database/transaction.js';
import { requestValue } from '../http/input/request-value.js';

declare module '../http/request-context.js' {
  interface TrackedRequest {
    /** Set while a call with an Idempotency-Key is answered. */
    keyedTransaction?: KeyedTransaction;
  }
}

/** The transaction of a call with an Idempotency-Key. */
export interface KeyedTransaction {
  /** Stores the key and the answer. */
  manager: EntityManager;
}

/**
 * Protection of a movement of money or goods against repetition. Every service method that makes one requires it, so that no
 * caller can forget it. `unkeyed`: repeating the call moves them again, unless its reference, or the new state of the order, receipt
 * or proposal, forbids it.
 */
export type MoneyKey = KeyedTransaction | 'unkeyed';

/** Parameter decorator for handlers: the key of the current call. */
export const CallKey = requestValue(
  ({ keyedTransaction }): MoneyKey => keyedTransaction ?? 'unkeyed',
);

/** Runs `work` in a transaction; for an Idempotency-Key, in the transaction that stores its answer. */
export async function moneyTransaction<T>(
  dataSource: DataSource,
  key: MoneyKey,
  work: (manager: EntityManager) => Promise<T>,
  options: { retryOnUnique?: string } = {},
): Promise<T> {
  return inTransaction(openTransactionOf(key) ?? dataSource, work, options);
}

/** Reads the state after a call; for an Idempotency-Key, in the transaction that stores its answer. */
export async function moneySnapshot<T>(
  dataSource: DataSource,
  key: MoneyKey,
  read: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const open = openTransactionOf(key);
  return open === null ? inSnapshot(dataSource, read) : read(open);
}

/** Finds the transaction that stores the answer of a call with an Idempotency-Key. */
export function openTransactionOf(key: MoneyKey): EntityManager | null {
  return key === 'unkeyed' ? null : key.manager;
}
