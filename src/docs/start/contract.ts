import type { OpenAPIObject } from '@nestjs/swagger';

/** A field of a request, as the document limits it. */
interface RequestField {
  /** Dotted, with `[]` for a list's entries. */
  path: string;
  isRequired: boolean;
  /** In words, as `1 to 120 characters`. */
  limit: string;
  description: string;
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

interface Media {
  schema: Schema;
  examples: Record<string, { value: unknown }>;
}

interface Operation {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

/** The Store API's document, read for the start page: what stands there is what the document says. */
export class Contract {
  constructor(private readonly document: OpenAPIObject) {}

  /** The first example of a success. */
  answer(method: 'get' | 'post', path: string, status: number): unknown {
    return firstExample(this.operation(method, path).responses[status]?.content);
  }

  /** The first example of a request's body. */
  request(method: 'post', path: string): unknown {
    return firstExample(this.operation(method, path).requestBody?.content);
  }

  /** Every field of a request's body. */
  fields(method: 'post', path: string): RequestField[] {
    const media = this.operation(method, path).requestBody?.content['application/json'];
    return media === undefined ? [] : this.fieldsOf(media.schema, '');
  }

  private operation(method: string, path: string): Operation {
    const item = this.document.paths[path] as unknown as Record<string, Operation> | undefined;
    const operation = item?.[method];
    if (operation === undefined) throw new Error(`the document has no ${method} ${path}`);
    return operation;
  }

  private fieldsOf(schema: Schema, prefix: string): RequestField[] {
    const { properties = {}, required = [] } = this.resolved(schema);
    return Object.entries(properties).flatMap(([name, property]) => {
      const field = this.resolved(property);
      const path = `${prefix}${name}`;
      const own = {
        path,
        isRequired: required.includes(name),
        limit: limitOf(field),
        description: property.description ?? '',
      };
      const inner = field.items ?? field;
      const below = this.fieldsOf(inner, field.items === undefined ? `${path}.` : `${path}[].`);
      return own.limit === '' ? below : [own, ...below];
    });
  }

  private resolved(schema: Schema): Schema {
    const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
    if (target === undefined) return schema;
    const name = target.slice('#/components/schemas/'.length);
    return this.document.components?.schemas?.[name] as Schema;
  }
}

function firstExample(content: Record<string, Media> | undefined): unknown {
  return Object.values(content?.['application/json']?.examples ?? {})[0]?.value;
}

function limitOf(schema: Schema): string {
  const { type, minLength = 0, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const isEmail = schema.format === 'email';
  if (maxLength !== undefined) {
    const count =
      minLength > 0 ? `${minLength} to ${grouped(maxLength)}` : `up to ${grouped(maxLength)}`;
    return `${count} characters${isEmail ? ', an e-mail address' : ''}`;
  }
  if (maximum !== undefined) return `${minimum} to ${grouped(maximum)}, a whole number`;
  if (type === 'array') return `${minItems} to ${maxItems} entries`;
  return '';
}

/** A number with its thousands apart. */
export function grouped(number: number): string {
  return new Intl.NumberFormat('en').format(number);
}
