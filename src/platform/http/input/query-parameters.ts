import type { ExecutionContext, Type } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../errors.js';
import { queryTypesOf } from '../nest-metadata.js';
import { requestContext } from '../request-context.js';
import {
  declaredFields,
  ignoresUnknownFields,
  namesHeader,
  unknownField,
} from './unknown-fields.js';

/** By handler: the query parameters that it takes; null where it declares no `@Query()`. */
const knownByHandler = new WeakMap<object, readonly string[] | null>();

/**
 * Names the query parameters that a route does not know in `X-Ignored-Parameters` where it ignores them. Elsewhere
 * the validation pipe refuses them together with other faults; a route without `@Query()` never reaches that pipe, so
 * that its parameters are refused here.
 *
 * @throws AppError unknown_field
 */
export function checkQueryParameters(execution: ExecutionContext): void {
  const request = execution.switchToHttp().getRequest<Request>();
  const context = requestContext();
  if (context !== undefined) {
    context.ignoresUnknownFields = ignoresUnknownFields(execution.getClass());
  }
  const received = Object.keys(request.query);
  if (received.length === 0) return;
  const known = knownParameters(execution);
  const unknown = received.filter((name) => known?.includes(name) !== true);
  if (unknown.length === 0) return;
  if (context?.ignoresUnknownFields === true) {
    context.headers.setHeader('X-Ignored-Parameters', namesHeader(unknown));
  } else if (known === null) {
    throw new AppError('unknown_field', { fields: unknown.map((name) => unknownField(name, [])) });
  }
}

function knownParameters(execution: ExecutionContext): readonly string[] | null {
  const handler = execution.getHandler();
  let known = knownByHandler.get(handler);
  if (known === undefined) {
    knownByHandler.set(handler, (known = readKnownParameters(execution.getClass(), handler.name)));
  }
  return known;
}

function readKnownParameters(controller: Type<object>, handler: string): readonly string[] | null {
  const types = queryTypesOf(controller, handler);
  return types.length === 0 ? null : types.flatMap(declaredFields);
}
