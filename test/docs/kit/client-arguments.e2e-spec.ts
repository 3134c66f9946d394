import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import { scratchFolder } from '../../support/processes/scratch.js';
import {
  givenTypeScriptStore,
  orderOf,
  type TypeScriptStore,
} from '../../support/processes/typescript-store.js';

/** Function that makes a call, which must fail, and returns the message of its error. */
type Refusal = (operation: string, args: unknown[], key?: string) => Promise<string>;

/** Calls about one product or order, with their further arguments. */
const OF_ONE: [string, ...unknown[]][] = [
  ['getProduct'],
  ['getProductStock'],
  ['getOrderStatus'],
  ['getOrder'],
  ['cancelOrder'],
  ['listOrderDocuments'],
  ['correctOrder', {}],
  ['changeShipping', {}],
  ['requestReturn', {}],
  ['withdrawReturn', 1],
];

let given: TypeScriptStore;
beforeAll(async () => {
  given = await givenTypeScriptStore();
});

async function programOf(language: (typeof LANGUAGES)[number]): Promise<ClientProgram> {
  const { app, client, proxy } = given;
  const folder = await scratchFolder();
  await ClientProgram.download(language, app.baseUrl, folder);
  const { token, domain } = client;
  return ClientProgram.start(language, folder, { baseUrl: proxy.baseUrl, token, domain });
}

async function expectRefusals(refusal: Refusal): Promise<void> {
  given.proxy.next();
  const order = orderOf(given.sku);
  for (const key of ['', 'two\r\nX-Lines: 1', 'end\n', 'Café', '鍵']) {
    for (const [operation, args] of [
      ['placeOrder', [order]],
      ['requestReturn', ['WO-1', {}]],
      ['correctOrder', ['WO-1', {}]],
    ] as const) {
      expect(await refusal(operation, [...args], key)).toMatch(/must be printable ASCII/);
    }
  }
  for (const nothing of ['', '.', '..']) {
    for (const [operation, ...others] of OF_ONE) {
      expect(await refusal(operation, [nothing, ...others])).toBe(
        'the SKU or order number must not be empty, "." or ".."',
      );
    }
  }
  expect(given.proxy.seen).toEqual([]);
}

describe('an argument that cannot be sent is refused at once', () => {
  it.each(LANGUAGES)('by the %s client', async (language) => {
    const program = await programOf(language);
    await expectRefusals(async (operation, args, ...key) => {
      const { error, shown } = await program.refusal(operation, ...args, ...key);
      expect(error.code).toBe('refused_argument');
      return shown;
    });
    await program.stop();
  });

  it('by the TypeScript client', async () => {
    const store = given.clientWith();
    await expectRefusals(async (operation, args, key) => {
      const call = Reflect.get(store, operation) as (...sent: unknown[]) => Promise<unknown>;
      const options = key === undefined ? [] : [{ idempotencyKey: key, ifMatch: key }];
      const error = await call(...args, ...options).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      return (error as TypeError).message;
    });
  });
});
