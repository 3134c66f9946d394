import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, text } from '../search-params';
import { officeRoute } from './office-root';

const LIST_STATES = ['draft', 'scheduled', 'applied', 'withdrawn'] as const;
const STOCK_STATES = ['out', 'low', 'reserved'] as const;

/** Without `tab`: the price lists. */
const pricesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/prices',
  validateSearch: (search): PricesSearch => ({
    tab: oneOf(search.tab, ['plans', 'tax-rates'] as const),
    state: oneOf(search.state, LIST_STATES),
    plan: text(search.plan),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(() => import('../pages/office/prices/prices-page'), 'PricesPage'),
});

interface PricesSearch {
  tab?: 'plans' | 'tax-rates';
  state?: (typeof LIST_STATES)[number];
  plan?: string;
  cursor?: string;
}

const priceListRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/prices/$id',
  validateSearch: (search): { change?: 'rise' | 'fall'; q?: string; cursor?: string } => ({
    change: oneOf(search.change, ['rise', 'fall'] as const),
    q: text(search.q),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(
    () => import('../pages/office/price-list/price-list-page'),
    'PriceListPage',
  ),
});

interface StockSearch {
  state?: (typeof STOCK_STATES)[number];
  /** Limit of `low`. */
  below?: string;
  sold?: 'true';
  q?: string;
  cursor?: string;
}

const stockSearch = (search: Record<string, unknown>): StockSearch => ({
  state: oneOf(search.state, STOCK_STATES),
  below: /^[1-9]\d{0,8}$/.exec(text(search.below) ?? '')?.[0],
  sold: oneOf(search.sold, ['true'] as const),
  q: text(search.q),
  cursor: text(search.cursor),
});

const stockRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock',
  validateSearch: stockSearch,
  component: lazyRouteComponent(() => import('../pages/office/stock/stock-page'), 'StockPage'),
});

const stockItemRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock/$sku',
  validateSearch: ({ cursor }): { cursor?: string } => ({ cursor: text(cursor) }),
  component: lazyRouteComponent(
    () => import('../pages/office/stock-item/stock-item-page'),
    'StockItemPage',
  ),
});

/** Not below /stock, where a SKU could be equal to the name. */
const stockCountRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock-count',
  validateSearch: stockSearch,
  component: lazyRouteComponent(
    () => import('../pages/office/stock-count/stock-count-page'),
    'StockCountPage',
  ),
});

/** Prices and stock. */
export const officeStockRoutes = [
  pricesRoute,
  priceListRoute,
  stockRoute,
  stockItemRoute,
  stockCountRoute,
] as const;
