import { createRoute } from '@tanstack/react-router';
import { lazyPage as page } from './lazy-page';
import { oneOf, parameters, text } from '../search-params';
import { officeRoute } from './office-root';

const FLAGS = ['true', 'false'] as const;

/** Its parameters are named as in the service. */
const catalogRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/catalog',
  validateSearch: parameters((search) => ({
    q: text(search.q),
    active: oneOf(search.active, FLAGS),
    has_stock: oneOf(search.has_stock, FLAGS),
    has_image: oneOf(search.has_image, FLAGS),
    without_price_of: text(search.without_price_of),
    tax: oneOf(search.tax, ['missing'] as const),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/catalog/catalog-page'), 'CatalogPage'),
});

const newProductRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/new-product',
  component: page(() => import('../pages/office/product/new-product-page'), 'NewProductPage'),
});

const productRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/catalog/$sku',
  validateSearch: parameters((search) => ({ order: text(search.order) })),
  component: page(() => import('../pages/office/product/product-page'), 'ProductPage'),
});

const importsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/imports',
  validateSearch: parameters(({ cursor }) => ({ cursor: text(cursor) })),
  component: page(() => import('../pages/office/imports/imports-page'), 'ImportsPage'),
});

const newImportRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/new-import',
  component: page(() => import('../pages/office/import/import-page'), 'ImportPage'),
});

const newPhotosRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/new-photos',
  component: page(() => import('../pages/office/photos/import-photos-page'), 'ImportPhotosPage'),
});

const importRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/imports/$id',
  component: page(() => import('../pages/office/imports/import-report-page'), 'ImportReportPage'),
});

/** The catalog, its products and its imports. */
export /** Its parameters are named as in the service. */
const catalogRoutes = [
  catalogRoute,
  newProductRoute,
  productRoute,
  importsRoute,
  newImportRoute,
  newPhotosRoute,
  importRoute,
] as const;
