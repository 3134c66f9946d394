import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AppError } from './errors.js';
import type { TrackedRequest } from './request-context.js';

/** Interceptor written as one function around the handler; the fast lane, which has no Observables, calls it as well. */
export abstract class AroundInterceptor implements NestInterceptor {
  /**
   * Answers a request.
   *
   * @param next runs the inner interceptors, the pipes and the handler
   */
  abstract around(context: ExecutionContext, next: () => Promise<unknown>): Promise<unknown>;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.around(context, () => lastValueFrom(next.handle())));
  }
}

/**
 * Interceptor that completes the 422 of an invalid body, such as with what an earlier request did: the body was edited after an answer
 * was lost.
 */
export abstract class InvalidBodyInterceptor extends AroundInterceptor {
  abstract complete(refusal: AppError, request: TrackedRequest): Promise<AppError>;

  async around(context: ExecutionContext, next: () => Promise<unknown>): Promise<unknown> {
    try {
      return await next();
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'validation_failed') throw thrown;
      throw await this.complete(thrown, context.switchToHttp().getRequest());
    }
  }
}
