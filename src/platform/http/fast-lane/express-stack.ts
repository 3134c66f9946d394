import type { Express } from 'express';
import { groupBy } from '../../group-by.js';
import { oncePerObject } from '../representation/representation.js';

// Express publishes no way to ask what runs before a route. This file alone reads its router's stack;
// test/store-api/fast-lane/fast-lane-verification.e2e-spec.ts fails when a middleware is not found there any more.

interface Layer {
  handle: (...args: never[]) => unknown;
  name: string;
  /** Undefined for middleware. */
  route?: { path: unknown; methods: Record<string, boolean | undefined> };
  match(path: string): unknown;
}

interface Router {
  stack: Layer[];
  /** Callbacks of `app.param()` by parameter name. */
  params: Record<string, unknown>;
}

/** Middleware and routes that Express would run before a route, except `known` functions, see {@link beforeRoute}. */
export interface BeforeRoute {
  /** Functions by their names. */
  middleware: string[];
  /** Other routes by their paths. */
  routes: string[];
  /** Lower-case keys that another route answers instead of this one's path parameter. */
  reservedKeys: ReadonlySet<string>;
}

const KEY = /:(\w+)/;
const SAMPLE_KEY = 'any-key';

/** Lists the functions that an Express application runs for requests now. */
export function handlersOf(express: Express): ReadonlySet<unknown> {
  return new Set(routerOf(express).stack.map(({ handle }) => handle));
}

/**
 * Lists what Express would run before a route.
 *
 * @param route its path is as `/api/products/:sku`, with one key at most
 * @param known functions that may run before the route
 * @throws Error when Express has no such route
 */
export function beforeRoute(
  express: Express,
  { method, path }: { method: string; path: string },
  known: ReadonlySet<unknown>,
): BeforeRoute {
  const answers = (layer: Layer): boolean => answersMethod(layer, method);
  const { stack, params } = routerOf(express);
  // Middleware for exactly this path is a route of its own, before the one of the controller.
  const own = stack.findLastIndex((layer) => answers(layer) && layer.route?.path === path);
  if (own < 0) throw new Error(`Express has no route ${method} ${path}`);
  const sample = path.replace(KEY, SAMPLE_KEY);
  const matching = stack
    .slice(0, own)
    .filter(({ handle }) => !known.has(handle))
    .filter((layer) => Boolean(layer.match(sample)));
  const key = KEY.exec(path)?.[1] ?? '';
  return {
    middleware: [
      ...matching.filter(({ route }) => route === undefined).map(({ name }) => name),
      ...(key in params ? [`of app.param('${key}')`] : []),
    ],
    routes: matching.filter(answers).map(({ route }) => String(route?.path)),
    reservedKeys: reservedKeys(
      path,
      stack.filter(answers).map(({ route }) => String(route?.path)),
    ),
  };
}

/** Methods of the routes whose paths have no key, by path in lower case. */
const methodsOfNames = oncePerObject((express: Express) => {
  const names = routerOf(express).stack.filter(({ route }) => /^[^:*]+$/.test(pathOf(route)));
  const byPath = groupBy(names, ({ route }) => pathOf(route).toLowerCase());
  return new Map([...byPath].map(([path, layers]) => [path, methodsOf(layers)]));
});

/**
 * Lists the methods of the routes at a path, but for those that answer any path below theirs. A path that is a route's own is no key
 * of another: `/api/orders/quote` is no order.
 *
 * @param onlyNames true: none for a path with a key, which takes longer to find
 */
export function methodsAt(express: Express, path: string, onlyNames: boolean): string[] {
  const named = methodsOfNames(express).get(path.replace(/(?<=.)\/$/, '').toLowerCase());
  if (named !== undefined || onlyNames) return named ?? [];
  const { stack } = routerOf(express);
  return methodsOf(
    stack.filter((layer) => /^[^*]+$/.test(pathOf(layer.route)) && layer.match(path)),
  );
}

function methodsOf(layers: readonly Layer[]): string[] {
  const methods = layers.flatMap(({ route }) => Object.keys(route?.methods ?? {}));
  return [...new Set(methods)].map((method) => method.toUpperCase());
}

/** Finds the path of a route; empty for middleware. */
function pathOf(route: Layer['route']): string {
  return route === undefined ? '' : String(route.path);
}

function routerOf(express: Express): Router {
  return express.router as unknown as Router;
}

function answersMethod({ route }: Layer, method: string): boolean {
  if (route === undefined) return false;
  return route.methods[method.toLowerCase()] === true || route.methods._all === true;
}

/** Lists keys that name another route: `new` for `/api/products/:sku` next to `/api/products/new`. */
function reservedKeys(path: string, others: readonly string[]): ReadonlySet<string> {
  const segments = path.toLowerCase().split('/');
  const at = segments.findIndex((segment) => segment.startsWith(':'));
  if (at < 0) return new Set();
  const rivals = others
    .map((other) => other.toLowerCase().split('/'))
    .filter((other) => other.length === segments.length)
    .filter((other) =>
      other.every(
        (part, index) => index === at || part === segments[index] || part.startsWith(':'),
      ),
    );
  return new Set(rivals.map((rival) => rival[at] ?? '').filter((key) => !key.startsWith(':')));
}
