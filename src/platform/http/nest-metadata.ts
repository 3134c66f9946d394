import type {
  ArgumentMetadata,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
  RequestMethod,
  Type,
} from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HOST_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
  SSE_METADATA,
  VERSION_METADATA,
} from '@nestjs/common/internal';
import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import type { ParameterFactory } from './fast-lane/in-fast-lane.decorator.js';
import { oncePerObject } from './representation/representation.js';

// Nest publishes no way to ask which enhancers and parameters a handler has, but for a graph of the application that takes a tenth of the
// start to make. This file alone reads the metadata that Nest's decorators leave, and its configuration;
// test/store-api/fast-lane/fast-lane-verification.e2e-spec.ts fails when one of them is not found any more.

/** The controller and the method that answer a route. */
export interface RouteHandler {
  controller: Type<unknown>;
  handler: (...args: never[]) => unknown;
}

/**
 * Adds an interceptor to a handler, once: outermost before all others of the handler, otherwise after them. `UseInterceptors`
 * orders them by the order of the decorators.
 */
export function withInterceptor(
  interceptor: Type<NestInterceptor>,
  { isOutermost }: { isOutermost: boolean },
): MethodDecorator {
  return (_target, _key, descriptor) => {
    const handler = descriptor.value as object;
    const others = metadataOf<unknown[]>(INTERCEPTORS_METADATA, handler) ?? [];
    if (others.includes(interceptor)) return;
    const all = isOutermost ? [interceptor, ...others] : [...others, interceptor];
    Reflect.defineMetadata(INTERCEPTORS_METADATA, all, handler);
  };
}

/** Memoizes what `read` finds out about the route of a context. */
export function oncePerRoute<T>(
  read: (route: RouteHandler) => T,
): (context: ExecutionContext) => T {
  const known = oncePerObject((controller: RouteHandler['controller']) =>
    oncePerObject((handler: RouteHandler['handler']) => read({ controller, handler })),
  );
  return (context) => known(context.getClass())(context.getHandler() as RouteHandler['handler']);
}

/** Reads the method and the path of a handler, as `/api/products/:sku`; null for a method that handles no route. */
export function pathOf({
  controller,
  handler,
}: RouteHandler): { method: RequestMethod; path: string } | null {
  const method = metadataOf<RequestMethod>(METHOD_METADATA, handler);
  if (method === undefined) return null;
  const parts = [controller, handler].map((target) => metadataOf<string>(PATH_METADATA, target)!);
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return { method, path: `/${segments.join('/')}` };
}

export type ControllerWrapper = ReturnType<DiscoveryService['getControllers']>[number];

const ENHANCER_KEYS = {
  guard: GUARDS_METADATA,
  interceptor: INTERCEPTORS_METADATA,
  pipe: PIPES_METADATA,
  filter: EXCEPTION_FILTERS_METADATA,
};
export type EnhancerKind = keyof typeof ENHANCER_KEYS;
export const ENHANCER_KINDS = Object.keys(ENHANCER_KEYS) as EnhancerKind[];

/** Lists the enhancers that an application applies to all of its routes: instances, and the providers of those in request scope. */
export function globalEnhancersOf(
  app: INestApplication,
): Record<EnhancerKind, [instances: readonly object[], scoped: readonly { name: unknown }[]]> {
  const { config } = app as unknown as { config: ApplicationConfig };
  return {
    guard: [config.getGlobalGuards(), config.getGlobalRequestGuards()],
    interceptor: [config.getGlobalInterceptors(), config.getGlobalRequestInterceptors()],
    pipe: [config.getGlobalPipes(), config.getGlobalRequestPipes()],
    filter: [config.getGlobalFilters(), config.getGlobalRequestFilters()],
  };
}

/** Lists the enhancers of the controller, then those of the handler; the instances that Nest uses. */
export function enhancersOf(
  kind: EnhancerKind,
  { controller, handler }: RouteHandler,
  wrapper: ControllerWrapper,
): unknown[] {
  return [controller, handler]
    .flatMap((target) => metadataOf<unknown[]>(ENHANCER_KEYS[kind], target) ?? [])
    .map((enhancer) => instanceOf(enhancer, wrapper));
}

