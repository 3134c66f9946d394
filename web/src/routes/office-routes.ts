import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, text } from '../search-params';
import { officeRoute } from './office-root';
import { officeStockRoutes } from './office-stock-routes';

const ORDER_STATUSES = [
  'awaiting_payment',
  'partially_shipped',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
  'expired',
] as const;

const MONEY_TABS = ['transfers', 'payments', 'missed', 'intents', 'notices', 'days'] as const;

const todayRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/office/today/today-page'), 'TodayPage'),
});

/** Without `status`: the orders to ship. */
const ordersRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders',
  validateSearch: (search): OrdersSearch => ({
    status: oneOf(search.status, ORDER_STATUSES),
    client: /^\d{1,9}$/.exec(text(search.client) ?? '')?.[0],
    q: text(search.q),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(() => import('../pages/office/orders/orders-page'), 'OrdersPage'),
});

interface OrdersSearch {
  status?: (typeof ORDER_STATUSES)[number];
  client?: string;
  q?: string;
  cursor?: string;
}

const orderRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders/$number',
  component: lazyRouteComponent(() => import('../pages/office/order/order-page'), 'OrderPage'),
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
  ordersRoute,
  orderRoute,
  clientsRoute,
  moneyRoute,
  clientRoute,
  peopleRoute,
  ...officeStockRoutes,
]);
