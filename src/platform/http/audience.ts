import {
  applyDecorators,
  SetMetadata,
  UseInterceptors,
  type CustomDecorator,
} from '@nestjs/common';
import { AmountsInterceptor } from './input/amounts.js';

/** Who may call a route. */
export type Audience = 'client' | 'operator' | 'user' | 'public';

/** The metadata key of a route's audience; a route without it is for clients. */
export const AUDIENCE = 'audience';

/** Open to everybody. */
export const Public = (): CustomDecorator => SetMetadata(AUDIENCE, 'public' satisfies Audience);

/** Open to the wholesaler's staff; those who may not see prices get answers without amounts. */
export const ForOperators = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    SetMetadata(AUDIENCE, 'operator' satisfies Audience),
    UseInterceptors(AmountsInterceptor),
  );

/** Open to people who are signed in, as far as their roles go; the table of routes may open one to everybody. */
export const ForUsers = (): CustomDecorator => SetMetadata(AUDIENCE, 'user' satisfies Audience);
