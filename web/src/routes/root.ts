import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { getSessionOptions } from '../api/generated/dashboard/dashboard-api.tanstack';
import { problemOf } from '../api/problem';
import { AppFrame } from '../frame/app-frame';
import { text } from '../search-params';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** `next` is the path to go on to after signing in. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }): { next?: string } => ({ next: ownPath(text(next)) }),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page'), 'SignInPage'),
});

/** Every page below asks who is signed in first; without a session the person signs in and comes back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    try {
      const { data } = await context.queryClient.ensureQueryData(getSessionOptions());
      return { kind: data.user.kind };
    } catch (error) {
      if (problemOf(error).status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { next: location.href } });
    }
  },
  component: AppFrame,
});

/** Only paths of this application: an address from elsewhere would lead people away after they signed in. */
function ownPath(next: string | undefined): string | undefined {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined;
}
