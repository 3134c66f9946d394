import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import { requestValue } from './request-value.js';

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

/** The metadata key of a route that is counted as an order. */
export const COUNTED_AS_ORDER = 'counted-as-order';

/** Also counted against the client's limit of orders. */
export const CountedAsOrder = (): CustomDecorator => SetMetadata(COUNTED_AS_ORDER, true);

/** The header of every answer to a test token. */
export const MODE_HEADER = 'X-Mode';

/** The client on whose behalf a request is made, as the access guard found it. */
export interface Caller {
  clientId: number;
  planId: number;
  /** SHA-256 of the token it came with, in base64. */
  tokenHash: string;
  /** Whether nothing it does is real: it came with a test token. */
  isTest: boolean;
}

/** The calling client, as a handler's argument. */
export const CurrentCaller = requestValue(({ caller }): Caller => {
  if (caller === undefined) throw new Error('a route for clients was reached without one');
  return caller;
});

/** A person who is signed in, as the access guard found it. */
export interface SignedInUser {
  userId: number;
  /** Of the session that the request came with. */
  sessionId: number;
  email: string;
  name: string;
  kind: 'operator' | 'client';
  /** An operator's roles, or the one role of a member of a client. */
  roles: readonly string[];
  /** The client that the person belongs to; null for an operator. */
  client: { id: number; name: string } | null;
  permissions: ReadonlySet<string>;
  /** Whether sign-in asks for a one-time code. */
  hasTotp: boolean;
  /** Whether the person may not go without one-time codes; nothing else is open before they are set up. */
  isTotpMandatory: boolean;
  /** Whether the password was entered within the last minutes. */
  isConfirmed: boolean;
}

/** The person who is signed in, as a handler's argument. */
export const CurrentUser = requestValue(({ user }): SignedInUser => {
  if (user === undefined) throw new Error('a route for signed-in users was reached without one');
  return user;
});

/** The id of the client that the signed-in person belongs to, as a handler's argument. */
export const CurrentClientId = requestValue(({ user }): number => {
  if (!user?.client) throw new Error('a route for members of a client was reached without one');
  return user.client.id;
});
