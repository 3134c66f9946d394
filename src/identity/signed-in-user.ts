import type { EntityManager } from 'typeorm';
import { requestValue } from '../platform/http/input/request-value.js';
import type { OperatorPermission } from '../platform/http/access/permissions.js';
import { requestContext } from '../platform/http/request-context.js';

declare module '../platform/http/request-context.js' {
  interface RequestContext {
    /** Locks the person's session; throws if it has ended. */
    lockSession?: (manager: EntityManager) => Promise<void>;
  }
  interface TrackedRequest {
    /** The user that the access guard authenticated. */
    user?: SignedInUser;
    /** Permissions of the operator or user; undefined for the admin token, which may do everything. */
    permissions?: ReadonlySet<string>;
  }
}

/** A signed-in person, as the access guard found them. */
export interface SignedInUser {
  userId: number;
  /** Id of the session that the request came with. */
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
  hasPasskey: boolean;
  /** True if the person must have a second factor; nothing else is available until it is set up. */
  needsSecondFactor: boolean;
  /** True if the password was entered recently. */
  isConfirmed: boolean;
}

/** Returns true if a person still has to set up one-time codes or a passkey. */
export function lacksSecondFactor(user: SignedInUser): boolean {
  return user.needsSecondFactor && !user.hasTotp && !user.hasPasskey;
}

/**
 * Keeps the session of the current request from ending before the caller's transaction. A transaction that ends it later then
 * also sees and ends what this one made.
 *
 * @throws AppError not_signed_in if it has ended
 */
export async function lockSession(manager: EntityManager): Promise<void> {
  await requestContext()?.lockSession?.(manager);
}

/** Injects the signed-in person into a handler. */
export const CurrentUser = requestValue(({ user }): SignedInUser => {
  if (user === undefined)
    throw new Error('no signed-in user: the access guard did not run on this route');
  return user;
});

/** Returns true if the caller of the Admin API has a permission. */
export type Permitted = (permission: OperatorPermission) => boolean;

/** Injects the permissions of the Admin API's caller into a handler. */
export const CurrentPermissions = requestValue(
  ({ permissions }): Permitted =>
    (permission) =>
      permissions?.has(permission) ?? true,
);

/** Injects the id of the signed-in member's client into a handler. */
export const CurrentClientId = requestValue(({ user }): number => {
  if (!user?.client)
    throw new Error('no member of a client: the access guard did not run on this route');
  return user.client.id;
});
