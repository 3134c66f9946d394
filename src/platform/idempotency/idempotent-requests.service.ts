import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource, type EntityManager } from 'typeorm';
import { personOf } from '../audit/actor.js';
import { inTransaction } from '../database/transaction.js';
import { AppError } from '../http/errors.js';
import { readIdempotencyKey } from '../http/input/idempotency-key.header.js';
import { currentOrigin, type TrackedRequest } from '../http/request-context.js';
import {
  IdempotentRequestsRepository,
  type RequestKey,
  type StoredAnswer,
} from './idempotent-requests.repository.js';

/** A request with its parsed body, and the response to it. */
export interface CurrentRequest {
  request: TrackedRequest;
  /** The body, or its digest. */
  content: string;
  response: Response;
}

const MISMATCH = {
  message: 'This Idempotency-Key was used for another request; use a new one for each request.',
};

/** Answers requests that move money. A repetition with the same Idempotency-Key gets the first answer. */
@Injectable()
export class IdempotentRequestsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: IdempotentRequestsRepository,
  ) {}

  /**
   * Does the work of a request and stores its answer in one transaction. A concurrent repetition waits for this transaction.
   * - if `work` fails, nothing is stored
   * - without a key, only the work is done
   *
   * @throws AppError idempotency_mismatch, validation_failed (an invalid key)
   */
  async answer(current: CurrentRequest, work: () => Promise<unknown>): Promise<unknown> {
    const key = requestKeyOf(current);
    if (key === null) return work();
    const { request, response } = current;
    const { answer, isReplay } = await inTransaction(this.dataSource, async (manager) => {
      const known = await this.claim(manager, key);
      if (known !== null) return { answer: known, isReplay: true };
      request.idempotency = { manager };
      const made = answerOf(response, await work());
      await this.repository.putAnswer(manager, key, made);
      return { answer: made, isReplay: false };
    });
    return sent(response, answer, { isReplay });
  }

  /**
   * Answers a request of several transactions, each of them safe to repeat. The key is stored before the work, the answer after
   * it.
   * - a repetition in between does the work again
   * - two concurrent requests both get the answer of the one that ends first
   *
   * @throws AppError idempotency_mismatch, validation_failed (an invalid key)
   */
  async answerInParts(current: CurrentRequest, work: () => Promise<unknown>): Promise<unknown> {
    const key = requestKeyOf(current);
    if (key === null) return work();
    const { response } = current;
    const known = await inTransaction(this.dataSource, (manager) => this.claim(manager, key));
    if (known !== null) return sent(response, known, { isReplay: true });
    const made = await this.answerOrRelease(key, response, work);
    const first = await inTransaction(this.dataSource, async (manager) => {
      const earlier = await this.claim(manager, key);
      if (earlier === null) await this.repository.putAnswer(manager, key, made);
      return earlier;
    });
    return sent(response, first ?? made, { isReplay: first !== null });
  }

  /** Deletes the keys that have expired. */
  async deleteOld(): Promise<void> {
    while (await this.repository.deleteSomeOld(this.dataSource.manager));
  }

  /** Claims the key of a request. Returns the stored answer, if there is one. @throws AppError idempotency_mismatch */
  private async claim(manager: EntityManager, key: RequestKey): Promise<StoredAnswer | null> {
    const { requestHash, answer } = await this.repository.claim(manager, key);
    if (!requestHash.equals(key.requestHash)) throw new AppError('idempotency_mismatch', MISMATCH);
    return answer;
  }

  private async answerOrRelease(
    key: RequestKey,
    response: Response,
    work: () => Promise<unknown>,
  ): Promise<StoredAnswer> {
    try {
      return answerOf(response, await work());
    } catch (error) {
      await this.repository.release(this.dataSource.manager, key);
      throw error;
    }
  }
}

function requestKeyOf({ request, content }: CurrentRequest): RequestKey | null {
  const key = readIdempotencyKey(request);
  if (key === null) return null;
  const caller = personOf(currentOrigin().actor);
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n${content}`);
  return { caller, key, requestHash: hash.digest() };
}

function answerOf({ statusCode: status }: Response, body: unknown): StoredAnswer {
  return { status, body: JSON.stringify(body) };
}

/** Sets the status and the headers of an answer, and returns its body. */
function sent(
  response: Response,
  { status, body }: StoredAnswer,
  { isReplay }: { isReplay: boolean },
): unknown {
  response.status(status);
  if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
  return JSON.parse(body);
}
