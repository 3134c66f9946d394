import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InvalidBodyInterceptor } from '../../platform/http/invalid-body.interceptor.js';
import type { AppError } from '../../platform/http/errors.js';
import { textOf } from '../../platform/http/input/fields.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import type { Caller } from '../../auth/caller.js';
import { OrderValidator } from './order-validator.js';
import { knownOrderDetails } from './placement.js';
import { PlacementRepository } from './placement.repository.js';
import type { ItemProblem } from './request/order-request.js';
import { readablePart } from './request/readable-part.js';

/**
 * Interceptor that completes the 422 of an invalid body, the only one that costs a statement. It adds:
 * - the problems of the valid fields
 * - the order that an earlier request placed with this store_order_id or Idempotency-Key; without its number, the order would
 *   look refused
 */
@Injectable()
export class RefusedOrderInterceptor extends InvalidBodyInterceptor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly placements: PlacementRepository,
    private readonly validator: OrderValidator,
  ) {
    super();
  }

  async complete(
    thrown: AppError,
    { caller: known, body, headers }: TrackedRequest,
  ): Promise<AppError> {
    const caller = known!;
    const refusal = thrown.withFields(this.problemsOfRest(thrown, caller, body));
    const { store_order_id: id } = (body ?? {}) as { store_order_id?: unknown };
    const storeOrderId = textOf(typeof id === 'string' ? id.trim() : id, LIMITS.storeOrderIdLength);
    const idempotencyKey = textOf(headers['idempotency-key'], LIMITS.idempotencyKeyLength);
    if (storeOrderId === null && idempotencyKey === null) return refusal;
    const { manager } = this.dataSource;
    const placedBy = { storeOrderId, idempotencyKey };
    const placed = await this.placements.findPlaced(manager, caller.clientId, placedBy);
    return placed === null ? refusal : refusal.withDetails(knownOrderDetails(placed));
  }

  /** Lists the problems of the fields that a refusal does not name. */
  private problemsOfRest({ fields }: AppError, caller: Caller, body: unknown): ItemProblem[] {
    const refused = new Set(fields.map(({ field }) => field));
    const { items } = this.validator.validate(caller, readablePart(body, refused));
    return 'problems' in items ? items.problems.filter(({ field }) => !refused.has(field)) : [];
  }
}
