import type { OpenAPIObject } from '@nestjs/swagger';

interface Parameter {
  in: string;
  description?: string;
  example?: unknown;
  schema?: { example?: unknown };
}

/**
 * The document as Swagger UI gets it. It would fill in every example when a call is tried: all filters of a list at once, and
 * the same `Idempotency-Key` each time. So the examples of what may be left out stand in the descriptions.
 */
export function forTrying(document: OpenAPIObject): OpenAPIObject {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths)) {
    for (const { parameters = [] } of Object.values(item) as { parameters?: Parameter[] }[]) {
      for (const parameter of parameters) withoutFilling(parameter);
    }
  }
  const place = copy.paths['/api/orders']?.post;
  if (place !== undefined) {
    place.description = `${place.description}\n\nHere, each try is a new order: a \`store_order_id\` that begins with \`TRY-\` is replaced when it was sent before.`;
  }
  return copy;
}

function withoutFilling(parameter: Parameter): void {
  if (parameter.in === 'path') return;
  const example = parameter.example ?? parameter.schema?.example;
  delete parameter.example;
  delete parameter.schema?.example;
  if (example === undefined) return;
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  parameter.description = [parameter.description, `Such as \`${text}\`.`]
    .filter(Boolean)
    .join('. ');
}
