import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, text } from '../search-params';
import { catalogRoutes } from './office-catalog-routes';
import { officeRoute } from './office-root';
import { officeOrdersRoutes } from './office-orders-routes';
import { officeStockRoutes } from './office-stock-routes';

const MONEY_TABS = ['transfers', 'payments', 'missed', 'intents', 'notices', 'days'] as const;

const todayRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/office/today/today-page'), 'TodayPage'),
});

const clientsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients',
  validateSearch: ({ cursor }): { cursor?: string } => ({ cursor: text(cursor) }),
  component: lazyRouteComponent(
    () => import('../pages/office/clients/clients-page'),
    'ClientsPage',
  ),
});

const clientRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients/$id',
  component: lazyRouteComponent(() => import('../pages/office/client/client-page'), 'ClientPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('../pages/office/people/people-page'), 'PeoplePage'),
});

/** Without `tab`: the transfers to confirm. */
const moneyRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/money',
  validateSearch: (search): { tab?: (typeof MONEY_TABS)[number]; cursor?: string } => ({
    tab: oneOf(search.tab, MONEY_TABS),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(() => import('../pages/office/money/money-page'), 'MoneyPage'),
});

export const officeRoutes = officeRoute.addChildren([
  todayRoute,
  ...officeOrdersRoutes,
  clientsRoute,
  moneyRoute,
  clientRoute,
  peopleRoute,
  ...officeStockRoutes,
  ...catalogRoutes,
]);
