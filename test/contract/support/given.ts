import { DataSource, type EntityManager } from 'typeorm';
import { TokensService } from '../../../src/auth/tokens.service.js';
import { CatalogService } from '../../../src/catalog/catalog.service.js';
import { NO_DETAILS } from '../../../src/catalog/details/detail-values.js';
import type { Variation } from '../../../src/catalog/variations/variations.js';
import { ClientsService } from '../../../src/clients/clients.service.js';
import { OrderChanges } from '../../../src/orders/lifecycle/order-changes.js';
import { OrderLifecycleService } from '../../../src/orders/lifecycle/order-lifecycle.service.js';
import { Shipment } from '../../../src/orders/lifecycle/shipment.entity.js';
import { PlansService } from '../../../src/plans/plans.service.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import { runAs, SERVICE_ACTOR } from '../../../src/platform/http/request-context.js';
import { StockService } from '../../../src/stock/stock.service.js';
import { service } from './start-app.js';

/** Body of an order of two kettles, with the required fields only. */
export const ORDER = {
  customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
  shipping: {
    address: '14, Lake View Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  },
  items: [{ sku: 'KETTLE', quantity: 2 }],
};

/** Adds a client, and a plan for it; returns the headers of its store. */
export async function givenStore({
  domain = 'asha-home.example',
  discountPercent = 10,
  isSubscribed = true,
} = {}): Promise<{ Authorization: string; 'X-Client-Domain': string }> {
  const { token } = await write(async (manager) => {
    const plan = { code: domain, name: domain, discountBp: discountPercent * 100 };
    await service(PlansService).addPlan(manager, plan);
    const client = { name: domain, email: `owner@${domain}` };
    const { id } = await service(ClientsService).addClient(manager, client);
    const status = isSubscribed ? 'active' : 'cancelled';
    await service(PlansService).putSubscription(manager, id, { plan: plan.code, status });
    return service(TokensService).addToken(manager, id, domain, null, 'live');
  });
  return { Authorization: `Bearer ${token}`, 'X-Client-Domain': domain };
}

/** Adds a product, with its stock by variation key if it has variations. */
export async function givenProduct(product: {
  sku: string;
  price?: number;
  delivery?: number;
  stock?: number | Record<string, number>;
  variations?: Variation[];
  active?: boolean;
}): Promise<{ id: number }> {
  const { sku, price = 100, delivery = 10, stock = 1_000, variations = [] } = product;
  return write(async (manager) => {
    const { id } = await service(CatalogService).createProduct(manager, {
      sku,
      name: `The ${sku}`,
      description: 'Of steel',
      category: 'Kitchen',
      images: [`https://images.example/${sku}.jpg`],
      basePriceMinor: price * 100,
      deliveryChargeMinor: delivery * 100,
      active: product.active ?? true,
      variations,
      ...NO_DETAILS,
    });
    await service(StockService).ensureLevels(manager, id, variations);
    const levels = Object.entries(typeof stock === 'number' ? { '': stock } : stock).map(
      ([variationKey, quantity]) => ({ productId: id, variationKey, quantity }),
    );
    await service(StockService).setOnHand(manager, sku, levels, 'opening stock');
    return { id };
  });
}

/** Pays an order, as the client does in the dashboard. */
export async function givenPayment(orderNumber: string): Promise<void> {
  const orders = service(OrderLifecycleService);
  await write(async (manager) => orders.markPaid(manager, await orders.lock(manager, orderNumber)));
}

/** Ships all of a paid order. */
export async function givenShipment(
  orderNumber: string,
  shipment: Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl' | 'shippedAt'>,
): Promise<void> {
  const changes = service(OrderChanges);
  await write(async (manager) => {
    const order = await changes.lock(manager, orderNumber);
    await manager.insert(Shipment, { orderId: order.id, ...shipment });
    await changes.advance(manager, order, 'shipRest');
  });
}

function write<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
  return runAs(SERVICE_ACTOR, () => inTransaction(service(DataSource), work));
}
