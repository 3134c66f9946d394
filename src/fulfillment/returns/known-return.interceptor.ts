import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { LIMITS } from '../../platform/config/limits.js';
import { AppError } from '../../platform/http/errors.js';
import { explained } from '../../platform/http/explained.js';
import { textOf } from '../../platform/http/input/fields.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { OrderReturnsService } from './order-returns.service.js';

/**
 * Interceptor that adds a return to the 422 of an invalid body, if an earlier request made one: the body was edited after an
 * answer was lost, as in `KnownOrderInterceptor`.
 */
@Injectable()
export class KnownReturnInterceptor implements NestInterceptor {
  constructor(private readonly returns: OrderReturnsService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<TrackedRequest>();
    return explained(next, (thrown) => this.explain(thrown, request));
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
