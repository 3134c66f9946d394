import type { ExceptionFilter, PipeTransform, Type } from '@nestjs/common';
import type { AroundInterceptor } from '../around.interceptor.js';
import { declaredFields } from '../input/unknown-fields.js';
import type { HandlerParameter, RouteHandler } from '../nest-metadata.js';
import { ConditionalGetInterceptor } from '../representation/conditional-get.interceptor.js';
import { JSON_TYPE, type Content } from '../representation/representation.js';
import { runShared } from '../request-context.js';
import type { DeclaredRoute } from './declared-routes.js';
import { runsInFastLane, type LaneGuard } from './in-fast-lane.decorator.js';
import type { LaneContext, LaneResponse } from './lane-context.js';
import { LaneQueries, oncePerQuery, type LaneQuery } from './lane-query.js';

/** A lane route that is ready to run. */
export interface BoundRoute extends RouteHandler {
  method: DeclaredRoute['method'];
  path: string;
  /** Default status of the answer. */
  status: number;
  guards: readonly LaneGuard[];
  queries: LaneQueries;
  handle: Handle;
  /** Makes a handled request's result the body. */
  contentOf: (result: unknown, response: LaneResponse) => Content | null;
  filter: ExceptionFilter;
}

/** Function that runs interceptors, pipes and handler. */
type Handle = (context: LaneContext) => Promise<unknown>;

/** Function that returns the value of a parameter, or a promise of it. @throws AppError of a pipe that refuses it */
type ParameterBinding = (context: LaneContext) => unknown;

/** A bound route, or the reasons why it cannot be a lane route. */
export type Binding = { route: BoundRoute; problems: [] } | { route: null; problems: string[] };

/** Binds a route to all that Nest runs for it; a problem is something that would not run. */
export function bindRoute(declared: DeclaredRoute): Binding {
  const { method, path, status, controller, handler, enhancers } = declared;
  const problems = [...declared.others];
  const guards = marked<LaneGuard>('guard', enhancers.guard, problems);
  const interceptors = marked<AroundInterceptor>('interceptor', enhancers.interceptor, problems);
  const pipes = marked<PipeTransform>('pipe', enhancers.pipe, problems);
  const filters = marked<ExceptionFilter>('filter', enhancers.filter, problems);
  const [filter] = filters;
  const handle = bindHandler(declared, pipes, problems);
  if (filters.length !== 1) problems.push(`${filters.length} filters that catch everything`);
  if (problems.length > 0 || filter === undefined) return { route: null, problems };
  const isContent = interceptors.some((one) => one instanceof ConditionalGetInterceptor);
  return {
    problems: [],
    route: {
      method,
      path,
      status,
      controller,
      handler,
      guards,
      filter,
      queries: new LaneQueries(new Set(declared.parameters.flatMap(queryNames))),
      handle: interceptors.reduceRight<Handle>(
        (next, interceptor) => (context) => interceptor.around(context, () => next(context)),
        handle,
      ),
      contentOf: isContent ? (result) => result as Content | null : jsonContent,
    },
  };
}

/** Picks the enhancers that are marked for the lane; each other one is a problem. */
function marked<Enhancer extends object>(
  kind: string,
  enhancers: readonly unknown[],
  problems: string[],
): Enhancer[] {
  return enhancers.filter((one): one is Enhancer => {
    // A class is here only if Nest has no instance of it.
    const isClass = typeof one === 'function';
    const type = isClass ? one : (one as object).constructor;
    const isMarked = !isClass && runsInFastLane(type);
    if (!isMarked) problems.push(`${kind} ${type.name}, which is not marked as @RunsInFastLane()`);
    return isMarked;
  });
}

/** Makes a function that reads the parameters and runs the handler. */
function bindHandler(
  declared: DeclaredRoute,
  pipes: readonly PipeTransform[],
  problems: string[],
): Handle {
  // Nest starts all pipes at once: a synchronous refusal wins over the asynchronous pipe of the body.
  const parameters = [
    ...declared.parameters.filter(({ source }) => source !== 'body'),
    ...declared.parameters.filter(({ source }) => source === 'body'),
  ].map((parameter) => ({
    index: parameter.index,
    bind: bindParameter(parameter, pipes, declared, problems),
  }));
  if (parameters.length !== declared.handler.length) {
    problems.push('a parameter without decorator, or with a default');
  }
  const handler = declared.handler.bind(declared.instance) as (...args: unknown[]) => unknown;
  return async (context) => {
    const args: unknown[] = [];
    for (const { index, bind } of parameters) {
      const value = bind(context);
      args[index] = value instanceof Promise ? await value : value;
    }
    return handler(...args);
  };
}

function bindParameter(
  { index, source, factory, metadata, pipes: own }: HandlerParameter,
  general: readonly PipeTransform[],
  { path }: DeclaredRoute,
  problems: string[],
): ParameterBinding {
  const pipes = [...general, ...marked<PipeTransform>('pipe', own, problems)];
  const piped = (value: unknown): unknown =>
    pipes.reduce<unknown>(
      (made, pipe) =>
        made instanceof Promise
          ? made.then((one): unknown => pipe.transform(one, metadata))
          : pipe.transform(made, metadata),
      value,
    );
  const { data } = metadata;
  if (factory !== undefined && runsInFastLane(factory)) {
    return (context) => piped(factory(data, context));
  }
  if (source === 'param' && path.includes(`:${data}`)) return ({ inUrl }) => piped(inUrl.key);
  if (source === 'body' && data === undefined) return ({ request }) => piped(request.body);
  if (source === 'query') {
    const read = (query: LaneQuery): unknown => piped(data === undefined ? query : query[data]);
    // All requests with the same query get this value, so no request's context may have a part in it.
    const make = oncePerQuery((query) => runShared(() => read(query)));
    return ({ inUrl }) => make(inUrl.query);
  }
  problems.push(
    `parameter ${index}, which is not a path key, the query, the body or a requestValue()`,
  );
  return () => undefined;
}

/** Lists the names in a query that a parameter takes. */
function queryNames({ source, metadata }: HandlerParameter): string[] {
  if (source !== 'query') return [];
  if (metadata.data !== undefined) return [metadata.data];
  const type = metadata.metatype as Type<object> | undefined;
  return type === undefined ? [] : declaredFields(type);
}

/** Writes a handler's result as JSON, as Nest sends it. */
function jsonContent(result: unknown, response: LaneResponse): Content {
  const text = JSON.stringify(result);
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', String(length));
  return { parts: [text], length };
}
