import type { INestApplication } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, SerializedGraph } from '@nestjs/core';
import {
  ENHANCER_KINDS,
  enhancersOf,
  httpCodeOf,
  otherDecoratorsOf,
  parametersOf,
  type ControllerWrapper,
  type EnhancerKind,
  type HandlerParameter,
  type RouteHandler,
} from '../nest-metadata.js';
import { InFastLane } from './in-fast-lane.decorator.js';

/** A route that is marked as {@link InFastLane}, with all that Nest runs for it. */
export interface DeclaredRoute extends RouteHandler {
  method: 'GET' | 'POST';
  /** As `/api/products/:sku`. */
  path: string;
  /** Default status of the answer. */
  status: number;
  /** As `CatalogController.getProduct`. */
  name: string;
  /** The controller's instance. */
  instance: object;
  /** By kind: the global ones, then those of the controller, then those of the handler. */
  enhancers: Record<EnhancerKind, unknown[]>;
  parameters: HandlerParameter[];
  /** Descriptions of everything else that Nest would run, which the lane cannot. */
  others: string[];
}

/** Declarations of an initialized application that was created with `snapshot: true`. */
interface Declarations {
  discovery: DiscoveryService;
  scanner: MetadataScanner;
  graph: ReturnType<SerializedGraph['toJSON']>;
}

export function declarationsOf(app: INestApplication): Declarations {
  return {
    discovery: app.get(DiscoveryService),
    scanner: app.get(MetadataScanner),
    graph: app.get(SerializedGraph).toJSON(),
  };
}

/** Finds the lane routes. */
export function declaredRoutes(declarations: Declarations): DeclaredRoute[] {
  const { discovery, scanner } = declarations;
  return discovery.getControllers().flatMap((wrapper) =>
    scanner
      .getAllMethodNames(wrapper.metatype?.prototype as object)
      .filter(
        (method) => discovery.getMetadataByDecorator(InFastLane, wrapper, method) !== undefined,
      )
      .map((method) => declaredRoute(wrapper, method, declarations)),
  );
}

/** Lists the names of middleware that modules configure. */
export function configuredMiddleware({ graph }: Declarations): string[] {
  const names = Object.values(graph.entrypoints)
    .flat()
    .filter(({ type }) => type === 'middleware')
    .map(({ className }) => className);
  return [...new Set(names)];
}

function declaredRoute(
  wrapper: ControllerWrapper,
  method: string,
  { discovery, graph }: Declarations,
): DeclaredRoute {
  const controller = wrapper.metatype as RouteHandler['controller'];
  const instance = wrapper.instance as Record<string, RouteHandler['handler']>;
  const target = { controller, handler: instance[method]! };
  const endpoint = endpointOf(wrapper, method, graph);
  const globals = discovery.getProviders().filter(({ subtype }) => subtype !== undefined);
  const unprovided = enhancersWithoutProvider(
    graph,
    globals.map(({ id }) => id),
  );
  return {
    ...target,
    ...endpoint,
    status: httpCodeOf(target) ?? (endpoint.method === 'POST' ? 201 : 200),
    name: `${controller.name}.${method}`,
    instance,
    enhancers: Object.fromEntries(
      ENHANCER_KINDS.map((kind) => [
        kind,
        [
          ...globals.filter(({ subtype }) => subtype === kind).map((one): unknown => one.instance),
          ...enhancersOf(kind, target, wrapper),
        ],
      ]),
    ) as Record<EnhancerKind, unknown[]>,
    parameters: parametersOf(target, method, wrapper),
    others: [
      ...otherDecoratorsOf(target),
      ...unprovided,
      // A request-scoped enhancer makes the controller so, too.
      ...(unprovided.length === 0 && !wrapper.isDependencyTreeStatic()
        ? [`the request scope of ${controller.name} or of what it uses`]
        : []),
    ],
  };
}

/** @throws Error unless the method answers exactly one path, and answers GET or POST */
function endpointOf(
  { id, name }: ControllerWrapper,
  method: string,
  graph: Declarations['graph'],
): { path: string; method: DeclaredRoute['method'] } {
  const endpoints = (graph.entrypoints[id] ?? [])
    .filter(({ type, methodName }) => type === 'http-endpoint' && methodName === method)
    .map(({ metadata }) => metadata as unknown as { path: string; requestMethod: string });
  const [{ path, requestMethod } = { path: '', requestMethod: '' }, ...others] = endpoints;
  if ((requestMethod !== 'GET' && requestMethod !== 'POST') || others.length > 0) {
    throw new Error(`@InFastLane() on ${name}.${method}: expected one route, @Get() or @Post()`);
  }
  return { path, method: requestMethod };
}

/** Lists descriptions of global enhancers that are no providers, such as `useGlobalGuards()`, and of request-scoped ones. */
function enhancersWithoutProvider(
  { extras, nodes }: Declarations['graph'],
  providedIds: readonly string[],
): string[] {
  const added = extras.orphanedEnhancers.map(
    ({ subtype, ref }) => `global ${subtype} ${String(ref)} (not registered as a provider)`,
  );
  const scoped = extras.attachedEnhancers
    .filter(({ nodeId }) => !providedIds.includes(nodeId))
    .map(({ nodeId }) => `request-scoped global enhancer ${nodes[nodeId]?.label}`);
  return [...added, ...scoped];
}
