import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '../../../src/orders/order-lifecycle.ts';
import { RETURN_STEPS, type ReturnStep } from '../../../src/orders/returns/return-status.ts';
import { oneOf, SORTS, text, type Sort } from '../search-params';
import { officeRoute } from './office-root';

/** Without `status`: the orders to ship, unless another filter is set; `all`: any status. */
interface OrdersSearch {
  /** One or several statuses, separated by commas. */
  status?: string;
  payment?: PaymentStatus;
  client?: string;
  sku?: string;
  from?: string;
  to?: string;
  q?: string;
  sort?: Sort;
  cursor?: string;
}

const ordersRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders',
  validateSearch: (search): OrdersSearch => ({
    status: search.status === 'all' ? 'all' : statusesOf(text(search.status)),
    payment: oneOf(search.payment, PAYMENT_STATUSES),
    client: /^\d{1,9}$/.exec(text(search.client) ?? '')?.[0],
    sku: text(search.sku),
    from: dayOf(search.from),
    to: dayOf(search.to),
    q: text(search.q),
    sort: oneOf(search.sort, SORTS),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(() => import('../pages/office/orders/orders-page'), 'OrdersPage'),
});

/** `dialog`: the one that is open. */
const orderRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders/$number',
  validateSearch: ({ dialog }): { dialog?: 'ship' } => ({
    dialog: oneOf(dialog, ['ship'] as const),
  }),
  component: lazyRouteComponent(() => import('../pages/office/order/order-page'), 'OrderPage'),
});

/** Without `tab`: the pick list; without `view`: by order. */
const shippingRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/shipping',
  validateSearch: (
    search,
  ): { tab?: 'upload' | 'scan' | 'couriers'; view?: 'sku'; cursor?: string } => ({
    tab: oneOf(search.tab, ['upload', 'scan', 'couriers'] as const),
    view: oneOf(search.view, ['sku'] as const),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(
    () => import('../pages/office/shipping/shipping-page'),
    'ShippingPage',
  ),
});

/** Without `tab`: the returns to settle. */
const returnsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/returns',
  validateSearch: (search): { tab?: ReturnStep | 'settled'; q?: string; cursor?: string } => ({
    tab: oneOf(search.tab, [...RETURN_STEPS, 'settled'] as const),
    q: text(search.q),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(
    () => import('../pages/office/returns/returns-page'),
    'ReturnsPage',
  ),
});

const lossesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/losses',
  component: lazyRouteComponent(() => import('../pages/office/losses/losses-page'), 'LossesPage'),
});

export const officeOrdersRoutes = [
  ordersRoute,
  orderRoute,
  shippingRoute,
  returnsRoute,
  lossesRoute,
];

/** Returns the known statuses of a list, in the order of the lifecycle. */
function statusesOf(list: string | undefined): string | undefined {
  const named = new Set(list?.split(','));
  const known = ORDER_STATUSES.filter((status) => named.has(status));
  return known.length === 0 ? undefined : known.join(',');
}

function dayOf(value: unknown): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.exec(text(value) ?? '')?.[0];
}
