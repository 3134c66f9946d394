import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PasswordHasher } from '../../identity/passwords/password-hasher.js';
import { UsersService } from '../../identity/users/users.service.js';
import { BrandService } from '../../identity/brand/brand.service.js';
import { AuthService } from '../../auth/auth.service.js';
import { TokensService } from '../../auth/tokens.service.js';
import { CatalogImportService } from '../../dashboard/products/import-export/catalog-import.service.js';
import { ProductAdministrationService } from '../../dashboard/products/product-administration.service.js';
import { ClientAdministrationService } from '../../dashboard/clients/client-administration.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { readCsv } from '../../platform/csv/csv-reader.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { batchesOf } from '../../platform/file-reading/batches.js';
import { AppError } from '../../platform/http/errors.js';
import { CouriersService } from '../../fulfillment/shipping/couriers.service.js';
import { allowsSandbox } from '../../couriers/couriers.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { PlansService } from '../../plans/plans.service.js';
import { TaxProfilesService } from '../../tax/profile/tax-profiles.service.js';
import { actorOf } from '../../platform/audit/actor.js';
import { DeliveryZonesService } from '../../orders/delivery-zones/delivery-zones.service.js';
import { dateInShop } from '../../platform/time-zone.js';
import {
  DAYS_OF_HISTORY,
  DEMO_CLIENTS,
  DEMO_COURIERS,
  DEMO_PLANS,
  DEMO_ZONES,
  type DemoClient,
} from './demo-clients.js';
import { DEMO_TAX_PROFILE } from './demo-tax-profile.js';
import { keepDemo, readDemo, type DemoAccess } from './demo-file.js';
import {
  DEMO_USERS,
  FINANCE_EMAIL,
  SUPPORT_EMAIL,
  WAREHOUSE_EMAIL,
  type DemoUser,
} from './demo-users.js';
import { proposeDemoEntries } from './demo-approvals.js';
import { addDemoCourier } from './demo-courier.js';
import { addDemoHistory } from './history/demo-history.js';

/** The demo's products as a catalog file. */
const DEMO_CATALOG = new URL('./demo-catalog.csv', import.meta.url);

const DAY_MS = 24 * 60 * 60 * 1000;

const DEMO_LOGO = new URL('./demo-logo.png', import.meta.url);

/** State of a database for a DATA_DIR. `foreign` is anything except the demo of this DATA_DIR. */
type DemoState = 'empty' | 'filling' | 'filled' | 'foreign';

/**
 * Fills an empty database with the demo, or resumes an interrupted start. One transaction stores everything except the entries
 * that wait for approval.
 * - demo.json is written before its commit, so that the demo's tokens are never lost
 * - the regular services propose those entries afterwards; until then demo.json marks the demo as incomplete
 *
 * @returns null if the database contains something else than this DATA_DIR's demo
 */
export async function provideDemo(
  app: INestApplicationContext,
  dataDir: string,
  access: Omit<DemoAccess, 'clients' | 'users'>,
): Promise<DemoAccess | null> {
  const state = await demoState(app, dataDir);
  if (state === 'empty') await fill(app, dataDir, access);
  const kept = state === 'foreign' ? null : await readDemo(dataDir);
  if (kept === null) return null;
  const { is_filling: isFilling, ...demo } = { ...kept, ...access };
  if (isFilling) {
    await app.get(BrandService).putLogo(await readFile(DEMO_LOGO));
    if (allowsSandbox(app.get<Settings>(SETTINGS))) await addDemoCourier(app);
    await proposeDemoEntries(app);
    await keepDemo(dataDir, demo);
  }
  return demo;
}

export async function demoState(app: INestApplicationContext, dataDir: string): Promise<DemoState> {
  if (await isEmptyDatabase(app)) return 'empty';
  const kept = await readDemo(dataDir);
  if (kept === null || !(await isKnown(app, kept))) return 'foreign';
  return kept.is_filling ? 'filling' : 'filled';
}

