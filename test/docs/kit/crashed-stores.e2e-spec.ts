import { ClientProgram, LANGUAGES } from '../../support/processes/client-program.js';
import {
  drawCrashes,
  expectedOrder,
  givenEditedOrder,
  sendAgain,
  type StoreCalls,
} from '../../support/processes/edited-orders.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { scratchFolder } from '../../support/processes/run.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { givenSuite, givenTestShop } from '../../support/shop/shop.js';
import { TestOrders } from '../../support/shop/test-orders.js';

/** Draws the crashes. */
const SEED = 20_261_122;
const DRAWN = 8;

const { app, shop } = await givenSuite();
const { sku } = await givenProduct(app);
const proxy = await FlakyProxy.before(app.baseUrl);
const folder = await scratchFolder();
for (const language of LANGUAGES) await ClientProgram.download(language, proxy.baseUrl, folder);

describe('a store that crashed and whose customer edited the order', () => {
  afterAll(() => app.expectInvariants());

  const access = () => ({ ...shop.client, baseUrl: proxy.baseUrl });

  /** Sends each order by one process, which dies without an answer, and its edited body by another one. */
  const crash = async (
    open: (tries: number) => { withKey: (key: string) => StoreCalls; kill: () => Promise<void> },
  ): Promise<void> => {
    const next = open(5);
    for (const drawn of drawCrashes(SEED, DRAWN)) {
      const order = givenEditedOrder(sku, unique('CRASH'), drawn);
      const key = unique('key');
      const dying = open(1);
      proxy.next(drawn.hasArrived ? 'lost' : { status: 503 });
      expect(await dying.withKey(key).place(order.first)).toHaveProperty('error');
      await dying.kill();
      const number = await sendAgain(next.withKey(key), order.wanted);
      expect(await shop.orders.get(number)).toMatchObject({
        store_order_id: order.first.store_order_id,
        ...expectedOrder(drawn, order),
      });
    }
    await next.kill();
  };

  it.each(LANGUAGES)('adopts, then corrects or cancels it, with the %s client', (language) =>
    crash((tries) => {
      const program = ClientProgram.start(language, folder, access(), { tries });
      const withKey = (key: string): StoreCalls => ({
        place: async (body) => {
          const { result, error } = await program.outcome<{ order_number: string }>(
            'placeOrder',
            body,
            key,
          );
          return error === undefined ? { orderNumber: result!.order_number } : { error };
        },
        correct: (number, change) => program.call('correctOrder', [number, change]),
        cancel: (number) => program.call('cancelOrder', [number]),
      });
      return { withKey, kill: () => program.stop() };
    }),
  );
});

describe('an answer to a failed delivery', () => {
  it.each(LANGUAGES)('is given once though its 200 is lost, by the %s client', async (language) => {
    const test = await givenTestShop(shop);
    const order = await new TestOrders(test).givenFailed();
    const program = ClientProgram.start(language, folder, {
      ...test.client,
      baseUrl: proxy.baseUrl,
    });
    proxy.next('lost', 'cut');
    const answer = { action: 'reattempt' };
    const { number, shipmentId } = order;
    const answered = await program.call('answerFailedDelivery', [number, shipmentId, answer]);
    expect(answered).toMatchObject({ shipments: [{ state: 'at_destination', failure: null }] });
    const keys = proxy.seen.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    await program.stop();
  });
});
