import { Injectable } from '@nestjs/common';
import { LIMITS } from '../../platform/config/limits.js';
import { InvalidBodyInterceptor } from '../../platform/http/invalid-body.interceptor.js';
import type { AppError } from '../../platform/http/errors.js';
import { textOf } from '../../platform/http/input/fields.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { OrderReturnsService } from './order-returns.service.js';

const pathKey = new PathKeyPipe('order_not_found');

/** Interceptor that adds a return to the 422 of an invalid body, if an earlier request made one. */
@Injectable()
export class KnownReturnInterceptor extends InvalidBodyInterceptor {
  constructor(private readonly returns: OrderReturnsService) {
    super();
  }

  async complete(
    refusal: AppError,
    { caller, params, headers }: TrackedRequest & { params?: { order_number: string } },
  ): Promise<AppError> {
    const key = textOf(headers['idempotency-key'], LIMITS.idempotencyKeyLength);
    const reference = pathKey.transform(params!.order_number);
    const known = await this.returns.findKnown(caller!.clientId, reference, key);
    return known === null ? refusal : refusal.withDetails(known);
  }
}
