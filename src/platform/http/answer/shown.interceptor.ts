import type { ExecutionContext } from '@nestjs/common';
import { AroundInterceptor } from '../around.interceptor.js';
import { RunsInFastLane } from '../fast-lane/in-fast-lane.decorator.js';
import type { AnswerSink } from '../header-sink.js';
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
@RunsInFastLane()
class ShownInterceptor extends AroundInterceptor {
  async around(context: ExecutionContext, next: () => Promise<unknown>): Promise<unknown> {
    const shown = Reflect.getMetadata(SHOWN, context.getHandler()) as Record<
      number,
      (result: unknown) => object
    >;
    const response = context.switchToHttp().getResponse<AnswerSink>();
    const result = (await next()) as { isReplay?: boolean } | undefined;
    if (response.statusCode === 201 && result?.isReplay === true) response.statusCode = 200;
    return shown[response.statusCode]!(result);
  }
}
