import { Injectable, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { groupBy } from '../group-by.js';
import { pathOf, type RouteHandler } from './nest-metadata.js';

export interface Route {
  method: string;
  /** Such as `/api/products/:sku`. */
  path: string;
}

/** A route of a controller. */
export interface HandledRoute extends Route, RouteHandler {}

/** The routes of the service: those of all controllers, and the files that it serves. */
@Injectable()
export class Routes {
  private readonly served: Route[] = [];
  private readonly areFiles: ((path: string) => boolean)[] = [];
  private byPath: { names: Map<string, string[]>; withKeys: [RegExp, string][] } | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Adds the path of a file, or of files as `/files/*path`. GET serves them. */
  addFile(path: string): void {
    this.served.push({ method: 'GET', path });
  }

  /** Adds files that a route with `*` serves. @param isFile returns true if a file has this path */
  addFiles(isFile: (path: string) => boolean): void {
    this.areFiles.push(isFile);
  }

  /** Lists the routes of all controllers. */
  handled(): HandledRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      const controller = metatype as RouteHandler['controller'];
      const prototype = controller.prototype as Record<string, RouteHandler['handler']>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name]!;
        const found = pathOf({ controller, handler });
        if (found === null) return [];
        return { controller, handler, method: RequestMethod[found.method], path: found.path };
      });
    });
  }

  all(): Route[] {
    return [...this.handled(), ...this.served];
  }

  /**
   * Lists the methods of the routes at a path; routes with `*` do not count. A path without keys wins over one with keys:
   * `/api/orders/quote` is not an order.
   *
   * @param onlyNames true: returns none for a path with a key, which takes longer to find
   */
  methodsAt(path: string, onlyNames: boolean): string[] {
    if (this.areFiles.some((isFile) => isFile(path))) return ['GET'];
    const { names, withKeys } = (this.byPath ??= this.index());
    const named = names.get(path.replace(/(?<=.)\/$/, '').toLowerCase());
    if (named !== undefined || onlyNames) return named ?? [];
    const methods = withKeys.filter(([pattern]) => pattern.test(path)).map(([, method]) => method);
    return [...new Set(methods)];
  }

  private index(): NonNullable<Routes['byPath']> {
    const all = this.all().filter(({ path }) => !path.includes('*'));
    const names = groupBy(
      all.filter(({ path }) => !path.includes(':')),
      ({ path }) => path.toLowerCase(),
    );
    return {
      names: new Map([...names].map(([path, routes]) => [path, methodsOf(routes)])),
      withKeys: all
        .filter(({ path }) => path.includes(':'))
        .map(({ path, method }) => [patternOf(path), method]),
    };
  }
}

function methodsOf(routes: readonly Route[]): string[] {
  return [...new Set(routes.map(({ method }) => method))];
}

/** Makes the pattern of a path with keys. It compares like the router: in any case, with or without a slash at its end. */
function patternOf(path: string): RegExp {
  const pattern = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
}
