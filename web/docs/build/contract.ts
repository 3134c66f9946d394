import type { OpenAPIObject } from '@nestjs/swagger';
import { METHODS } from '../../../src/start/docs/documented-errors.js';

/** A field or parameter, as the document describes it. */
export interface Field {
  /** Dotted, with `[]` for a list's entries. */
  path: string;
  /** Such as `list of strings`. */
  type: string;
  isRequired: boolean;
  /** Such as `1 to 120 characters`; empty without a limit. */
  limit: string;
  description: string;
  maximum: number | undefined;
  /** The allowed values of an enumeration; empty without one. */
  values: readonly string[];
}

/** A parameter of a request. */
export interface Parameter extends Field {
  in: 'path' | 'query' | 'header';
  /** As written in a request. */
  example: string | undefined;
}

/** A request or response of the document. */
export interface Example {
  summary: string;
  value: unknown;
}

/** The answer of an operation that succeeds. */
export interface Success {
  status: number;
  headers: readonly { name: string; description: string }[];
  fields: readonly Field[];
  examples: readonly Example[];
}

/** An operation of the Store API. */
export interface Operation {
  /** Such as `placeOrder`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces, such as `/api/products/{sku}`. */
  path: string;
  tag: string;
  summary: string;
  /** In Markdown. */
  description: string;
  parameters: readonly Parameter[];
  /** Null for an operation without a body. */
  body: { fields: readonly Field[]; examples: readonly Example[] } | null;
  success: Success;
  /** Names of the schemas of body and answer. */
  schemas: { body: string | null; success: string };
}

/** A schema of the document. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  minItems?: number;
  maxItems?: number;
}

interface Media {
  schema: Schema;
  examples?: Record<string, Example>;
}

interface DocumentedOperation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Pick<Parameter, 'in'> & {
    name: string;
    example?: unknown;
    required?: boolean;
    description?: string;
    schema?: Schema;
  })[];
  requestBody?: { content: Record<string, Media | undefined> };
  responses: Record<
    string,
    {
      headers?: Record<string, { description?: string }>;
      content?: Record<string, Media | undefined>;
    }
  >;
}

/** The header with the store's domain. */
export const DOMAIN_HEADER = 'X-Client-Domain';
/** Begins each reference to a schema. */
export const SCHEMAS = '#/components/schemas/';
/** Sent with every request; the pages describe them once for all operations. */
const ACCESS_HEADERS = ['Authorization', DOMAIN_HEADER];

/** The OpenAPI document of the Store API in the form that the pages show. */
export class Contract {
  readonly operations: readonly Operation[];

