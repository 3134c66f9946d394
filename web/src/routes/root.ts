import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  isRedirect,
  redirect,
} from '@tanstack/react-router';
import { lazyPage as page } from './lazy-page';
import { getSessionOptions } from '../api/generated/dashboard';
import { problemOf } from '../api/problem';
import { AppFrame } from '../frame/app-frame';
import { NotFoundAtDoor } from '../frame/not-found';
import { parameters, text } from '../search-params';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  notFoundComponent: NotFoundAtDoor,
});

/** `next` is the path to open after signing in. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: parameters(({ next }) => ({ next: ownPath(text(next)) })),
  component: page(() => import('../pages/sign-in/sign-in-page'), 'SignInPage'),
});

export const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept-invitation',
  component: page(
    () => import('../pages/accept-invitation/accept-invitation-page'),
    'AcceptInvitationPage',
  ),
});

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: page(
    () => import('../pages/forgot-password/forgot-password-page'),
    'ForgotPasswordPage',
  ),
});

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: page(() => import('../pages/reset-password/reset-password-page'), 'ResetPasswordPage'),
});

/** Parent of pages for signed-in people. Without a session, it redirects to the sign-in page and back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    try {
      const { data } = await context.queryClient.ensureQueryData(getSessionOptions());
      const isLockedOut = data.totp.required && !data.totp.enabled;
      // In a document of its own, because a refusal that the browser preloaded would outlast the setup of a second factor.
      if (isLockedOut && location.pathname !== '/account') {
        throw redirect({ to: '/account', reloadDocument: true });
      }
      return { kind: data.user.kind };
    } catch (error) {
      if (isRedirect(error)) throw error;
      if (problemOf(error).status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { next: location.href } });
    }
  },
  component: AppFrame,
});

/** A person's own account, for clients and operators. */
export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  component: page(() => import('../pages/account/account-page'), 'AccountPage'),
});

/** The mails that a member of a client gets; each mail leads here. */
export const accountMailsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/mails',
  component: page(() => import('../pages/account/mails-page'), 'MailsPage'),
});

/** Reads a path of this application. An address of another site would lead people away after they signed in. */
function ownPath(next: string | undefined): string | undefined {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined;
}
