import { TestApp } from '../app.js';
import { givenClient, givenProduct, type GivenClient } from '../shop/given.js';
import { ClientProgram, type ClientOptions, type Language } from './client-program.js';
import { FlakyProxy } from './flaky-proxy.js';
import { scratchFolder } from './run.js';

export let app: TestApp;
export let client: GivenClient;
export let sku: string;
export let proxy: FlakyProxy;
export let folder: string;
export let clientWith: (options?: ClientOptions) => ClientProgram;
export let store: ClientProgram;
const started: ClientProgram[] = [];

/** Starts the service and a client in a language before it. */
export async function openShop(language: Language): Promise<void> {
  app = await TestApp.start();
  client = await givenClient(app);
  ({ sku } = await givenProduct(app, { sku: 'TW-GLS-06' }));
  const serviceUrl = app.baseUrl;
  proxy = await FlakyProxy.before(serviceUrl);
  folder = await scratchFolder();
  await ClientProgram.download(language, serviceUrl, folder);
  const ours = { baseUrl: proxy.baseUrl, token: client.token, domain: client.domain };
  clientWith = (options = {}) => {
    const program = ClientProgram.start(language, folder, ours, options);
    started.push(program);
    return program;
  };
  store = clientWith();
}

/** Ends the service and the programs of one language, so that few run at once. */
export async function closeShop(): Promise<void> {
  for (const program of started.splice(0)) await program.stop();
  await app.expectInvariants();
  await app.stop();
}