export interface HandlerParameter {
  index: number;
  /** Source of its value; `custom`: `factory` of one of our own decorators makes it. */
  source: 'query' | 'param' | 'body' | 'custom' | 'other';
  factory: ParameterFactory | undefined;
  /** The metadata that pipes receive. */
  metadata: ArgumentMetadata;
  /** The pipes of its decorator. */
  pipes: unknown[];
}

interface RouteArgument {
  index: number;
  data: unknown;
  factory?: ParameterFactory;
  pipes: unknown[];
  schema?: ArgumentMetadata['schema'];
}

/** Lists the parameters of a handler, in their order. */
export function parametersOf(
  { controller }: RouteHandler,
  method: string,
  wrapper: ControllerWrapper,
): HandlerParameter[] {
  return argumentsOf(controller, method)
    .map(({ source, metatype, index, data, factory, pipes, schema }) => {
      return {
        index,
        source,
        factory,
        metadata: {
          type: source === 'other' ? 'custom' : source,
          metatype,
          data: data as string | undefined,
          schema,
        },
        pipes: pipes.map((pipe) => instanceOf(pipe, wrapper)),
      };
    })
    .sort((a, b) => a.index - b.index);
}

/** Lists the classes of a handler's `@Query()` parameters, each a whole DTO. */
export function queryTypesOf(controller: Type<unknown>, method: string): Type<object>[] {
  return argumentsOf(controller, method)
    .filter(({ source }) => source === 'query')
    .flatMap(({ metatype }) => (metatype as Type<object> | undefined) ?? []);
}

/** Tells whether a handler has a `@Body()` parameter. */
export function hasBodyParameter(controller: Type<unknown>, method: string): boolean {
  return argumentsOf(controller, method).some(({ source }) => source === 'body');
}

interface TypedArgument extends RouteArgument {
  source: HandlerParameter['source'];
  metatype: ArgumentMetadata['metatype'];
}

function argumentsOf(controller: Type<unknown>, method: string): TypedArgument[] {
  const found =
    metadataOf<Record<string, RouteArgument>>(ROUTE_ARGS_METADATA, controller, method) ?? {};
  const types =
    metadataOf<ArgumentMetadata['metatype'][]>(
      PARAMTYPES_METADATA,
      controller.prototype as object,
      method,
    ) ?? [];
  return Object.entries(found).map(([key, argument]) => ({
    ...argument,
    source: sourceOf(key),
    metatype: types[argument.index],
  }));
}

const OTHER_DECORATORS: Record<string, string> = {
  [HEADERS_METADATA]: '@Header()',
  [HOST_METADATA]: 'a host',
  [REDIRECT_METADATA]: '@Redirect()',
  [RENDER_METADATA]: '@Render()',
  [SSE_METADATA]: '@Sse()',
  [VERSION_METADATA]: 'a version',
};

/** Lists the other decorators of the controller and the handler that the fast lane does not support. */
export function otherDecoratorsOf({ controller, handler }: RouteHandler): string[] {
  return Object.entries(OTHER_DECORATORS)
    .filter(([key]) =>
      [controller, handler].some((target) => metadataOf(key, target) !== undefined),
    )
    .map(([, name]) => name);
}

/** Reads the status of a handler's `@HttpCode()`, if it has one. */
export function httpCodeOf({ handler }: RouteHandler): number | undefined {
  return metadataOf<number>(HTTP_CODE_METADATA, handler);
}

function sourceOf(key: string): HandlerParameter['source'] {
  if (key.includes(CUSTOM_ROUTE_ARGS_METADATA)) return 'custom';
  const type = Number(key.split(':')[0]);
  if (type === Number(RouteParamtypes.QUERY)) return 'query';
  if (type === Number(RouteParamtypes.BODY)) return 'body';
  return type === Number(RouteParamtypes.PARAM) ? 'param' : 'other';
}

/** Finds the instance of an enhancer, which is declared as one or as a class that Nest instantiates in the module. */
function instanceOf(enhancer: unknown, { host }: ControllerWrapper): unknown {
  if (typeof enhancer !== 'function') return enhancer;
  return host?.injectables.get(enhancer)?.instance ?? enhancer;
}

function metadataOf<T>(key: string, target: object, property?: string): T | undefined {
  return (
    property === undefined
      ? Reflect.getMetadata(key, target)
      : Reflect.getMetadata(key, target, property)
  ) as T | undefined;
}
