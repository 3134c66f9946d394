import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS, AUDIENCE, type Audience, type RouteAccess } from '../audience.js';
import { Routes } from '../routes.js';

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
  return app
    .get(Routes)
    .handled()
    .map(({ method, path, controller, handler }) => {
      const declared = <T>(key: string): T | undefined =>
        reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
      return {
        route: `${method} ${path}`,
        audience: declared<Audience>(AUDIENCE) ?? 'client',
        access: declared<RouteAccess>(ACCESS) ?? null,
      };
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
