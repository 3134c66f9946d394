import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { catchError, type Observable } from 'rxjs';
import { AppError } from './errors.js';
import type { TrackedRequest } from './request-context.js';

/**
 * Interceptor that adds details to the 422 of an invalid body, such as what an earlier request did. A client may have edited
 * the body after an answer was lost.
 */
export abstract class InvalidBodyInterceptor implements NestInterceptor {
  abstract complete(refusal: AppError, request: TrackedRequest): Promise<AppError>;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError(async (thrown) => {
        if (!(thrown instanceof AppError) || thrown.code !== 'validation_failed') throw thrown;
        throw await this.complete(thrown, context.switchToHttp().getRequest());
      }),
    );
  }
}
