import {
  applyDecorators,
  SetMetadata,
  UseInterceptors,
  type CustomDecorator,
} from '@nestjs/common';
import { AmountsInterceptor } from './input/amounts.js';

/** Callers for whom a route is open. */
export type Audience = 'client' | 'operator' | 'user' | 'public';

/** The metadata key of a route's audience; a route without it is for clients. */
export const AUDIENCE = 'audience';

/** Opens a route to everybody. */
export const Public = (): CustomDecorator => SetMetadata(AUDIENCE, 'public' satisfies Audience);

/** Opens routes to the wholesaler's staff; staff who may not see prices get answers without amounts. */
export const ForOperators = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    SetMetadata(AUDIENCE, 'operator' satisfies Audience),
    UseInterceptors(AmountsInterceptor),
  );

/** Opens routes to signed-in people with a permission for them; the table of routes may open single ones to everybody. */
export const ForUsers = (): CustomDecorator => SetMetadata(AUDIENCE, 'user' satisfies Audience);
