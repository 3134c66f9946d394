import type { AuditEntryDto } from '../../../src/platform/audit/audit.dto.js';
import { TestApp } from '../app.js';
import { Admin } from '../shop/admin.js';
import { givenShop, type Shop } from '../shop/shop.js';

/** The service that the running suite tests. */
export let app: TestApp;
/** An operator of the service. */
export let admin: Admin;
/** The store of the running test. */
export let shop: Shop;

/** Function of a suite that is called before any job of the service has run. */
type Prepare = (app: TestApp) => void;

/** Starts the service for a suite, and checks the stored data after each test. */
export function startSuite(env?: Record<string, string>, prepare?: Prepare): void {
  beforeAll(async () => {
    app = await TestApp.start(env);
    prepare?.(app);
    admin = new Admin(app);
  });
  afterAll(() => app.expectInvariants());
}

/** Starts the service for a suite, and gives each test a store of its own. */
export function startShopSuite(env?: Record<string, string>, prepare?: Prepare): void {
  startSuite(env, prepare);
  beforeEach(async () => {
    shop = await givenShop(app);
  });
}

/** Starts a new service with a store for each test, for suites that compare all stored data. */
export function startForEachTest(prepare?: Prepare, except?: 'settings'): void {
  beforeEach(async () => {
    app = await TestApp.start();
    prepare?.(app);
    admin = new Admin(app);
    shop = await givenShop(app);
  });
  afterEach(async () => {
    await app.expectInvariants(except);
    await app.stop();
  });
}

/** Places an order for units of a new product at 100.00, with 10.00 delivery. Returns its number. */
export async function place(quantity = 1, of = shop): Promise<string> {
  return of.placeNew(quantity);
}

/** Reads the ledger's sum for the accounts of a kind, as the wholesaler sees it. */
export async function ledgerSum(kind: string, of = app): Promise<number> {
  const row = await of.row<{ sum: number }>`
    SELECT coalesce(-sum(p.amount_minor), 0)::bigint AS sum
      FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE a.kind = ${kind}`;
  return row.sum / 100;
}

export async function balance(): Promise<number> {
  return admin.walletBalance(shop.client);
}

/** Lists the entries of the audit log for an action on the store's client, the latest first. */
export async function audited(action: string): Promise<AuditEntryDto[]> {
  const { data } = await admin.audit.list({ limit: 500, subject: `client ${shop.client.id}` });
  return data.filter((entry) => entry.action === action);
}
