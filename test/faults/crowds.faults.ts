import type { DatabaseConnection } from '../../ormconfig.js';
import { unique } from '../support/shop/given.js';
import { expectBooksBalance } from './support/books.js';
import { Figures, percentile } from './support/figures.js';
import { duration, statuses, type Answer } from './support/http.js';
import { size } from './support/run.js';
import { operate, Shop, type Buyer } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

function atOnce(count: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
}

describe('crowds at two instances', () => {
  let connection: DatabaseConnection;
  let instances: Instance[];
  const address = (index: number): string => instances[index % 2]!.baseUrl;
  beforeAll(async () => {
    connection = await stagedDatabase();
    instances = [await Instance.start(connection), await Instance.start(connection)];
  });

  it('the last unit is sold once', async () => {
    const figures = new Figures('last unit');
    const shop = await Shop.open(address(0), { products: 1, stock: 0 });
    const item = { sku: shop.sku(0), quantity: 1 };
    const answers: Answer[] = [];
    const rounds = size(500, 4);
    for (let round = 0; round < rounds; round += 1) {
      const more = { delta: 1, reason: 'one more' };
      await operate(address(round), 'POST', `products/${item.sku}/stock/adjustments`, more);
      const round64 = await atOnce(64, (buyer) => shop.order(address(buyer), [item]));
      expect([round, statuses(round64)]).toEqual([round, { 201: 1, 422: 63 }]);
      answers.push(...round64);
    }
    expect(await expectBooksBalance(connection, answers)).toBe(rounds);
    figures.keep('rounds of 64 buyers, one sale each', rounds);
    figures.keep('answer, p99', percentile(answers.map(duration), 0.99), { unit: 'ms' });
  });

  it('one order is made of one store order id, for each client', async () => {
    const figures = new Figures('duplicate storm');
    const shop = await Shop.open(address(0));
    const buyers: Buyer[] = [shop.buyer, await Shop.join(address(0), shop.plan)];
    const answers: Answer[] = [];
    const ids = size(200, 2);
    for (let turn = 0; turn < ids; turn += 1) {
      const storeOrderId = unique('STORM');
      const storms = await Promise.all(
        buyers.map((buyer) =>
          atOnce(200, (index) =>
            shop.order(address(index), shop.items(turn), { buyer, storeOrderId }),
          ),
        ),
      );
      for (const storm of storms) {
        answers.push(...storm);
        const { 201: made, 409: refused = 0, 503: busy = 0 } = statuses(storm);
        expect([made, refused + busy]).toEqual([1, 199]);
        const [number, ...others] = new Set(
          storm.filter(({ status }) => status !== 503).map(({ body }) => body.order_number),
        );
        expect([number, others]).toEqual([expect.stringMatching(/^WO-/), []]);
      }
    }
    expect(await expectBooksBalance(connection, answers)).toBe(ids * 2);
    figures.keep('store order ids, of two clients each', ids);
    figures.keep('answers', JSON.stringify(statuses(answers)));
    figures.keep('answer, p99', percentile(answers.map(duration), 0.99), { unit: 'ms' });
  });
});
