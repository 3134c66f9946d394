import { readFileSync } from 'node:fs';
import { Routes } from '../../../src/platform/http/routes.js';
import type { TestApp } from '../app.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** `gateway`: the payment gateway, identified by its signature. */
export type Audience = 'public' | 'client' | 'operator' | 'user' | 'gateway';

/** A line of test/access/rights.txt. */
export interface Right {
  /** As `POST /admin/receipts`. */
  route: string;
  method: Method;
  path: string;
  audience: Audience;
  permission: string;
  /** `password`, `password, tokens`, `password unless dry_run, tokens` or `-`. */
  password: string;
  /** Roles with a session. */
  roles: string[];
}

export const RIGHTS: readonly Right[] = readFileSync('test/access/rights.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [route, audience, permission, password, roles] = line.split(/ {2,}/) as [
      ...[string, Audience, string, string, string],
    ];
    const [method, path] = route.split(' ') as [string, string];
    return {
      route,
      path,
      audience,
      permission,
      password,
      method: method.toLowerCase() as Method,
      roles: roles.split(' '),
    };
  });

/** Every route: its method, its path, and who may call it. */
export const ROUTES = RIGHTS.map(({ method, path, audience }) => [method, path, audience] as const);

/** Lists the routes of an app, as `get /api/products`; without Swagger UI's own files. */
export function routesOf(app: TestApp): string[] {
  const found = app.nest
    .get(Routes)
    .all()
    .map(({ method, path }) => `${method.toLowerCase()} ${path}`)
    .filter((name) => !name.startsWith('get /docs/'));
  return [...new Set(found)].sort();
}
