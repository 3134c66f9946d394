import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, type OpenAPIObject } from '@nestjs/swagger';
import { map, type Observable } from 'rxjs';
import type { TrackedRequest } from '../request-context.js';

declare module '../request-context.js' {
  interface TrackedRequest {
    /** True if amounts of money are hidden from the caller. */
    hidesAmounts?: boolean;
  }
}

/** Key in the OpenAPI document that names the permission needed to see a field. */
const NEEDS = 'x-needs-permission';

const AMOUNTS = new Set<PropertyKey>();

/** Documents a field with amounts of money; operators without the permission `prices:read` get answers without it. */
export function GuardedAmount(options: ApiPropertyOptions = {}): PropertyDecorator {
  const document = ApiProperty(Object.assign({}, options, { [NEEDS]: 'prices:read' }));
  return (target, property) => {
    AMOUNTS.add(property);
    document(target, property);
  };
}

/** Interceptor that removes the fields of {@link GuardedAmount} from answers to callers who may not see them. */
export class AmountsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { hidesAmounts } = context.switchToHttp().getRequest<TrackedRequest>();
    return hidesAmounts === true ? next.handle().pipe(map(withoutAmounts)) : next.handle();
  }
}

function withoutAmounts(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutAmounts);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([key]) => !AMOUNTS.has(key))
      .map(([key, value]) => [key, withoutAmounts(value)]),
  );
}

/** Makes the document with the fields of {@link GuardedAmount} as ones that may be missing. */
export function withOptionalAmounts(document: OpenAPIObject): OpenAPIObject {
  const copy = structuredClone(document);
  for (const schema of Object.values(copy.components?.schemas ?? {})) {
    if ('$ref' in schema || schema.required === undefined) continue;
    const { properties = {} } = schema;
    schema.required = schema.required.filter((name) => !(NEEDS in (properties[name] ?? {})));
  }
  return copy;
}

/** Makes the document of an API whose callers see every amount. */
export function withoutAmountNotes(document: OpenAPIObject): OpenAPIObject {
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (key === NEEDS ? undefined : value)),
  ) as OpenAPIObject;
}
