import fc from 'fast-check';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { unique } from '../../support/shop/given.js';
import { expectBooksBalance, query } from '../support/books.js';
import { clear, type DatabaseProxy, type Weather } from '../support/servers/database-proxy.js';
import { stagedProxy } from '../support/servers/staged-servers.js';
import { stagedService } from '../support/servers/staged-service.js';
import { Figures } from '../support/figures.js';
import { statuses, type Answer } from '../support/http.js';
import { drawn, size } from '../support/run.js';
import { Shop } from '../support/shop.js';
import { stagedDatabase } from '../support/stage.js';

const ATTEMPTS = 50;

/** Cuts every connection as soon as PostgreSQL has stored an order, before its reply reaches the service. */
function losingReply(proxy: DatabaseProxy, hasStored: () => Promise<boolean>): Weather {
  return async (bytes, write, direction) => {
    if (direction === 'to service' && (await hasStored())) {
      proxy.turn(clear);
      proxy.reset();
      throw new Error('the reply is lost');
    }
    write(bytes);
  };
}

let connection: DatabaseConnection;
let proxy: DatabaseProxy;
let service: { baseUrl: string };

beforeAll(async () => {
  connection = await stagedDatabase();
  proxy = await stagedProxy(connection);
  service = await stagedService(proxy.connection);
});

it.each(['store_order_id', 'Idempotency-Key'])(
  'when the reply of the COMMIT of an order is lost callers who ask again with the same %s have one order each and learn its number',
  async (handle) => {
    const figures = new Figures(`lost COMMIT, ${handle}`);
    const shop = await Shop.open(service.baseUrl);
    const answers: Answer[] = [];
    const all = 'SELECT order_number AS number FROM orders WHERE client_id = $1';
    const stored = async (): Promise<string[]> =>
      (await query<{ number: string }>(connection, all, [shop.buyer.id])).map(
        ({ number }) => number,
      );
    const place = async (turn: number, id: string): Promise<Answer> => {
      const answer = await shop.order(service.baseUrl, shop.items(turn), {
        storeOrderId: handle === 'store_order_id' ? id : null,
        idempotencyKey: handle === 'Idempotency-Key' ? id : null,
      });
      answers.push(answer);
      return answer;
    };
    /** Requests until there is an answer. Returns the number of the order. */
    const placeSurely = async (turn: number): Promise<unknown> => {
      const id = unique('LOST');
      let answer = await place(turn, id);
      for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt += 1) {
        answer = await place(turn, id);
      }
      expect(answer.body).toMatchObject(
        answer.status === 409 ? { same_request: true } : { status: 'awaiting_payment' },
      );
      return answer.body.order_number;
    };

    const rounds = drawn(size(250, 6), fc.integer({ min: 1, max: 4 }));
    const known = new Set<unknown>();
    for (const [round, callers] of rounds.entries()) {
      const hasStored = async (): Promise<boolean> => (await stored()).length > known.size;
      proxy.turn(losingReply(proxy, hasStored));
      const numbers = await Promise.all(
        Array.from({ length: callers }, (_, caller) => placeSurely(round * 4 + caller)),
      );
      proxy.turn(clear);
      for (const number of numbers) known.add(number);
      expect(new Set(await stored())).toEqual(known);
    }

    expect(known.size).toBe(rounds.reduce((sum, callers) => sum + callers, 0));
    await expectBooksBalance(connection, answers);
    figures.keep('replies lost', rounds.length);
    figures.keep('orders wanted, one each', known.size);
    figures.keep('answers', JSON.stringify(statuses(answers)));
  },
);
