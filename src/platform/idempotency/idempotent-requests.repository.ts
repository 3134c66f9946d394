import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import { IdempotentRequest } from './idempotent-request.entity.js';

/** A caller's Idempotency-Key, and the request that it stands for. */
export type RequestKey = Pick<IdempotentRequest, 'caller' | 'key' | 'requestHash'>;

export interface StoredAnswer {
  status: number;
  body: string;
}

const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 1_000;

@Injectable()
export class IdempotentRequestsRepository {
  constructor(
    @InjectRepository(IdempotentRequest) private readonly requests: Repository<IdempotentRequest>,
  ) {}

  /**
   * Stores the key of a request and locks it, after any other transaction that holds the lock. Returns the stored request with
   * this key.
   */
  async claim(
    manager: EntityManager,
    { caller, key, requestHash }: RequestKey,
  ): Promise<{ requestHash: Buffer; answer: StoredAnswer | null }> {
    const [stored] = await manager.query<
      Pick<IdempotentRequest, 'requestHash' | 'status' | 'body'>[]
    >(
      `INSERT INTO money_calls (caller, key, request_hash) VALUES ($1, $2, $3)
        ON CONFLICT (caller, key) DO UPDATE SET key = excluded.key
        RETURNING request_hash AS "requestHash", status, body`,
      [caller, key, requestHash],
    );
    const { status, body } = stored!;
    const answer = status === null || body === null ? null : { status, body };
    return { requestHash: stored!.requestHash, answer };
  }

  /** Stores the answer to a claimed request. */
  async putAnswer(
    manager: EntityManager,
    { caller, key }: RequestKey,
    answer: StoredAnswer,
  ): Promise<void> {
    await manager.withRepository(this.requests).update({ caller, key }, answer);
  }

  /** Deletes a claimed request that has no answer. */
  async release(manager: EntityManager, { caller, key }: RequestKey): Promise<void> {
    await manager.withRepository(this.requests).delete({ caller, key, status: IsNull() });
  }

  /** Deletes a batch of expired keys. Returns false when none are left. */
  async deleteSomeOld(manager: EntityManager): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(
      `DELETE FROM money_calls WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM money_calls WHERE created_at <= now() - make_interval(days => $1)
        LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [KEPT_DAYS, DELETED_AT_ONCE],
    );
    return count === DELETED_AT_ONCE;
  }
}
