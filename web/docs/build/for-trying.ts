import type { OpenAPIObject } from '@nestjs/swagger';
import { TRIED_ORDER_ID } from '../client/tried-order-id.js';
import { DOMAIN_HEADER } from './contract.js';

interface Parameter {
  name: string;
  in: string;
  description?: string;
  example?: unknown;
  schema?: { example?: unknown };
}

/**
 * Changes a document for Swagger UI, which fills in every example when a call is tried, also the same `Idempotency-Key` each time:
 * - the examples of optional parameters move to the descriptions
 * - the parameter for the domain is removed, because Authorize asks for the domain
 */
export function makeForTrying(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as { parameters?: Parameter[] }[]) {
      operation.parameters = operation.parameters?.filter(({ name }) => name !== DOMAIN_HEADER);
      operation.parameters?.forEach(moveExample);
    }
  }
  const place = document.paths['/api/orders']?.post;
  if (place !== undefined) {
    for (const { value } of Object.values(examplesOf(place))) value.store_order_id = TRIED_ORDER_ID;
    place.description = `${place.description}\n\nHere, each try is a new order: a \`store_order_id\` that begins with \`TRY-\` is replaced when it has been sent before.`;
  }
}

/** Finds the examples of the body of an operation. */
function examplesOf({ requestBody = {} }: { requestBody?: object }): Record<string, Example> {
  const { content } = requestBody as { content?: Record<string, { examples?: object }> };
  return (content?.['application/json']?.examples ?? {}) as Record<string, Example>;
}

interface Example {
  value: Record<string, unknown>;
}

function moveExample(parameter: Parameter): void {
  if (parameter.name === 'order_number') parameter.example = TRIED_ORDER_ID;
  if (parameter.in === 'path') return;
  const example = parameter.example ?? parameter.schema?.example;
  delete parameter.example;
  delete parameter.schema?.example;
  if (example === undefined) return;
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  parameter.description = [parameter.description, `Example: \`${text}\`.`]
    .filter(Boolean)
    .join('. ');
}
