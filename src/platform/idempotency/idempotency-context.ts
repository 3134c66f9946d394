import type { DataSource, EntityManager } from 'typeorm';
import { inSnapshot, inTransaction } from '../database/transaction.js';
import { requestValue } from '../http/input/request-value.js';

declare module '../http/request-context.js' {
  interface TrackedRequest {
    /** Set while a request with an Idempotency-Key is answered. */
    idempotency?: IdempotentTransaction;
  }
}

/** The transaction of a request with an Idempotency-Key. */
export interface IdempotentTransaction {
  /** Stores the key and the answer. */
  manager: EntityManager;
}

/**
 * Protects a movement of money or goods against repetition. Every service method that makes one requires it, so that no caller
 * can forget it.
 * - `unkeyed`: repeating the request moves them again, unless its reference or the new state of the order, receipt or proposal
 *   forbids it
 */
export type Idempotency = IdempotentTransaction | 'unkeyed';

/** Parameter decorator for handlers: the key of the current request. */
export const CurrentIdempotency = requestValue(
  ({ idempotency }): Idempotency => idempotency ?? 'unkeyed',
);

/** Runs `work` in a transaction; with an Idempotency-Key, in the transaction that stores the answer. */
export async function idempotentTransaction<T>(
  dataSource: DataSource,
  key: Idempotency,
  work: (manager: EntityManager) => Promise<T>,
  options: { retryOnUnique?: string } = {},
): Promise<T> {
  return inTransaction(openTransactionOf(key) ?? dataSource, work, options);
}

/** Reads the state after a request; with an Idempotency-Key, in the transaction that stores the answer. */
export async function idempotentSnapshot<T>(
  dataSource: DataSource,
  key: Idempotency,
  read: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const open = openTransactionOf(key);
  return open === null ? inSnapshot(dataSource, read) : read(open);
}

/** Returns the transaction that stores the answer to a request with an Idempotency-Key. */
export function openTransactionOf(key: Idempotency): EntityManager | null {
  return key === 'unkeyed' ? null : key.manager;
}
