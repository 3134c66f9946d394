import type { ArgumentMetadata, ExecutionContext, RequestMethod, Type } from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  METHOD_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import { oncePerObject } from './representation/representation.js';

// Internal to Nest, as it says itself. It publishes no way to ask for the path and the parameters of a handler, but for a graph of the
// application that takes a tenth of the start to make. This file alone reads the metadata that Nest's decorators leave.

/** The controller and the method that answer a route. */
export interface RouteHandler {
  controller: Type<unknown>;
  handler: (...args: never[]) => unknown;
}

/** Memoizes what `read` returns for the route of a context. */
export function oncePerRoute<T>(
  read: (route: RouteHandler) => T,
): (context: ExecutionContext) => T {
  const known = oncePerObject((controller: RouteHandler['controller']) =>
    oncePerObject((handler: RouteHandler['handler']) => read({ controller, handler })),
  );
  return (context) => known(context.getClass())(context.getHandler() as RouteHandler['handler']);
}

/** Reads the method and path of a handler, such as `/api/products/:sku`; null for a method that handles no route. */
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

interface Argument {
  source: 'query' | 'body' | 'other';
  metatype: ArgumentMetadata['metatype'];
}

/** Lists the classes of a handler's `@Query()` parameters, each a whole DTO. */
export function queryTypesOf(controller: Type<unknown>, method: string): Type<object>[] {
  return argumentsOf(controller, method)
    .filter(({ source }) => source === 'query')
    .flatMap(({ metatype }) => (metatype as Type<object> | undefined) ?? []);
}

/** Returns true if a handler has a `@Body()` parameter. */
export function hasBodyParameter(controller: Type<unknown>, method: string): boolean {
  return argumentsOf(controller, method).some(({ source }) => source === 'body');
}

function argumentsOf(controller: Type<unknown>, method: string): Argument[] {
  const found =
    metadataOf<Record<string, { index: number }>>(ROUTE_ARGS_METADATA, controller, method) ?? {};
  const types =
    metadataOf<ArgumentMetadata['metatype'][]>(
      PARAMTYPES_METADATA,
      controller.prototype as object,
      method,
    ) ?? [];
  return Object.entries(found).map(([key, { index }]) => ({
    source: sourceOf(key),
    metatype: types[index],
  }));
}

function sourceOf(key: string): Argument['source'] {
  const type = key.includes(CUSTOM_ROUTE_ARGS_METADATA) ? null : Number(key.split(':')[0]);
  if (type === Number(RouteParamtypes.QUERY)) return 'query';
  return type === Number(RouteParamtypes.BODY) ? 'body' : 'other';
}

function metadataOf<T>(key: string, target: object, property?: string): T | undefined {
  return (
    property === undefined
      ? Reflect.getMetadata(key, target)
      : Reflect.getMetadata(key, target, property)
  ) as T | undefined;
}
