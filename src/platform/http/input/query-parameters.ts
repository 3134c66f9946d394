import type { ExecutionContext } from '@nestjs/common';
import { AppError } from '../errors.js';
import { oncePerRoute, queryTypesOf } from '../nest-metadata.js';
import { requestContext, type TrackedRequest } from '../request-context.js';
import {
  declaredFields,
  ignoresUnknownFields,
  namesHeader,
  unknownField,
} from './unknown-fields.js';

const rulesOf = oncePerRoute(({ controller, handler }) => {
  const types = queryTypesOf(controller, handler.name);
  return {
    ignoresUnknown: ignoresUnknownFields(controller),
    /** The parameters that the route accepts; null: it declares no `@Query()`. */
    known: types.length === 0 ? null : types.flatMap(declaredFields),
  };
});

/**
 * Reports query parameters that a route does not know. A route that ignores them names them in `X-Ignored-Parameters`.
 * - elsewhere the validation pipe refuses them together with other faults
 * - a route without `@Query()` never reaches that pipe, so its parameters are refused here
 *
 * @throws AppError unknown_field
 */
export function checkQueryParameters(execution: ExecutionContext): void {
  const { query = {} } = execution.switchToHttp().getRequest<TrackedRequest>();
  const { ignoresUnknown, known } = rulesOf(execution);
  const context = requestContext();
  if (context !== undefined) context.ignoresUnknownFields = ignoresUnknown;
  const received = Object.keys(query);
  if (received.length === 0) return;
  const unknown = received.filter((name) => known?.includes(name) !== true);
  if (unknown.length === 0) return;
  if (context?.ignoresUnknownFields === true) {
    context.headers.setHeader('X-Ignored-Parameters', namesHeader(unknown));
  } else if (known === null) {
    throw new AppError('unknown_field', { fields: unknown.map((name) => unknownField(name, [])) });
  }
}
