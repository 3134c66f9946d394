import type { INestApplicationContext } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import type { Caller } from '../auth/caller.js';
import { OrderLifecycleService } from '../orders/fulfillment/order-lifecycle.service.js';
import { RefundsService } from '../orders/fulfillment/refunds.service.js';
import { ShippingService } from '../orders/fulfillment/shipments/shipping.service.js';
import { OrdersService } from '../orders/orders.service.js';
import type { OrderRow } from '../orders/tracking/order-status.repository.js';
import { OrderStatusService } from '../orders/tracking/order-status.service.js';
import { AdjustmentsService } from '../payments/adjustments/adjustments.service.js';
import { OrderPaymentsService } from '../payments/order-payments/order-payments.service.js';
import { ReceiptsService } from '../payments/receipts/receipts.service.js';
import { WalletsService } from '../payments/wallets/wallets.service.js';
import { DEMO_CLIENTS, type DemoClient, type DemoOrder, type DemoStep } from './demo-clients.js';
import type { DemoAccess } from './demo-file.js';

/** A stored order. */
interface PlacedOrder extends DemoOrder {
  number: string;
  /** The order before the first step; null: it was just placed. */
  before: OrderRow | null;
}

/**
 * Places the demo's orders as stores would, records their clients' money, and moves the orders through their lifecycle as
 * operators would. Skips everything that an earlier call has done, so that an interrupted start can be resumed.
 */
export async function placeDemoOrders(
  app: INestApplicationContext,
  { clients }: DemoAccess,
): Promise<void> {
  for (const client of DEMO_CLIENTS) {
    const access = clients.find(({ name }) => name === client.name);
    if (access === undefined || client.orders.length === 0) continue;
    const credentials = { authorization: [`Bearer ${access.token}`], domain: access.domain };
    const caller = await app.get(AuthService).authenticate(credentials);
    await bringAbout(app, caller, client);
  }
}

async function bringAbout(
  app: INestApplicationContext,
  caller: Caller,
  client: DemoClient,
): Promise<void> {
  const placed: PlacedOrder[] = [];
  for (const order of client.orders) placed.push(await place(app, caller, order));
  await recordTransfer(app, caller, client, placed);
  for (const { number, life, before } of placed) {
    for (const step of life) {
      if (before === null || !isDone(step, before)) await take(app, number, step);
    }
  }
  await moveMoney(app, caller, client);
}

async function place(
  app: INestApplicationContext,
  caller: Caller,
  order: DemoOrder,
): Promise<PlacedOrder> {
  const { request } = order;
  const before = await app
    .get(OrderStatusService)
    .findStatus(caller.clientId, request.storeOrderId);
  if (before !== null) return { ...order, number: before.orderNumber, before };
  const { orderNumber } = await app.get(OrdersService).placeOrder(caller, request);
  return { ...order, number: orderNumber, before };
}

/** Records the client's transfer. Its reference prevents a repetition. */
async function recordTransfer(
  app: INestApplicationContext,
  { clientId }: Caller,
  { transfer }: DemoClient,
  placed: readonly PlacedOrder[],
): Promise<void> {
  if (transfer === undefined) return;
  const { reference, amountMinor, pays } = transfer;
  const orderNumbers = placed
    .filter(({ request }) => pays.includes(request.storeOrderId))
    .map(({ number }) => number);
  const money = { source: 'bank', amountMinor, receivedAt: null } as const;
  await app
    .get(ReceiptsService)
    .record({ ...money, clientId, reference, orderNumbers }, { reference });
}

/** Records the payout, which its reference makes unique, and proposes the correction if the client has no proposal. */
async function moveMoney(
  app: INestApplicationContext,
  { clientId }: Caller,
  { payout, proposal }: DemoClient,
): Promise<void> {
  if (payout !== undefined) {
    await app.get(WalletsService).payOut({ clientId, ...payout }, payout);
  }
  if (proposal === undefined) return;
  const adjustments = app.get(AdjustmentsService);
  const { rows } = await adjustments.list({ clientId }, { beforeId: null, limit: 1 });
  if (rows.length === 0) {
    await adjustments.propose({ clientId, reference: null, ...proposal }, 'unkeyed');
  }
}

function isDone(step: DemoStep, { status, paymentStatus, shipment }: OrderRow): boolean {
  switch (step) {
    case 'payFromWallet':
      return paymentStatus !== 'unpaid';
    case 'deliver':
      return status === 'delivered';
    case 'return':
      return status === 'returned';
    case 'cancel':
      return status === 'cancelled';
    default:
      if ('ship' in step) return shipment !== null;
      return 'close' in step ? status === 'shipped' : paymentStatus === 'refunded';
  }
}

async function take(
  app: INestApplicationContext,
  orderNumber: string,
  step: DemoStep,
): Promise<void> {
  const orders = app.get(OrderLifecycleService);
  // An order that is in the status of a step does not take it again.
  const key = { reference: orderNumber };
  switch (step) {
    case 'payFromWallet':
      await app
        .get(OrderPaymentsService)
        .pay(orderNumber, { method: 'wallet', reference: null }, key);
      return;
    case 'deliver':
      return orders.deliver(orderNumber);
    case 'return':
      return orders.return(orderNumber);
    case 'cancel':
      return orders.cancel(orderNumber, {}, key);
    default:
      if ('ship' in step) return app.get(ShippingService).ship(orderNumber, step.ship);
      if ('close' in step) return app.get(ShippingService).close(orderNumber, step.close, key);
      await app
        .get(RefundsService)
        .refund(orderNumber, { amountMinor: null, reference: null, ...step.refund }, key);
  }
}
