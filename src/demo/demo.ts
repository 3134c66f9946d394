import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { ProductAdministrationService } from '../catalog/administration/product-administration.service.js';
import { AuthService } from '../auth/auth.service.js';
import { TokensService } from '../auth/tokens.service.js';
import { ClientAdministrationService } from '../clients/administration/client-administration.service.js';
import { Client } from '../clients/client.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import { Product } from '../catalog/product.entity.js';
import { asOneTransaction } from '../platform/database/transaction.js';
import type { Caller } from '../platform/http/caller.js';
import { AppError } from '../platform/http/errors.js';
import { OrderLifecycleService } from '../orders/fulfillment/order-lifecycle.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { Plan } from '../plans/plan.entity.js';
import { PlansService } from '../plans/plans.service.js';
import type { StockInput } from '../stock/stock-input.js';
import { demoCatalog, type DemoProduct } from './demo-catalog.js';
import { DEMO_CLIENTS, DEMO_PLANS, type DemoClient, type DemoOrder } from './demo-clients.js';

/** What DATA_DIR/demo.json holds: how to call the demo. */
export interface DemoAccess {
  base_url: string;
  admin_token: string | null;
  clients: {
    name: string;
    plan: string;
    subscription: string;
    token: string;
    /** Of the one client that has one. */
    test_token?: string;
    domain: string;
  }[];
}

/**
 * Fills an empty database with the demo, all of it or nothing; the tokens are kept before it is stored, so
 * that no demo is without them.
 *
 * @returns null when the database holds something else than this DATA_DIR's demo
 */
export async function provideDemo(
  app: INestApplicationContext,
  dataDir: string,
  access: Omit<DemoAccess, 'clients'>,
): Promise<DemoAccess | null> {
  if (!(await isEmptyDatabase(app))) {
    const kept = await readDemo(dataDir);
    return kept !== null && (await isKnown(app, kept)) ? { ...kept, ...access } : null;
  }
  return asOneTransaction(app.get(DataSource), async () => {
    const demo = { ...access, clients: await fill(app) };
    await keepDemo(dataDir, demo);
    return demo;
  });
}

/** Whether the tokens are this database's. */
async function isKnown(app: INestApplicationContext, { clients }: DemoAccess): Promise<boolean> {
  const [client] = clients;
  if (client === undefined) return false;
  const { token, domain } = client;
  return app
    .get(AuthService)
    .authenticate({ authorization: [`Bearer ${token}`], domain })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
}

/** True where nobody has made a client, a plan or a product yet. */
export async function isEmptyDatabase(app: INestApplicationContext): Promise<boolean> {
  const { manager } = app.get(DataSource);
  for (const entity of [Client, Plan]) if (await manager.exists<object>(entity)) return false;
  return !(await manager.existsBy(Product, { testScenario: IsNull() }));
}

/** Keeps how to call the demo in DATA_DIR/demo.json, readable by its owner only; never half of it. */
export async function keepDemo(dataDir: string, demo: DemoAccess): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const fresh = `${demoFile(dataDir)}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, demoFile(dataDir));
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

/** The kept demo; null where there is none that can be read. */
async function readDemo(dataDir: string): Promise<DemoAccess | null> {
  try {
    return JSON.parse(await readFile(demoFile(dataDir), 'utf8')) as DemoAccess;
  } catch {
    return null;
  }
}

async function fill(app: INestApplicationContext): Promise<DemoAccess['clients']> {
  const planIds = new Map<string, number>();
  for (const plan of DEMO_PLANS) {
    planIds.set(plan.code, (await app.get(PlansService).createPlan(plan)).id);
  }
  for (const product of demoCatalog) {
    await app.get(ProductAdministrationService).createProduct(
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
  const clients: DemoAccess['clients'] = [];
  for (const client of DEMO_CLIENTS) clients.push(await addClient(app, client, planIds));
  return clients;
}

function stockInput({ stock }: DemoProduct): StockInput {
  return typeof stock === 'number'
    ? { stockQty: stock, variationStocks: null }
    : { stockQty: null, variationStocks: stock };
}

async function addClient(
  app: INestApplicationContext,
  { name, email, domain, subscription, orders, isForTrying = false }: DemoClient,
  planIds: ReadonlyMap<string, number>,
): Promise<DemoAccess['clients'][number]> {
  const administration = app.get(ClientAdministrationService);
  const client = await administration.createClient({ name, email }, subscription);
  const tokens = app.get(TokensService);
  const { token } = await tokens.issueToken(client.id, domain);
  const testToken = isForTrying ? await tokens.issueToken(client.id, domain, null, 'test') : null;
  const planId = planIds.get(subscription.plan) ?? 0;
  for (const order of orders) {
    await addOrder(app, { clientId: client.id, planId, tokenHash: null, isTest: false }, order);
  }
  const hasEnded = subscription.endsAt !== undefined && subscription.endsAt <= new Date();
  return {
    name,
    plan: subscription.plan,
    subscription: hasEnded ? 'ended' : subscription.status,
    token,
    ...(testToken !== null && { test_token: testToken.token }),
    domain,
  };
}

async function addOrder(
  app: INestApplicationContext,
  caller: Caller,
  { request, life }: DemoOrder,
): Promise<void> {
  const { orderNumber } = await app.get(OrdersService).placeOrder(caller, request);
  const orderLife = app.get(OrderLifecycleService);
  for (const step of life) {
    if (step === 'pay')
      await orderLife.pay(orderNumber, { method: 'bank_transfer', reference: null });
    else if (step === 'deliver') await orderLife.deliver(orderNumber);
    else if (step === 'cancel') await orderLife.cancel(orderNumber);
    else await orderLife.ship(orderNumber, step.ship);
  }
}
