import {
  createStoreClient,
  type StoreClient,
  type StoreClientOptions,
} from '../../../clients/typescript/src/index.js';
import { StoreApiError } from '../../../clients/typescript/src/store-api-error.js';
import { TestApp } from '../app.js';
import { givenClient, givenProduct, orderBody, unique, type GivenClient } from '../shop/given.js';
import { FlakyProxy } from './flaky-proxy.js';

/** A service behind a network that can fail, and stores that use the TypeScript client. */
export interface TypeScriptStore {
  app: TestApp;
  client: GivenClient;
  sku: string;
  proxy: FlakyProxy;
  clientWith: (options?: Partial<StoreClientOptions>) => StoreClient;
}

/** Makes a service with one product, behind a network that can fail. */
export async function givenTypeScriptStore(): Promise<TypeScriptStore> {
  const app = await TestApp.start();
  const client = await givenClient(app);
  const { sku } = await givenProduct(app, { sku: 'TW-GLS-06' });
  const proxy = await FlakyProxy.before(app.baseUrl);
  const { token, domain } = client;
  return {
    app,
    client,
    sku,
    proxy,
    clientWith: (options) =>
      createStoreClient({ baseUrl: proxy.baseUrl, token, domain, ...options }),
  };
}

type Order = Parameters<StoreClient['placeOrder']>[0] & { store_order_id: string };

/** Makes an order with an id of the store. */
export function orderOf(sku: string, quantity = 1): Order {
  return orderBody({ sku, quantity }, { store_order_id: unique('SHOP') }) as unknown as Order;
}

/** Catches the error that a call throws. */
export async function errorOf(call: Promise<unknown>): Promise<StoreApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreApiError);
  return error as StoreApiError;
}
