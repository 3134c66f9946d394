import { Injectable, type ExecutionContext } from '@nestjs/common';
import { LIMITS } from '../../platform/config/limits.js';
import { AroundInterceptor } from '../../platform/http/around.interceptor.js';
import { AppError } from '../../platform/http/errors.js';
import { textOf } from '../../platform/http/input/fields.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { OrderReturnsService } from './order-returns.service.js';

/**
 * Interceptor that adds a return to the 422 of an invalid body, if an earlier request made one: the body was edited after an
 * answer was lost, as in `RefusedOrderInterceptor`.
 */
@Injectable()
export class KnownReturnInterceptor extends AroundInterceptor {
  constructor(private readonly returns: OrderReturnsService) {
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
    { caller, params, headers }: TrackedRequest & { params?: Record<string, unknown> },
  ): Promise<unknown> {
    const isInvalid = thrown instanceof AppError && thrown.code === 'validation_failed';
    const reference = params?.order_number;
    if (!isInvalid || caller === undefined || typeof reference !== 'string') return thrown;
    const key = textOf(headers['idempotency-key'], LIMITS.idempotencyKeyLength);
    const known = await this.returns.findKnown(caller.clientId, reference, key);
    return known === null ? thrown : thrown.withDetails(known);
  }
}
