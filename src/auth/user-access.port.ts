import type { RouteAccess } from '../platform/http/audience.js';
import type { HeaderSink } from '../platform/http/header-sink.js';
import type { RequestHead, TrackedRequest } from '../platform/http/request-context.js';

/**
 * Port of the core: admits people and operator tokens. `app.module.ts` binds it to an adapter in `src/identity`.
 * - without an adapter, the guard admits only stores with their tokens and operators with the admin token
 */
export abstract class UserAccessPort {
  abstract hasSession(request: RequestHead): boolean;

  /** Returns true if a text has the form of an operator's own token. */
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
