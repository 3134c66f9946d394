import { createRoute } from '@tanstack/react-router';
import { lazyPage as page } from './lazy-page';
import { oneOf, parameters } from '../search-params';
import { catalogRoutes } from './office-catalog-routes';
import { officeDeskRoutes } from './office-desk-routes';
import { officeOrdersRoutes } from './office-orders-routes';
import { officeRoute } from './office-root';
import { officeStockRoutes } from './office-stock-routes';

const peopleRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/people',
  validateSearch: parameters(({ tab }) => ({ tab: oneOf(tab, ['security'] as const) })),
  component: page(() => import('../pages/office/people/people-page'), 'PeoplePage'),
});

export const officeRoutes = officeRoute.addChildren([
  ...officeDeskRoutes,
  ...officeOrdersRoutes,
  ...catalogRoutes,
  peopleRoute,
  ...officeStockRoutes,
]);
