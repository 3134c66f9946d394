import type { INestApplicationContext } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import type { Caller } from '../auth/caller.js';
import { OrderLifecycleService } from '../orders/fulfillment/order-lifecycle.service.js';
import { ShippingService } from '../orders/fulfillment/shipping.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { OrderStatusService } from '../orders/tracking/order-status.service.js';
import type { OrderRow } from '../orders/tracking/order-status.repository.js';
import { OrderPaymentsService } from '../payments/order-payments/order-payments.service.js';
import { DEMO_CLIENTS, type DemoOrder, type DemoStep } from './demo-clients.js';
import type { DemoAccess } from './demo-file.js';

/**
 * Places the demo's orders as their stores would, and takes them through their lives as operators would. What an
 * earlier call has done already is left as it is, so that an interrupted start can be resumed.
 */
export async function placeDemoOrders(
  app: INestApplicationContext,
  { clients }: DemoAccess,
): Promise<void> {
  for (const { name, orders } of DEMO_CLIENTS) {
    const access = clients.find((client) => client.name === name);
    if (access === undefined || orders.length === 0) continue;
    const credentials = { authorization: [`Bearer ${access.token}`], domain: access.domain };
    const caller = await app.get(AuthService).authenticate(credentials);
    for (const order of orders) await bringAbout(app, caller, order);
  }
}

async function bringAbout(
  app: INestApplicationContext,
  caller: Caller,
  { request, life }: DemoOrder,
): Promise<void> {
  const statuses = app.get(OrderStatusService);
  const found = await statuses.findStatus(caller.clientId, request.storeOrderId);
  const orderNumber =
    found?.orderNumber ?? (await app.get(OrdersService).placeOrder(caller, request)).orderNumber;
  for (const step of life) {
    if (found === null || !isDone(step, found)) await take(app, orderNumber, step);
  }
}

function isDone(step: DemoStep, { status, paymentStatus, shipment }: OrderRow): boolean {
  switch (step) {
    case 'pay':
      return paymentStatus !== 'unpaid';
    case 'deliver':
      return status === 'delivered';
    case 'cancel':
      return status === 'cancelled';
    default:
      return shipment !== null;
  }
}

async function take(
  app: INestApplicationContext,
  orderNumber: string,
  step: DemoStep,
): Promise<void> {
  const orders = app.get(OrderLifecycleService);
  switch (step) {
    case 'pay':
      await app
        .get(OrderPaymentsService)
        .pay(orderNumber, { method: 'bank_transfer', reference: null });
      return;
    case 'deliver':
      return orders.deliver(orderNumber);
    case 'cancel':
      return orders.cancel(orderNumber);
    default:
      return app.get(ShippingService).ship(orderNumber, step.ship);
  }
}
