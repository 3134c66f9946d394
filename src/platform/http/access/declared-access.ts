import { RequestMethod, type INestApplication } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS, AUDIENCE, type Audience, type RouteAccess } from '../audience.js';
import { pathOf, type RouteHandler } from '../nest-metadata.js';

/** A route, and who may call it. */
export interface DeclaredAccess {
  /** As `POST /admin/receipts`. */
  route: string;
  audience: Audience;
  /** null: the audience says it all. */
  access: RouteAccess | null;
}

/** Lists the routes of all controllers with what their decorators declare. */
export function declaredAccess(app: INestApplication): DeclaredAccess[] {
  const reflector = app.get(Reflector);
  const scanner = app.get(MetadataScanner);
  return app
    .get(DiscoveryService)
    .getControllers()
    .flatMap(({ metatype }) => {
      const controller = metatype as RouteHandler['controller'];
      const prototype = controller.prototype as Record<string, RouteHandler['handler']>;
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name]!;
        const path = pathOf({ controller, handler });
        if (path === null) return [];
        const declared = <T>(key: string): T | undefined =>
          reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
        return {
          route: `${RequestMethod[path.method]} ${path.path}`,
          audience: declared<Audience>(AUDIENCE) ?? 'client',
          access: declared<RouteAccess>(ACCESS) ?? null,
        };
      });
    });
}

/** @throws Error for a route of the Admin API or the dashboard that does not declare who may call it: a bug */
export function assertEveryRouteHasAccess(app: INestApplication): void {
  for (const { route, audience, access } of declaredAccess(app)) {
    const isForPeople = audience === 'operator' || audience === 'user';
    if (isForPeople && access === null) throw new Error(`${route} has no @Access()`);
    if (!isForPeople && / \/(admin|dashboard\/api)(\/|$)/.test(route)) {
      throw new Error(`${route} is in no @OperatorController() or @UserController()`);
    }
  }
}