  constructor(readonly document: OpenAPIObject) {
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as unknown as Record<string, DocumentedOperation>)
        .filter(([method]) => (METHODS as readonly string[]).includes(method))
        .map(([method, operation]) => this.operationOf(method, path, operation)),
    );
  }

  /** @throws Error when the document has no such operation */
  operation(id: string): Operation {
    const operation = this.operations.find((known) => known.id === id);
    if (operation === undefined) throw new Error(`The document has no operation "${id}".`);
    return operation;
  }

  /** The groups of operations, in the order of the document. */
  get tags(): readonly { name: string; description?: string }[] {
    return this.document.tags ?? [];
  }

  private operationOf(method: string, path: string, operation: DocumentedOperation): Operation {
    const { operationId, tags = [], summary = '', description = '', responses } = operation;
    const media = operation.requestBody?.content['application/json'];
    return {
      id: operationId,
      method: method.toUpperCase() as Operation['method'],
      path,
      tag: tags[0] ?? '',
      summary,
      description,
      parameters: (operation.parameters ?? [])
        .filter(({ name }) => !ACCESS_HEADERS.includes(name))
        .map(({ name, required = false, schema = {}, ...parameter }) => ({
          ...this.fieldOf(name, schema, required),
          in: parameter.in,
          description: parameter.description ?? '',
          example: exampleOf(parameter.example ?? schema.example),
        })),
      body: media === undefined ? null : this.contentOf(media),
      success: this.successOf(responses),
      schemas: {
        body: media === undefined ? null : nameOf(media),
        success: nameOf(answerOf(responses).media),
      },
    };
  }

  private successOf(responses: DocumentedOperation['responses']): Success {
    const { status, headers, media } = answerOf(responses);
    return {
      status,
      headers: Object.entries(headers).map(([name, { description = '' }]) => ({
        name,
        description,
      })),
      ...this.contentOf(media),
    };
  }

  private contentOf({ schema, examples = {} }: Media): { fields: Field[]; examples: Example[] } {
    return { fields: this.fieldsOf(schema, ''), examples: Object.values(examples) };
  }

  private fieldsOf(schema: Schema, prefix: string): Field[] {
    const { properties = {}, required = [] } = this.resolved(schema);
    return Object.entries(properties).flatMap(([name, property]) => {
      const path = `${prefix}${name}`;
      const { items } = this.resolved(property);
      return [
        this.fieldOf(path, property, required.includes(name)),
        ...this.fieldsOf(items ?? property, items === undefined ? `${path}.` : `${path}[].`),
      ];
    });
  }

  private fieldOf(path: string, property: Schema, isRequired: boolean): Field {
    const schema = this.resolved(property);
    return {
      path,
      type: isNullable(property, schema) ? `${this.typeOf(schema)} or null` : this.typeOf(schema),
      isRequired,
      limit: limitOf(schema),
      description: property.description ?? '',
      maximum: schema.maximum,
      values: (schema.enum ?? []).map(String),
    };
  }

  private typeOf(schema: Schema): string {
    const { type, format, items, additionalProperties } = schema;
    const name = [type].flat().find((alternative) => alternative !== 'null') ?? 'object';
    if (items !== undefined) return `list of ${this.typeOf(this.resolved(items))}s`;
    if (typeof additionalProperties === 'object') {
      return `object of ${this.typeOf(this.resolved(additionalProperties))}s`;
    }
    return format === 'date-time' ? 'timestamp' : name;
  }

  private resolved(schema: Schema): Schema {
    const { allOf = [], anyOf = [], oneOf = [] } = schema;
    // References with a description stand in allOf; nullable ones stand in anyOf or oneOf.
    const target = [schema, ...allOf, ...anyOf, ...oneOf].find(({ $ref }) => $ref)?.$ref;
    if (target === undefined) return schema;
    const name = target.slice(SCHEMAS.length);
    return this.document.components?.schemas?.[name] as Schema;
  }
}

/** Returns true if a value may be null: by its own schema, or by an alternative to the schema that it refers to. */
function isNullable(property: Schema, schema: Schema): boolean {
  const { anyOf = [], oneOf = [] } = property;
  return [property, schema, ...anyOf, ...oneOf].some(({ type }) => [type].flat().includes('null'));
}

/** Finds the answer of success among those of an operation. */
function answerOf(responses: DocumentedOperation['responses']): {
  status: number;
  headers: Record<string, { description?: string }>;
  media: Media;
} {
  const status = Object.keys(responses).find((known) => known.startsWith('2')) ?? '200';
  const { headers = {}, content } = responses[status] ?? {};
  return {
    status: Number(status),
    headers,
    media: content?.['application/json'] ?? { schema: {} },
  };
}

function nameOf({ schema: { $ref = '' } }: Media): string {
  return $ref.slice(SCHEMAS.length);
}

function exampleOf(example: unknown): string | undefined {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** Reads the allowed length, range or number of entries of a value; empty without one. */
export function limitOf(schema: Schema): string {
  const { minLength = 0, maxLength, minimum, maximum, items, minItems = 0, maxItems } = schema;
  const isEmail = schema.format === 'email';
  if (maxLength !== undefined) {
    const count =
      minLength > 0 ? `${minLength} to ${grouped(maxLength)}` : `up to ${grouped(maxLength)}`;
    return `${count} characters${isEmail ? ', an e-mail address' : ''}`;
  }
  if (maximum !== undefined) {
    const usual = typeof schema.default === 'number' ? `, ${schema.default} if left out` : '';
    const kind = schema.type === 'integer' ? ', a whole number' : '';
    return `${minimum} to ${grouped(maximum)}${kind}${usual}`;
  }
  return items === undefined || !maxItems ? '' : `${minItems} to ${maxItems} entries`;
}

/** Writes a number with separated thousands, such as `5,000`. */
export function grouped(number: number): string {
  return new Intl.NumberFormat('en').format(number);
}
