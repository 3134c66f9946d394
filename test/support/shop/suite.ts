import { TestApp } from '../app.js';
import { Admin } from './admin.js';
import { givenShop, type Shop } from './shop.js';

/** The service that a suite tests, an operator and a store of it. */
interface Suite {
  app: TestApp;
  admin: Admin;
  shop: Shop;
}

/** Starts the service for a suite, and checks the stored data at its end. */
export async function givenSuite(env?: Record<string, string>): Promise<Suite> {
  const app = await TestApp.start(env);
  afterAll(() => app.expectInvariants());
  return { app, admin: new Admin(app), shop: await givenShop(app) };
}
