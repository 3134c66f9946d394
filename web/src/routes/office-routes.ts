import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { signedInRoute } from './root';

/** The pages of the wholesaler's staff. */
const officeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/office',
  beforeLoad: ({ context }) => {
    if (context.kind !== 'operator') throw redirect({ to: '/' });
  },
});

const todayRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/office/today/today-page'), 'TodayPage'),
});

export const officeRoutes = officeRoute.addChildren([todayRoute]);
