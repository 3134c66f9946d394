import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import { scratchFolder } from '../../support/processes/run.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { givenClient, orderBody } from '../../support/shop/given.js';
import { TestApp } from '../../support/app.js';

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

const app = await TestApp.start();
const { token, domain } = await givenClient(app);
const proxy = await FlakyProxy.before(app.baseUrl);

async function expectRefusals(refusal: Refusal): Promise<void> {
  proxy.next();
  for (const key of ['', 'two\r\nX-Lines: 1', 'end\n', 'Café', '鍵']) {
    for (const [operation, args] of [
      ['placeOrder', [orderBody({ sku: 'ANY', quantity: 1 })]],
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
  expect(proxy.seen).toEqual([]);
}

describe('an argument that cannot be sent is refused at once', () => {
  it.each(LANGUAGES)(
    'the %s client refuses at once an argument that cannot be sent',
    async (language) => {
      const folder = await scratchFolder();
      await ClientProgram.download(language, app.baseUrl, folder);
      const access = { baseUrl: proxy.baseUrl, token, domain };
      const program = ClientProgram.start(language, folder, access);
      await expectRefusals(async (operation, args, ...key) => {
        const { error, shown } = await program.refusal(operation, ...args, ...key);
        expect(error.code).toBe('refused_argument');
        return shown;
      });
      await program.stop();
    },
  );
});
