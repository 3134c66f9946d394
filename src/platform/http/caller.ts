import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import { requestValue } from './request-value.js';

/** Who may call a route. */
export type Audience = 'client' | 'operator' | 'public';

/** The metadata key of a route's audience; a route without it is for clients. */
export const AUDIENCE = 'audience';

/** Open to everybody. */
export const Public = (): CustomDecorator => SetMetadata(AUDIENCE, 'public' satisfies Audience);

/** Open to the wholesaler's staff. */
export const ForOperators = (): CustomDecorator =>
  SetMetadata(AUDIENCE, 'operator' satisfies Audience);

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
