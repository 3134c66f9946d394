import {
  applyDecorators,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { LIMITS } from '../config/limits.js';
import { BODY_ERRORS } from '../http/openapi/admin-docs.js';
import type { TrackedRequest } from '../http/request-context.js';
import { IdempotentRequestsService } from './idempotent-requests.service.js';

/**
 * - one transaction: the work and the answer are stored together
 * - several transactions: each part of the work is safe to repeat
 * - handler: the handler calls {@link IdempotentRequestsService} itself, because it reads the body
 */
type Answering = 'one transaction' | 'several transactions' | 'handler';

/** Metadata of handlers that store an Idempotency-Key with their answer. */
export const IDEMPOTENT = 'idempotent';

/** Error codes of a request with a body that moves money. */
export const MONEY_BODY_ERRORS = [...BODY_ERRORS, 'idempotency_mismatch'] as const;

/** Interceptor that answers repetitions of a handler that moves money; see {@link Idempotent}. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly requests: IdempotentRequestsService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const answering = this.reflector.get<Answering | undefined>(IDEMPOTENT, context.getHandler());
    if (answering === undefined || answering === 'handler') return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<TrackedRequest>();
    const content = JSON.stringify(request.body ?? {});
    const current = { request, content, response: http.getResponse<Response>() };
    const work = (): Promise<unknown> => lastValueFrom(next.handle());
    return from(
      answering === 'one transaction'
        ? this.requests.answer(current, work)
        : this.requests.answerInParts(current, work),
    );
  }
}

const OF_ANY =
  'Makes a repeated request safe for 30 days. The same key, path and body get the first answer again (header ' +
  '`Idempotent-Replayed: true`); the same key with another path or body gets 422. A refused request leaves no key.';
const OF_MONEY =
  ' A person and their tokens share keys. The key takes precedence over a `reference` in the body. With another key, or without ' +
  'one, the `reference` shows if a request is a repetition.';

/**
 * Makes a decorator for handlers that accept an `Idempotency-Key`. @param more what the document says besides; by default, of money
 */
export function Idempotent(
  answering: Answering = 'one transaction',
  more = OF_MONEY,
): MethodDecorator {
  return applyDecorators(
    SetMetadata(IDEMPOTENT, answering),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: `${OF_ANY}${more}`,
      schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength },
    }),
  );
}
