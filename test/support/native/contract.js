// Loaded once by a worker, for all of its suites: to compile the documents takes a quarter of a second of each.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** The OpenAPI documents, by their paths in the service. They are equal to those of the service, which a test checks. */
export const DOCUMENTS = {
  '/docs-json': 'store-api.json',
  '/docs/admin-json': 'admin-api.json',
  '/docs/dashboard-json': 'dashboard-api.json',
};

/** Checks answers against the OpenAPI documents: nothing may be missing or added. */
export class Contract {
  static #shared;

  /** By file, because most suites need one of the documents, and each takes a while to read. */
  #templates = new Map();
  #ajv = new Ajv({
    strict: false,
    allErrors: true,
    // Each DTO is compiled once instead of in every answer that has it, and not optimized: together half of the time.
    inlineRefs: false,
    code: { optimize: false },
  });
  #validators = new Map();
  /** By method, status and path, because most answers belong to a path that was requested before. */
  #validatorsOfAnswers = new Map();

  /** Reads the contract of every application of a worker. */
  static get() {
    const shared = (Contract.#shared ??= new Contract());
    // Paths have ids of one suite.
    shared.#validatorsOfAnswers.clear();
    return shared;
  }

  constructor() {
    addFormats.default(this.#ajv);
  }

  /** Throws unless a document describes this answer of this operation. */
  check(method, path, response) {
    if (this.#isDocumentedFile(method, path, response)) return;
    // Not with expect(), which is slow: suites check tens of thousands of answers.
    const isEmpty = response.status === (method === 'options' ? 204 : 304);
    const type = isEmpty ? '' : 'application/json';
    const isWellFormed = response.headers['x-request-id'] !== undefined && response.type === type;
    if (!isWellFormed || (isEmpty && response.text !== '')) {
      throw new Error(
        `${method} ${path} ${response.status}: ${JSON.stringify(response.headers)}\n${response.text}`,
      );
    }
    if (isEmpty) return;
    const answer = `${method} ${response.status} ${path}`;
    const validate =
      this.#validatorsOfAnswers.get(answer) ??
      this.#validator(this.#pointerTo(method, path, response.status));
    this.#validatorsOfAnswers.set(answer, validate);
    if (!validate(response.body)) {
      throw new Error(
        `${method} ${path} ${response.status}: ${this.#ajv.errorsText(validate.errors)}\n${response.text}`,
      );
    }
  }

  /** Returns true if an answer is a file with the media type of the operation. */
  #isDocumentedFile(method, path, response) {
    const { status, headers, type } = response;
    if (type === 'application/json' || headers['x-request-id'] === undefined) return false;
    const { template } = this.#templateOf(path);
    return template?.operations[method]?.responses[status]?.content?.[type] !== undefined;
  }

  #templateOf(path) {
    const pathname = path.replace(/\?.*/, '');
    const file = fileOf(pathname);
    return {
      file,
      template: this.#templatesOf(file).find(({ pattern }) => pattern.test(pathname)),
    };
  }

  #pointerTo(method, path, status) {
    const { file, template } = this.#templateOf(path);
    const operation = template?.operations[method];
    // What no operation was reached for has the error shape all the same.
    if (template === undefined || operation === undefined) {
      return `${file}#/components/schemas/ErrorDto`;
    }
    if (operation.responses[status] === undefined) {
      throw new Error(`the document has no ${status} of ${method} ${template.path}`);
    }
    const escaped = template.path.replaceAll('~', '~0').replaceAll('/', '~1');
    return `${file}#/paths/${encodeURI(escaped)}/${method}/responses/${status}/content/application~1json/schema`;
  }

  #templatesOf(file) {
    const known = this.#templates.get(file);
    if (known !== undefined) return known;
    const document = builtDocument(file);
    close(document);
    const { paths, components } = document;
    // Each on its own: a schema of one document may differ from that of the same name in another.
    this.#ajv.addSchema({ paths, components }, file);
    const templates = Object.entries(paths)
      .map(([path, operations]) => ({
        path,
        operations,
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      }))
      // `/invitations/look` before `/invitations/{id}`.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
    this.#templates.set(file, templates);
    return templates;
  }

  #validator(pointer) {
    const known = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: pointer });
    this.#validators.set(pointer, known);
    return known;
  }
}

/** Reads a document of the build. Making it from the code would take a second in each suite. */
export function builtDocument(file) {
  const url = new URL(`../../../dist/openapi/${file}`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

const operations = new Map();

/** Finds the operations of a document of the build, by their ids. */
export function operationsOf(file) {
  const known = operations.get(file);
  if (known !== undefined) return known;
  const all = Object.entries(builtDocument(file).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => [
      operationId,
      { method, path, status: '201' in responses ? 201 : 200 },
    ]),
  );
  operations.set(file, new Map(all));
  return operations.get(file);
}

/** Finds the document that contains a path, or the one of the Store API if none does. */
function fileOf(pathname) {
  if (/^\/admin\b/i.test(pathname)) return DOCUMENTS['/docs/admin-json'];
  return DOCUMENTS[/^\/dashboard\b/i.test(pathname) ? '/docs/dashboard-json' : '/docs-json'];
}

/** Adds `additionalProperties: false` wherever properties are listed. */
function close(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) close(item);
  if ('properties' in value && value.type === 'object') value.additionalProperties = false;
}
