import type { AnySchemaObject } from 'ajv';
import type { Response } from 'supertest';

export const DOCUMENTS: {
  readonly '/docs-json': 'store-api.json';
  readonly '/docs/admin-json': 'admin-api.json';
  readonly '/docs/dashboard-json': 'dashboard-api.json';
};

/** Parts of an answer that the documents describe. */
export type AnswerToCheck = Pick<Response, 'status' | 'headers' | 'type' | 'text' | 'body'>;

export class Contract {
  private constructor();
  static get(): Contract;
  check(method: string, path: string, response: AnswerToCheck): void;
}

export function builtDocument<T = AnySchemaObject>(file: string): T;

export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  status: 200 | 201;
}

export function operationsOf(file: string): ReadonlyMap<string, Operation>;
