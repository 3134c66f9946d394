import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AssortmentService } from '../assortment/assortment.service.js';
import { AuthService } from '../auth/auth.service.js';
import { Client } from '../auth/client.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import type { Caller } from '../http/caller.js';
import { OrderLifeService } from '../orders/order-life.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { PlansService } from '../plans/plans.service.js';
import type { StockInput } from '../stock/stock-input.js';
import { demoCatalog, type DemoProduct } from './demo-catalog.js';
import { DEMO_CLIENTS, DEMO_PLANS, type DemoClient, type DemoOrder } from './demo-clients.js';

/** What DATA_DIR/demo.json holds: how to call the demo. */
export interface DemoAccess {
  base_url: string;
  admin_token: string | null;
  clients: { name: string; plan: string; subscription: string; token: string; domain: string }[];
}

type DemoTokens = Pick<DemoAccess, 'clients'>;

/**
 * Fills an empty database with the demo.
 *
 * @returns null when the database holds something else than this DATA_DIR's demo
 */
export async function provideDemo(
  app: INestApplicationContext,
  dataDir: string,
  access: Omit<DemoAccess, 'clients'>,
): Promise<DemoAccess | null> {
  const isEmpty = !(await app.get(DataSource).getRepository(Client).exists());
  const tokens = isEmpty ? await fill(app) : await readTokens(dataDir);
  if (tokens === null) return null;
  const demo = { ...access, clients: tokens.clients };
  await keepDemo(dataDir, demo);
  return demo;
}

/** Keeps how to call the demo in DATA_DIR/demo.json, readable by its owner only. */
export async function keepDemo(dataDir: string, demo: DemoAccess): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(demoFile(dataDir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

async function readTokens(dataDir: string): Promise<DemoTokens | null> {
  try {
    return JSON.parse(await readFile(demoFile(dataDir), 'utf8')) as DemoTokens;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function fill(app: INestApplicationContext): Promise<DemoTokens> {
  const planIds = new Map<string, number>();
  for (const plan of DEMO_PLANS) {
    planIds.set(plan.code, (await app.get(PlansService).createPlan(plan)).id);
  }
  for (const product of demoCatalog) {
    await app.get(AssortmentService).createProduct(
      {
        ...product,
        variations: product.variations ?? [],
        active: product.active ?? true,
      },
      stockInput(product),
    );
    for (const [plan, priceMinor] of Object.entries(product.planPriceMinor ?? {})) {
      await app.get(CatalogService).setPlanPrice(plan, product.sku, priceMinor);
    }
  }
  const clients: DemoTokens['clients'] = [];
  for (const client of DEMO_CLIENTS) clients.push(await addClient(app, client, planIds));
  return { clients };
}

function stockInput({ stock }: DemoProduct): StockInput {
  return typeof stock === 'number'
    ? { stockQty: stock, variationStocks: null }
    : { stockQty: null, variationStocks: stock };
}

async function addClient(
  app: INestApplicationContext,
  { name, email, domain, subscription, orders }: DemoClient,
  planIds: ReadonlyMap<string, number>,
): Promise<DemoTokens['clients'][number]> {
  const client = await app.get(AuthService).createClient({ name, email });
  await app.get(PlansService).subscribe(client.id, subscription);
  const { id: tokenId, token } = await app.get(AuthService).issueToken(client.id, domain);
  const planId = planIds.get(subscription.plan) ?? 0;
  for (const order of orders) {
    await addOrder(app, { clientId: client.id, planId, tokenId }, order);
  }
  const hasEnded = subscription.endsAt !== undefined && subscription.endsAt <= new Date();
  return {
    name,
    plan: subscription.plan,
    subscription: hasEnded ? 'ended' : subscription.status,
    token,
    domain,
  };
}

async function addOrder(
  app: INestApplicationContext,
  caller: Caller,
  { request, life }: DemoOrder,
): Promise<void> {
  const { orderNumber } = await app.get(OrdersService).placeOrder(caller, request);
  const orderLife = app.get(OrderLifeService);
  for (const step of life) {
    if (step === 'pay')
      await orderLife.pay(orderNumber, { method: 'bank_transfer', reference: null });
    else if (step === 'deliver') await orderLife.deliver(orderNumber);
    else if (step === 'cancel') await orderLife.cancel(orderNumber);
    else await orderLife.ship(orderNumber, step.ship);
  }
}
