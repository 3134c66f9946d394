import { createRoute } from '@tanstack/react-router';
import { lazyPage as page } from './lazy-page';
import { matching, oneOf, parameters, text } from '../search-params';
import { officeRoute } from './office-root';

const LIST_STATES = ['draft', 'scheduled', 'applied', 'withdrawn'] as const;
const STOCK_STATES = ['out', 'low', 'reserved'] as const;

/** Without `tab`: the price lists. */
const pricesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/prices',
  validateSearch: parameters((search) => ({
    tab: oneOf(search.tab, ['plans', 'tax-rates'] as const),
    state: oneOf(search.state, LIST_STATES),
    plan: text(search.plan),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/prices/prices-page'), 'PricesPage'),
});

const priceListRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/prices/$id',
  validateSearch: parameters((search) => ({
    change: oneOf(search.change, ['rise', 'fall'] as const),
    q: text(search.q),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/price-list/price-list-page'), 'PriceListPage'),
});

const stockSearch = parameters((search) => ({
  state: oneOf(search.state, STOCK_STATES),
  // Limit of `low`.
  below: matching(search.below, /^[1-9]\d{0,8}$/),
  sold: oneOf(search.sold, ['true'] as const),
  q: text(search.q),
  cursor: text(search.cursor),
}));

const stockRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock',
  validateSearch: stockSearch,
  component: page(() => import('../pages/office/stock/stock-page'), 'StockPage'),
});

const stockItemRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock/$sku',
  validateSearch: parameters(({ cursor }) => ({ cursor: text(cursor) })),
  component: page(() => import('../pages/office/stock-item/stock-item-page'), 'StockItemPage'),
});

/** Not below /stock, where a SKU could be equal to the name. */
const stockCountRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock-count',
  validateSearch: stockSearch,
  component: page(() => import('../pages/office/stock-count/stock-count-page'), 'StockCountPage'),
});

/** Prices and stock. */
export const officeStockRoutes = [
  pricesRoute,
  priceListRoute,
  stockRoute,
  stockItemRoute,
  stockCountRoute,
] as const;
