import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Response } from 'supertest';
import { storeApiDocument } from '../../src/docs/docs.js';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: AnySchemaObject }> }>;
}

/** The OpenAPI document as a judge of answers: nothing missing, nothing added. */
export class Contract {
  readonly document: OpenAPIObject;
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(app: NestExpressApplication) {
    this.document = storeApiDocument(app);
    addFormats.default(this.ajv);
    this.ajv.addSchema(closed(this.document) as AnySchemaObject, 'openapi');
  }

  /** Throws unless the document describes this answer of this operation. */
  check(method: string, path: string, response: Response): void {
    expect(response.headers['x-request-id']).toBeDefined();
    const template = this.templateOf(path);
    if (response.status === 304) {
      expect(response.text).toBe('');
      return;
    }
    expect(response.type).toBe('application/json');
    // What no operation was reached for has the error shape all the same.
    const validate =
      template === undefined || (response.status === 404 && !this.has(method, template))
        ? this.validator('#/components/schemas/ErrorDto')
        : this.validator(this.pointerTo(method, template, response.status));
    if (!validate(response.body)) {
      throw new Error(
        `${method} ${path} ${response.status}: ${this.ajv.errorsText(validate.errors)}\n${response.text}`,
      );
    }
  }

  private templateOf(path: string): string | undefined {
    const pathname = path.replace(/\?.*/, '');
    return Object.keys(this.document.paths).find((template) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i').test(pathname),
    );
  }

  private has(method: string, template: string): boolean {
    return this.operation(method, template) !== undefined;
  }

  private operation(method: string, template: string): Operation | undefined {
    return (this.document.paths[template] as Record<string, Operation | undefined>)[method];
  }

  private pointerTo(method: string, template: string, status: number): string {
    const content = this.operation(method, template)?.responses[status]?.content;
    const reference = content?.['application/json']?.schema.$ref as string | undefined;
    if (reference === undefined) {
      throw new Error(`the document has no ${status} of ${method} ${template}`);
    }
    return reference;
  }

  private validator(pointer: string): ValidateFunction {
    const known = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `openapi${pointer}` });
    this.validators.set(pointer, known);
    return known;
  }
}

/** The same schemas with `additionalProperties: false` wherever properties are listed. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  return 'properties' in copy && copy.type === 'object'
    ? { ...copy, additionalProperties: false }
    : copy;
}
