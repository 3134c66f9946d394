import { Injectable, type ExecutionContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AroundInterceptor } from '../../platform/http/around.interceptor.js';
import { AppError } from '../../platform/http/errors.js';
import { RunsInFastLane } from '../../platform/http/fast-lane/in-fast-lane.decorator.js';
import { textOf } from '../../platform/http/input/fields.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { knownOrderDetails } from './placement.js';
import { PlacementRepository } from './placement.repository.js';

/**
 * Interceptor that adds an order to the 422 of an invalid body, if an earlier request placed one with its store_order_id or its
 * Idempotency-Key: the body was edited after an answer was lost, and without the number the order would look refused. Only
 * an invalid body costs a statement.
 */
@Injectable()
@RunsInFastLane()
export class KnownOrderInterceptor extends AroundInterceptor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly placements: PlacementRepository,
  ) {
    super();
  }

  async around(context: ExecutionContext, next: () => Promise<unknown>): Promise<unknown> {
    try {
      return await next();
    } catch (thrown) {
      throw await this.explain(thrown, context.switchToHttp().getRequest<TrackedRequest>());
    }
  }

  private async explain(
    thrown: unknown,
    { caller, body, headers }: TrackedRequest,
  ): Promise<unknown> {
    const isInvalid = thrown instanceof AppError && thrown.code === 'validation_failed';
    if (!isInvalid || caller === undefined) return thrown;
    const { store_order_id: id } = (body ?? {}) as { store_order_id?: unknown };
    const storeOrderId = textOf(typeof id === 'string' ? id.trim() : id, LIMITS.storeOrderIdLength);
    const idempotencyKey = textOf(headers['idempotency-key'], LIMITS.idempotencyKeyLength);
    if (storeOrderId === null && idempotencyKey === null) return thrown;
    const { manager } = this.dataSource;
    const placedBy = { storeOrderId, idempotencyKey };
    const known = await this.placements.findPlaced(manager, caller.clientId, placedBy);
    return known === null ? thrown : thrown.withDetails(knownOrderDetails(known));
  }
}
