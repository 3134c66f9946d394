import type { StoreHeaders, TestApp } from './app.js';
import type { Test } from 'supertest';
import { Call, withQuery, type Query, type Success } from './call.js';
import { operationsOf, type Operation } from './native/contract.js';

/** The operations of a generated client, by their ids. */
type OperationsOf<Ops> = Record<keyof Ops, { args: object; result: unknown }>;

export type Id = string | number;

type IsUnion<T, U = T> = T extends U ? ([U] extends [T] ? false : true) : never;
type Ids<Args> = Args extends { path: infer P }
  ? IsUnion<keyof P> extends true
    ? [Id, Id]
    : [Id]
  : [];

/** The body of a successful answer. A client that returns errors as values wraps it. */
type Body<Result> = Result extends { response: unknown }
  ? Result extends { error: undefined; data: infer D }
    ? D
    : never
  : Result;
type DataOf<B> = B extends { data?: infer D } ? D : never;

/** Part of a successful answer that a test reads: the data, or the whole body if it has more. */
export type Answer<Result> =
  Exclude<keyof Body<Result>, 'success' | 'data'> extends never
    ? DataOf<Body<Result>>
    : Body<Result>;

/** Inputs of a call: the values in its path, then the query of a GET or DELETE, or the body. */
type Given<Args> = [...ids: Ids<Args>, sent?: object | string];

/** Fields of a body that a test need not name. */
type Defaults = object | (() => object);

/** Calls of the operations of an OpenAPI document to an instance of the service. */
export class ApiCalls<Ops extends OperationsOf<Ops>> {
  constructor(
    readonly app: TestApp,
    private readonly openapi: string,
    private readonly headers: StoreHeaders,
  ) {}

  call<N extends keyof Ops & string>(
    name: N,
    ...given: Given<Ops[N]['args']>
  ): Call<Answer<Ops[N]['result']>> {
    return this.of<N>(name)(...given);
  }

  upload<N extends keyof Ops & string>(
    name: N,
    file: string | Buffer,
    query?: Query,
  ): Call<Answer<Ops[N]['result']>> {
    const { method, path, status } = this.operation(name);
    const test = this.app.sendRaw(method, withQuery(path, query), this.headers, file, 'text/csv');
    return new Call(test, { status, read: dataOrAll });
  }

  /** Makes a function that calls an operation. The sent body has the defaults, unless a test says otherwise. */
  protected of<N extends keyof Ops & string>(
    name: N,
    defaults?: Defaults,
  ): (...given: Given<Ops[N]['args']>) => Call<Answer<Ops[N]['result']>> {
    return (...given) => new Call(this.send(name, given, defaults), this.reading(name, dataOrAll));
  }

  /** Makes a function that calls an operation and reads a part of the body. */
  protected partOf<N extends keyof Ops & string, T>(
    name: N,
    read: (body: Body<Ops[N]['result']>) => T,
  ): (...given: Given<Ops[N]['args']>) => Call<T> {
    return (...given) => new Call(this.send(name, given), this.reading(name, read));
  }

  private reading<B, T>(name: string, read: (body: B) => T): Success<T> {
    return { status: this.operation(name).status, read };
  }

  private send(name: string, given: readonly unknown[], defaults?: Defaults): Test {
    const { method, path } = this.operation(name);
    const rest = [...given];
    // SKUs and ids of stores have any characters; other ids are sent as a test writes them.
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const id = String(rest.shift());
      return /^(sku|order_number)$/.test(parameter) ? encodeURIComponent(id) : id;
    });
    const [sent] = rest as [(object | string)?];
    if (method === 'get' || method === 'delete') {
      return this.app.call(method, withQuery(filled, sent as Query), this.headers);
    }
    const test = this.app.call(method, filled, this.headers);
    const filling = typeof defaults === 'function' ? defaults() : defaults;
    const body = filling === undefined ? sent : { ...filling, ...(sent as object) };
    return body === undefined ? test : test.send(body);
  }

  private operation(name: string): Operation {
    // The generator appends a number where a name is that of an export of its own.
    return operationsOf(this.openapi).get(name.replace(/_\d$/, ''))!;
  }
}

/** Reads the data of a body, or the whole body if it has more. */
function dataOrAll(body: unknown): never {
  const { success: _, data, ...more } = body as Record<string, unknown>;
  return (Object.keys(more).length === 0 ? data : body) as never;
}
