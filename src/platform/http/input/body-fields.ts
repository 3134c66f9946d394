import type { ExecutionContext } from '@nestjs/common';
import { AppError } from '../errors.js';
import { hasBodyParameter } from '../nest-metadata.js';
import { ignoresUnknownFields, unknownField } from './unknown-fields.js';

/** By handler: whether the validation pipe never sees the body, and nobody may send fields. */
const refusesByHandler = new WeakMap<object, boolean>();

/**
 * Refuses the fields of a body that a route does not take. A handler without `@Body()` never reaches the validation pipe,
 * which refuses them elsewhere. Routes that ignore unknown fields ignore these, too.
 *
 * @throws AppError unknown_field
 */
export function checkBodyFields(execution: ExecutionContext, body: object): void {
  const names = Object.keys(body);
  if (names.length === 0 || !refusesFields(execution)) return;
  throw new AppError('unknown_field', { fields: names.map((name) => unknownField(name, [])) });
}

function refusesFields(execution: ExecutionContext): boolean {
  const handler = execution.getHandler();
  let refuses = refusesByHandler.get(handler);
  if (refuses === undefined) {
    const controller = execution.getClass();
    refuses = !ignoresUnknownFields(controller) && !hasBodyParameter(controller, handler.name);
    refusesByHandler.set(handler, refuses);
  }
  return refuses;
}
