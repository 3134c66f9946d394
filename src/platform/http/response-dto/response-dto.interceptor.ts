import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { AnswerSink } from '../header-sink.js';

/** Metadata key: how a handler's result is shown, by the status of the answer. */
const SHOWN = 'shown';

type Show = (result: never) => object;

/** Declares how the result of a handler is shown in answers with some statuses. */
export function ShownAs(statuses: readonly number[], show: Show): MethodDecorator {
  return (_target, _key, descriptor) => {
    const handler = descriptor.value as object;
    const shown = Object.fromEntries(statuses.map((status) => [status, show]));
    Reflect.defineMetadata(SHOWN, { ...shownBy(handler), ...shown }, handler);
  };
}

/**
 * Interceptor that makes the body of an answer from the handler's result, as its decorator declares. If an earlier call made
 * the result (`isReplay`), the status is 200 instead of 201.
 */
export class ShownInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const shown = shownBy(context.getHandler());
    if (shown === undefined) return next.handle();
    const response = context.switchToHttp().getResponse<AnswerSink>();
    return next.handle().pipe(
      map((result: { isReplay?: boolean } | undefined) => {
        if (response.statusCode === 201 && result?.isReplay === true) response.statusCode = 200;
        return shown[response.statusCode]!(result as never);
      }),
    );
  }
}

function shownBy(handler: object): Record<number, Show> | undefined {
  return Reflect.getMetadata(SHOWN, handler) as Record<number, Show> | undefined;
}
