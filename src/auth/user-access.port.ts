import type { RouteAccess } from '../platform/http/audience.js';
import type { HeaderSink } from '../platform/http/header-sink.js';
import type { RequestHead, TrackedRequest } from '../platform/http/request-context.js';

/**
 * Question of the core about people: `src/identity` signs them in, and answers it in `app.module.ts`. Without an answer, the guard
 * admits stores by their tokens and operators by the admin token only.
 */
export abstract class UserAccessPort {
  abstract hasSession(request: RequestHead): boolean;

  /** Tells whether a text has the form of an operator's own token. */
  abstract isOperatorToken(text: string): boolean;

  /** Admits a person by the session of the browser. @throws AppError of the first check that fails */
  abstract admit(
    request: TrackedRequest,
    headers: HeaderSink,
    kind: 'client' | 'operator',
    access: RouteAccess,
  ): Promise<void>;

  /** Admits a script by an operator's own token. @throws AppError of the first check that fails */
  abstract admitToken(
    request: TrackedRequest,
    headers: HeaderSink,
    token: string,
    access: RouteAccess,
  ): Promise<void>;
}
