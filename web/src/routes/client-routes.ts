import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { signedInRoute } from './root';

/** The pages of a client company's people. */
const clientRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'client',
  beforeLoad: ({ context }) => {
    if (context.kind === 'operator') throw redirect({ to: '/office' });
  },
});

const overviewRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page'), 'OverviewPage'),
});

export const clientRoutes = clientRoute.addChildren([overviewRoute]);
