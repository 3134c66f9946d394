import {
  applyDecorators,
  Controller,
  SetMetadata,
  UseInterceptors,
  type CustomDecorator,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ShownInterceptor } from './answer/shown.interceptor.js';
import { AmountsInterceptor } from './input/amounts.js';

/** Callers for whom a route is open. */
export type Audience = 'client' | 'operator' | 'user' | 'public';

/** The metadata key of a route's audience; a route without it is for clients. */
export const AUDIENCE = 'audience';

/** Opens a route to everybody. */
export const Public = (): CustomDecorator => SetMetadata(AUDIENCE, 'public' satisfies Audience);

/**
 * Declares a controller of routes for the wholesaler's staff; staff who may not see prices get answers without amounts.
 * @param tag the group of the routes in the documents
 */
export const OperatorController = (path: string, tag: string): ClassDecorator =>
  applyDecorators(
    SetMetadata(AUDIENCE, 'operator' satisfies Audience),
    UseInterceptors(AmountsInterceptor, ShownInterceptor),
    ApiTags(tag),
    Controller(path),
  );

/**
 * Declares a controller of routes for signed-in people. `route-permissions.ts` names the permission of each route, or opens it to
 * every caller. @param tag the group of the routes in the documents
 */
export const UserController = (path: string, tag: string): ClassDecorator =>
  applyDecorators(
    SetMetadata(AUDIENCE, 'user' satisfies Audience),
    UseInterceptors(ShownInterceptor),
    ApiTags(tag),
    Controller(path),
  );