/** Returns true if there is no client, no plan and no product. */
async function isEmptyDatabase(app: INestApplicationContext): Promise<boolean> {
  const first = { afterId: 0, limit: 1 };
  const lists = await Promise.all([
    app.get(ClientAdministrationService).listClients({}, first),
    app.get(PlansService).listPlans(first),
    app.get(ProductAdministrationService).listRecords(first),
  ]);
  return lists.every(({ rows }) => rows.length === 0);
}

/** Returns true if the tokens belong to this database. */
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

async function fill(
  app: INestApplicationContext,
  dataDir: string,
  access: Omit<DemoAccess, 'clients' | 'users'>,
): Promise<void> {
  await inTransaction(app.get(DataSource), async (manager) => {
    for (const plan of DEMO_PLANS) await app.get(PlansService).addPlan(manager, plan);
    await app.get(CouriersService).putCouriers(manager, DEMO_COURIERS);
    await app.get(DeliveryZonesService).putZones(manager, DEMO_ZONES);
    const effectiveFrom = dateInShop(new Date(Date.now() - (DAYS_OF_HISTORY + 1) * DAY_MS));
    await app.get(TaxProfilesService).putSince(manager, { ...DEMO_TAX_PROFILE, effectiveFrom });
    await app
      .get(CatalogImportService)
      .importWithin(manager, () => batchesOf(readCsv(createReadStream(DEMO_CATALOG))));
    const clients: DemoAccess['clients'] = [];
    const clientIds = new Map<string, number>();
    for (const client of DEMO_CLIENTS) {
      const { name, email, taxParty } = client;
      const data = { name, email, ...taxParty };
      const { id } = await app.get(ClientsService).addClient(manager, data);
      clientIds.set(name, id);
      clients.push(await equipClient(app, manager, id, client));
    }
    const users: DemoAccess['users'] = [];
    const actors = new Map<string, string>();
    for (const user of DEMO_USERS) {
      const { actor, ...access } = await addUser(app, manager, user, clientIds);
      users.push(access);
      actors.set(user.email, actor);
    }
    await addDemoHistory(app, manager, [...clientIds.values()], {
      finance: actors.get(FINANCE_EMAIL)!,
      warehouse: actors.get(WAREHOUSE_EMAIL)!,
      support: actors.get(SUPPORT_EMAIL)!,
    });
    await keepDemo(dataDir, { ...access, clients, users, is_filling: true });
  });
}

async function addUser(
  app: INestApplicationContext,
  manager: EntityManager,
  { email, name, position }: DemoUser,
  clientIds: ReadonlyMap<string, number>,
): Promise<DemoAccess['users'][number] & { actor: string }> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await app.get(PasswordHasher).hash(password);
  const user = { email, name, passwordHash, isDemo: true };
  if (position.kind === 'operator') {
    const { id } = await app.get(UsersService).addUser(manager, { ...user, position });
    const actor = actorOf({ id, email });
    return { email, password, kind: 'operator', roles: position.roles, actor };
  }
  const { kind, client, role } = position;
  const clientId = clientIds.get(client) ?? 0;
  const { id } = await app
    .get(UsersService)
    .addUser(manager, { ...user, position: { kind, clientId, role } });
  return { email, password, kind, roles: [role], client, actor: actorOf({ id, email }) };
}

/** Subscribes a client to its plan and creates its tokens. */
async function equipClient(
  app: INestApplicationContext,
  manager: EntityManager,
  id: number,
  { name, domain, subscription }: DemoClient,
): Promise<DemoAccess['clients'][number]> {
  await app.get(PlansService).putSubscription(manager, id, subscription);
  const tokens = app.get(TokensService);
  // With the wallet, so that every call of the documentation can be tried out.
  const { token } = await tokens.addToken(manager, id, domain, null, 'live', true);
  const testToken = await tokens.addToken(manager, id, domain, null, 'test');
  const hasEnded = subscription.endsAt !== undefined && subscription.endsAt <= new Date();
  return {
    name,
    plan: subscription.plan,
    subscription: hasEnded ? 'ended' : subscription.status,
    token,
    test_token: testToken.token,
    domain,
  };
}
