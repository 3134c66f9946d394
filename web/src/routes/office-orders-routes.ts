import { createRoute } from '@tanstack/react-router';
import { lazyPage as page } from './lazy-page';
import { BOOKING_FILTERS } from '../../../src/fulfillment/pick-list/booking-filters.ts';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import { FINDING_GROUPS } from '../../../src/couriers/findings/finding-kinds.ts';
import { RETURN_STEPS } from '../../../src/fulfillment/returns/return-status.ts';
import { dateOf, ID, matching, oneOf, parameters, SORTS, text } from '../search-params';
import { officeRoute } from './office-root';

/** Without `status`: the orders to ship, unless another filter is set; `all`: any status. */
const ordersRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders',
  validateSearch: parameters((search) => ({
    // One or several statuses, separated by commas.
    status: search.status === 'all' ? 'all' : statusesOf(text(search.status)),
    payment: oneOf(search.payment, PAYMENT_STATUSES),
    client: matching(search.client, ID),
    sku: text(search.sku),
    from: dateOf(search.from),
    to: dateOf(search.to),
    q: text(search.q),
    sort: oneOf(search.sort, SORTS),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/orders/orders-page'), 'OrdersPage'),
});

/** Without `client`: it is asked first. */
const newOrderRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders/new',
  validateSearch: parameters(({ client }) => ({ client: matching(client, ID) })),
  component: page(() => import('../pages/office/new-order/new-order-page'), 'NewOrderPage'),
});

/** `dialog`: the one that is open. */
const orderRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders/$number',
  validateSearch: parameters(({ dialog }) => ({ dialog: oneOf(dialog, ['ship'] as const) })),
  component: page(() => import('../pages/office/order/order-page'), 'OrderPage'),
});

/** Without `tab`: the pick list; without `view`: by order. */
const shippingRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/shipping',
  validateSearch: parameters((search) => ({
    tab: oneOf(search.tab, ['upload', 'scan', 'couriers'] as const),
    view: oneOf(search.view, ['sku'] as const),
    booking: oneOf(search.booking, BOOKING_FILTERS),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/shipping/shipping-page'), 'ShippingPage'),
});

/** Without `tab`: the one that has work. */
const returnsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/returns',
  validateSearch: parameters((search) => ({
    tab: oneOf(search.tab, [...RETURN_STEPS, 'settled'] as const),
    q: text(search.q),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/returns/returns-page'), 'ReturnsPage'),
});

/** Without `tab`: failed deliveries. */
const deliveriesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/deliveries',
  validateSearch: parameters((search) => ({
    tab: oneOf(search.tab, [...FINDING_GROUPS, 'way'] as const),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/deliveries/deliveries-page'), 'DeliveriesPage'),
});

const lossesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/losses',
  component: page(() => import('../pages/office/losses/losses-page'), 'LossesPage'),
});

export const officeOrdersRoutes = [
  ordersRoute,
  newOrderRoute,
  orderRoute,
  shippingRoute,
  returnsRoute,
  deliveriesRoute,
  lossesRoute,
];

/** Lists the known statuses of a list, in the order of the lifecycle. */
function statusesOf(list: string | undefined): string | undefined {
  const named = new Set(list?.split(','));
  const known = ORDER_STATUSES.filter((status) => named.has(status));
  return known.length === 0 ? undefined : known.join(',');
}
