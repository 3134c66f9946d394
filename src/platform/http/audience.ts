import {
  applyDecorators,
  Controller,
  SetMetadata,
  UseInterceptors,
  type CustomDecorator,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MemberPermission, OperatorPermission } from './access/permissions.js';
import { ReaderInterceptor } from '../database/reader/reader.interceptor.js';
import { IdempotencyInterceptor } from '../idempotency/idempotent.decorator.js';
import { ShownInterceptor } from './response-dto/response-dto.interceptor.js';
import { AmountsInterceptor } from './input/amounts.js';

/** Callers for whom a route is open. */
export type Audience = 'client' | 'operator' | 'user' | 'public';

/** The metadata key of a route's audience; a route without it is for clients. */
export const AUDIENCE = 'audience';

/** The metadata key of a route's {@link RouteAccess}. */
export const ACCESS = 'access';

/** The callers of a route of the Admin API or the dashboard. */
export interface RouteAccess {
  /**
   * A permission, or a wider group:
   * - public: everyone
   * - signed-in: every signed-in person, even before one-time codes are set up
   * - any-operator: operators of any role
   */
  who: 'public' | 'signed-in' | 'any-operator' | MemberPermission | OperatorPermission;
  /** A person in a browser must have entered the password recently; `unless dry_run`: except for a dry run, which stores nothing. */
  needsPassword: boolean | typeof UNLESS_DRY_RUN;
  /** True: operator tokens with the permission may call it. */
  isForTokens: boolean;
}

const UNLESS_DRY_RUN = 'unless dry_run';

/**
 * Opens a route of the Admin API or the dashboard to some callers. The service does not start if a route lacks it.
 *
 * @param password people need a recently entered password, and operator tokens are refused unless `tokens` is true
 */
export function Access(
  who: RouteAccess['who'],
  {
    password = false,
    tokens = password === false,
  }: { password?: RouteAccess['needsPassword']; tokens?: boolean } = {},
): CustomDecorator {
  return SetMetadata(ACCESS, {
    who,
    needsPassword: password,
    isForTokens: tokens,
  } satisfies RouteAccess);
}

/** Opens a route to everyone. */
export const Public = (): CustomDecorator => SetMetadata(AUDIENCE, 'public' satisfies Audience);

/** The order matters: idempotency stores what the other one makes of a handler's result. */
const OF_ANSWERS = [IdempotencyInterceptor, ShownInterceptor];

/**
 * Declares a controller of routes for the wholesaler's staff. Staff who may not see prices get answers without amounts.
 *
 * @param tag the group of the routes in the documents
 */
export const OperatorController = (path: string, tag: string): ClassDecorator =>
  applyDecorators(
    SetMetadata(AUDIENCE, 'operator' satisfies Audience),
    UseInterceptors(ReaderInterceptor, AmountsInterceptor, ...OF_ANSWERS),
    ApiTags(tag),
    Controller(path),
  );

/**
 * Declares a controller of routes for signed-in people. @param tag the group of the routes in the documents
 */
export const UserController = (path: string, tag: string): ClassDecorator =>
  applyDecorators(
    SetMetadata(AUDIENCE, 'user' satisfies Audience),
    UseInterceptors(...OF_ANSWERS),
    ApiTags(tag),
    Controller(path),
  );
