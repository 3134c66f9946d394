import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import { bindRoute, type BoundRoute } from './bound-route.js';
import { beforeRoute } from './express-stack.js';
import { configuredMiddleware, declarationsOf, declaredRoutes } from './declared-routes.js';

/** A lane route that runs everything that Nest and Express would run. */
export interface VerifiedRoute extends BoundRoute {
  /** Lower-case keys in its path that are for Express. */
  reservedKeys: ReadonlySet<string>;
}

/** Error: the fast lane would answer a route differently from Express. */
export class FastLaneError extends Error {
  override readonly name = 'FastLaneError';
}

/**
 * Lists the routes of an initialized application that are marked for the fast lane.
 *
 * @param idleHandlers functions of Express that do nothing to the requests of lane routes
 * @throws FastLaneError that names everything that applies to a lane route and that the fast lane does not run
 */
export function verifiedRoutes(
  app: INestApplication,
  express: Express,
  idleHandlers: ReadonlySet<unknown>,
): VerifiedRoute[] {
  const routes: VerifiedRoute[] = [];
  const problems: string[] = [];
  // Express knows the middleware of modules by the function only that Nest wraps it in.
  const declarations = declarationsOf(app);
  const configured = configuredMiddleware(declarations).join(' or ');
  const ofModules = configured && `, perhaps of middleware ${configured}`;
  for (const declared of declaredRoutes(declarations)) {
    const { route, problems: unbound } = bindRoute(declared);
    const before = beforeRoute(express, declared, idleHandlers);
    const leftOut = [
      ...unbound,
      ...before.middleware.map((name) => `middleware ${name}${ofModules}`),
      ...before.routes.map((path) => `an earlier route ${path}${ofModules}`),
    ];
    const { method, path, name } = declared;
    problems.push(...leftOut.map((what) => `${method} ${path} (${name}): ${what}`));
    if (route !== null) routes.push({ ...route, reservedKeys: before.reservedKeys });
  }
  if (problems.length > 0) {
    throw new FastLaneError(
      `The fast lane would leave out what applies to lane routes:\n${problems.join('\n')}`,
    );
  }
  return routes;
}
