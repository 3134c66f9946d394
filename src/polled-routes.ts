import type { NestExpressApplication } from '@nestjs/platform-express';
import { CatalogController } from './catalog/catalog.controller.js';
import type { PolledRoute } from './platform/http/fast-lane/fast-lane.js';
import { OrdersController } from './orders/orders.controller.js';
import { StockController } from './stock/stock.controller.js';

/** The GETs that stores poll, answered by their controllers. */
export function polledRoutes(app: NestExpressApplication): PolledRoute[] {
  const catalog = app.get(CatalogController);
  const stock = app.get(StockController);
  const orders = app.get(OrdersController);
  return [
    { path: '/api/products/:sku/stock', answer: (caller, sku) => stock.one(caller, sku) },
    { path: '/api/products/:sku', answer: (caller, sku) => catalog.one(caller, sku) },
    { path: '/api/products', answer: (caller) => catalog.list(caller) },
    {
      path: '/api/orders/:order_number/status',
      answer: (caller, reference) => orders.status(caller, reference),
    },
  ];
}
