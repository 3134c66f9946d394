import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Who may call a route. */
export type Audience = 'client' | 'operator' | 'user' | 'public';

/** The metadata key of a route's audience; a route without it is for clients. */
export const AUDIENCE = 'audience';

/** Open to everybody. */
export const Public = (): CustomDecorator => SetMetadata(AUDIENCE, 'public' satisfies Audience);

/** Open to the wholesaler's staff. */
export const ForOperators = (): CustomDecorator =>
  SetMetadata(AUDIENCE, 'operator' satisfies Audience);

/** Open to people who are signed in, as far as their roles go; the table of routes may open one to everybody. */
export const ForUsers = (): CustomDecorator => SetMetadata(AUDIENCE, 'user' satisfies Audience);
