import type { Type } from '@nestjs/common';
import type { HandlerParameter } from '../nest-metadata.js';
import type {
  LaneCheck,
  LaneFilter,
  LaneGuard,
  LaneInterceptor,
  LanePipe,
  LaneRefusal,
  LaneResponder,
  LaneRoute,
  LaneSteps,
  LaneTransform,
} from './lane-enhancers.js';
import { oncePerQuery, LaneQueries, type LaneQuery } from './lane-query.js';
import type { DeclaredRoute } from './declared-routes.js';
import { readerOf } from '../input/request-value.js';
import type { HeaderSink } from '../header-sink.js';
import { JSON_TYPE } from '../representation/representation.js';
import { declaredFields } from '../input/unknown-fields.js';
import type { TrackedRequest } from '../request-context.js';

/** A lane route that is ready to run: each guard, pipe, interceptor and filter in its form for lane routes. */
export interface BoundRoute {
  method: LaneRoute['method'];
  path: string;
  checks: readonly LaneCheck[];
  /** Steps of interceptors before the parameters are read. */
  before: readonly NonNullable<LaneSteps['before']>[];
  queries: LaneQueries;
  /** One for each parameter of the handler, in the order in which they are read. */
  parameters: readonly { index: number; bind: ParameterBinding }[];
  handle: (...args: unknown[]) => unknown;
  respond: LaneResponder;
  /** Steps of interceptors that replace errors of pipes and the handler. */
  explain: readonly NonNullable<LaneSteps['explain']>[];
  refuse: LaneRefusal;
}

/** Function that returns the value of a parameter, or a promise of it. @throws AppError of a pipe that refuses it */
export type ParameterBinding = (
  request: TrackedRequest,
  inUrl: { key: string; query: LaneQuery },
  headers: HeaderSink,
) => unknown;

/** A bound route, or the reasons why it cannot be a lane route. */
export type Binding = { route: BoundRoute; problems: [] } | { route: null; problems: string[] };

/** Binds a route to the forms that its enhancers offer; a problem is an enhancer that would not run. */
export function bindRoute(declared: DeclaredRoute): Binding {
  const problems = [...declared.others];
  const guards = offering<LaneGuard>('guard', 'forLaneRoute', declared, problems);
  const interceptors = offering<LaneInterceptor>('interceptor', 'forLaneRoute', declared, problems);
  const filters = offering<LaneFilter>('filter', 'forLaneRoute', declared, problems);
  const pipes = offering<LanePipe>('pipe', 'forLaneParameter', declared, problems);
  const steps = interceptors.map((interceptor) => interceptor.forLaneRoute(declared));
  const responders = steps.flatMap(({ respond }) => respond ?? []);
  if (declared.method === 'POST') responders.push(jsonResponder(declared.status));
  else if (declared.status !== 200) problems.push('@HttpCode()');
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
  const [respond] = responders;
  const [filter] = filters;
  if (responders.length !== 1) problems.push(`${responders.length} interceptors that respond`);
  if (filters.length !== 1) problems.push(`${filters.length} filters that catch everything`);
  if (problems.length > 0 || respond === undefined || filter === undefined) {
    return { route: null, problems };
  }
  const { method, path, handler, instance } = declared;
  return {
    problems: [],
    route: {
      method,
      path,
      checks: guards.map((guard) => guard.forLaneRoute(declared)),
      before: steps.flatMap(({ before }) => before ?? []),
      queries: new LaneQueries(new Set(declared.parameters.flatMap(queryNames))),
      parameters,
      handle: handler.bind(instance) as BoundRoute['handle'],
      respond,
      // The inner interceptor first, as in Nest.
      explain: steps.flatMap(({ explain }) => explain ?? []).reverse(),
      refuse: filter.forLaneRoute(declared),
    },
  };
}

/** Returns the enhancers of a kind; one that does not support lane routes is reported as a problem. */
function offering<Enhancer extends object>(
  kind: keyof DeclaredRoute['enhancers'],
  form: keyof Enhancer & string,
  { enhancers }: DeclaredRoute,
  problems: string[],
): Enhancer[] {
  return enhancers[kind].filter((enhancer): enhancer is Enhancer => {
    const offers = offersForm<Enhancer>(enhancer, form);
    if (!offers) problems.push(`${kind} ${nameOf(enhancer)}, which has no ${form}()`);
    return offers;
  });
}

function bindParameter(
  { index, source, factory, metadata, pipes: own }: HandlerParameter,
  pipes: readonly LanePipe[],
  route: DeclaredRoute,
  problems: string[],
): ParameterBinding {
  const transforms: LaneTransform[] = [];
  for (const pipe of [...pipes, ...own]) {
    if (!offersForm<LanePipe>(pipe, 'forLaneParameter')) {
      problems.push(`pipe ${nameOf(pipe)} of parameter ${index}, which has no forLaneParameter()`);
      continue;
    }
    const transform = pipe.forLaneParameter(metadata, route);
    if (transform !== null) transforms.push(transform);
  }
  const read = factory === undefined ? undefined : readerOf(factory);
  if (source === 'custom' && read !== undefined) {
    return (request, _, headers) => applied(transforms, read(request, headers), headers);
  }
  if (source === 'param' && route.path.includes(`:${metadata.data}`)) {
    return (_, { key }, headers) => applied(transforms, key, headers);
  }
  if (source === 'body' && metadata.data === undefined) {
    return ({ body }, _, headers) => applied(transforms, body, headers);
  }
  if (source === 'query') {
    const { data } = metadata;
    const make = oncePerQuery((query) =>
      applied(transforms, data === undefined ? query : query[data], NO_HEADERS),
    );
    return (_, { query }) => make(query);
  }
  problems.push(
    `parameter ${index}, which is not a path key, the query, the body or a requestValue()`,
  );
  return () => undefined;
}

/** Returns the names in a query that a parameter takes. */
function queryNames({ source, metadata }: HandlerParameter): string[] {
  if (source !== 'query') return [];
  if (metadata.data !== undefined) return [metadata.data];
  const type = metadata.metatype as Type<object> | undefined;
  return type === undefined ? [] : declaredFields(type);
}

/** Refuses headers: the value of a query is computed once and reused for all requests with that query. */
const NO_HEADERS: HeaderSink = {
  setHeader(name) {
    throw new Error(
      `A pipe of a query set the header ${name}: expected a result that depends on the query alone`,
    );
  },
};

function applied(
  transforms: readonly LaneTransform[],
  value: unknown,
  headers: HeaderSink,
): unknown {
  return transforms.reduce(
    (made, transform) =>
      made instanceof Promise
        ? made.then((one) => transform(one, headers))
        : transform(made, headers),
    value,
  );
}

/** Returns a responder that sends the handler's result as JSON, as Nest does. */
function jsonResponder(status: number): LaneResponder {
  return (_, headers, found) => {
    const text = JSON.stringify(found);
    const length = Buffer.byteLength(text);
    headers.setHeader('Content-Type', JSON_TYPE);
    headers.setHeader('Content-Length', String(length));
    return { status, content: { parts: [text], length } };
  };
}

function offersForm<Enhancer>(enhancer: unknown, form: keyof Enhancer): enhancer is Enhancer {
  return (
    typeof enhancer === 'object' &&
    enhancer !== null &&
    typeof (enhancer as Record<keyof Enhancer, unknown>)[form] === 'function'
  );
}

function nameOf(enhancer: unknown): string {
  if (typeof enhancer === 'function') return enhancer.name;
  return (enhancer as object).constructor.name;
}
