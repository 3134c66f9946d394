import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { withInterceptor } from '../nest-metadata.js';

/** Key of the metadata of a handler that says how its result is shown, by the status of the answer. */
const SHOWN = 'shown';

type Show = (result: never) => object;

/** Declares how the result of a handler is shown in answers with some statuses. */
export function ShownAs(statuses: readonly number[], show: Show): MethodDecorator {
  return (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const others = Reflect.getMetadata(SHOWN, handler) as Record<number, Show> | undefined;
    const shown = Object.fromEntries(statuses.map((status) => [status, show]));
    Reflect.defineMetadata(SHOWN, { ...others, ...shown }, handler);
    withInterceptor(ShownInterceptor, { isOutermost: false })(target, key, descriptor);
  };
}

/**
 * Interceptor that makes the body of an answer from what the handler returns, as its decorator declares. What an earlier call
 * made already (`isReplay`) is answered 200 instead of 201. It runs within the interceptor that stores answers of money calls.
 */
export class ShownInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const shown = Reflect.getMetadata(SHOWN, context.getHandler()) as
      | Record<number, (result: unknown) => object>
      | undefined;
    if (shown === undefined) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result: { isReplay?: boolean } | undefined) => {
        if (response.statusCode === 201 && result?.isReplay === true) response.status(200);
        return shown[response.statusCode]!(result);
      }),
    );
  }
}
