import { RequestMethod, type INestApplication } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import {
  ENHANCER_KINDS,
  enhancersOf,
  globalEnhancersOf,
  httpCodeOf,
  otherDecoratorsOf,
  parametersOf,
  pathOf,
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

/** Declarations of an initialized application. */
interface Declarations {
  discovery: DiscoveryService;
  scanner: MetadataScanner;
  modules: ModulesContainer;
  /** By kind: the enhancers that are providers, in the order in which they apply. */
  provided: Record<EnhancerKind, unknown[]>;
  /** Descriptions of global enhancers that are no providers, such as `useGlobalGuards()`, and of request-scoped ones. */
  unprovided: string[];
}

export function declarationsOf(app: INestApplication): Declarations {
  const discovery = app.get(DiscoveryService);
  const globals = globalEnhancersOf(app);
  const provided = {} as Declarations['provided'];
  const unprovided = ENHANCER_KINDS.flatMap((kind) => {
    const providers = discovery.getProviders().filter(({ subtype }) => subtype === kind);
    provided[kind] = providers.map(({ instance }): unknown => instance);
    const [instances, scoped] = globals[kind];
    const added = instances.filter((one) => !provided[kind].includes(one));
    return [
      ...added.map(
        (one) => `global ${kind} ${one.constructor.name} (not registered as a provider)`,
      ),
      ...scoped.map(({ name }) => `request-scoped global enhancer ${String(name)}`),
    ];
  });
  const [scanner, modules] = [app.get(MetadataScanner), app.get(ModulesContainer)];
  return { discovery, scanner, modules, provided, unprovided };
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
export function configuredMiddleware({ modules }: Declarations): string[] {
  const all = [...modules.values()].flatMap(({ middlewares }) => [...middlewares.values()]);
  return [...new Set(all.map(({ name }) => String(name)))];
}

function declaredRoute(
  wrapper: ControllerWrapper,
  method: string,
  { provided, unprovided }: Declarations,
): DeclaredRoute {
  const controller = wrapper.metatype as RouteHandler['controller'];
  const instance = wrapper.instance as Record<string, RouteHandler['handler']>;
  const target = { controller, handler: instance[method]! };
  const name = `${controller.name}.${method}`;
  const endpoint = endpointOf(target, name);
  return {
    ...target,
    ...endpoint,
    status: httpCodeOf(target) ?? (endpoint.method === 'POST' ? 201 : 200),
    name,
    instance,
    enhancers: Object.fromEntries(
      ENHANCER_KINDS.map((kind) => [
        kind,
        [...provided[kind], ...enhancersOf(kind, target, wrapper)],
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

/** @throws Error unless the method answers GET or POST */
function endpointOf(target: RouteHandler, name: string): Pick<DeclaredRoute, 'path' | 'method'> {
  const { path = '', method } = pathOf(target) ?? {};
  if (method === RequestMethod.GET) return { path, method: 'GET' };
  if (method === RequestMethod.POST) return { path, method: 'POST' };
  throw new Error(`@InFastLane() on ${name}: expected @Get() or @Post()`);
}
