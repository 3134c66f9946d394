import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage as page } from './lazy-page';
import { ORDER_TABS } from '../pages/orders/order-tabs';
import { monthOf, oneOf, parameters, SORTS, tabOf, text } from '../search-params';
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
  component: page(() => import('../pages/overview/overview-page'), 'OverviewPage'),
});

/** Without `tab`: the orders to pay. */
const ordersRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/orders',
  validateSearch: parameters((search) => ({
    tab: tabOf(search.tab, ORDER_TABS),
    q: text(search.q),
    sort: oneOf(search.sort, SORTS),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/orders/orders-page'), 'OrdersPage'),
});

const orderRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/orders/$number',
  component: page(() => import('../pages/order/order-page'), 'OrderPage'),
});

/** Without `month`: the current one. */
const walletRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/wallet',
  validateSearch: parameters((search) => ({
    month: monthOf(search.month),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/wallet/wallet-page'), 'WalletPage'),
});

/** Without `month`: the documents of all months. */
const invoicesRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/invoices',
  validateSearch: parameters((search) => ({
    month: monthOf(search.month),
    q: text(search.q),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/invoices/invoices-page'), 'InvoicesPage'),
});

/** Loaded as a page of its own, because only it may load the gateway's checkout. */
const payRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/pay/$id',
  component: page(() => import('../pages/pay/pay-page'), 'PayPage'),
});

const paymentRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/payments/$id',
  component: page(() => import('../pages/payment/payment-page'), 'PaymentPage'),
});

const apiAccessRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/api-access',
  component: page(() => import('../pages/api-access/api-access-page'), 'ApiAccessPage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/api-access/requests',
  validateSearch: parameters(({ tab, request_id, cursor }) => ({
    tab: tab === 'answered' ? tab : undefined,
    request_id: text(request_id),
    cursor: text(cursor),
  })),
  component: page(() => import('../pages/requests/requests-page'), 'RequestsPage'),
});

const pricesRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/prices',
  validateSearch: parameters(({ q, cursor }) => ({ q: text(q), cursor: text(cursor) })),
  component: page(() => import('../pages/prices/prices-page'), 'PricesPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/company',
  component: page(() => import('../pages/company/company-page'), 'CompanyPage'),
});

const securityRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/security',
  component: page(() => import('../pages/security/security-page'), 'SecurityPage'),
});

export const clientRoutes = clientRoute.addChildren([
  overviewRoute,
  ordersRoute,
  orderRoute,
  walletRoute,
  invoicesRoute,
  payRoute,
  paymentRoute,
  apiAccessRoute,
  requestsRoute,
  pricesRoute,
  peopleRoute,
  securityRoute,
]);
