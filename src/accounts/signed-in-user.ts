import { requestValue } from '../platform/http/input/request-value.js';
import type { OperatorPermission } from './roles.js';

declare module '../platform/http/request-context.js' {
  interface TrackedRequest {
    /** The user that the access guard authenticated. */
    user?: SignedInUser;
    /** What the operator or user may do; undefined for the admin token of the environment, which may do everything. */
    permissions?: ReadonlySet<string>;
  }
}

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
  /** True if sign-in asks for a one-time code. */
  hasTotp: boolean;
  /** True if the person may not go without one-time codes; nothing else is open before they are set up. */
  isTotpMandatory: boolean;
  /** True if the password was entered within the last minutes. */
  isConfirmed: boolean;
}

/** The person who is signed in, as a handler's argument. */
export const CurrentUser = requestValue(({ user }): SignedInUser => {
  if (user === undefined) throw new Error('a route for signed-in users was reached without one');
  return user;
});

/** True if the caller of the Admin API has a permission. */
export type Permitted = (permission: OperatorPermission) => boolean;

/** What the caller of the Admin API may do, as a handler's argument. */
export const CurrentPermissions = requestValue(
  ({ permissions }): Permitted =>
    (permission) =>
      permissions?.has(permission) ?? true,
);

/** The id of the client that the signed-in person belongs to, as a handler's argument. */
export const CurrentClientId = requestValue(({ user }): number => {
  if (!user?.client) throw new Error('a route for members of a client was reached without one');
  return user.client.id;
});
