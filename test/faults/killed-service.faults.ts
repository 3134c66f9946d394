import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { DatabaseConnection } from '../../ormconfig.js';
import { unique } from '../support/shop/given.js';
import { expectInvariants, sqlOn } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { expectOnly, statuses, type Answer } from './support/http.js';
import { drawn, size } from './support/run.js';
import { ask, operate, Shop } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

const BUYERS = 24;
const PAYERS = 16;
/** Initial balance of the wallet, in major units. */
const SAVINGS = 1_000_000_000;

let connection: DatabaseConnection;
let service: Instance;
beforeAll(async () => {
  connection = await stagedDatabase();
  service = await Instance.start(connection);
});

it('the service, killed at full load again and again, has every order that it confirmed to a caller', async () => {
  const figures = new Figures('kill -9');
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(baseUrl, shop.items(turn)));
  await buyers.first(201, performance.now());

  const kills = drawn(size(50, 2), fc.integer({ min: 100, max: 900 }));
  const waits: number[] = [];
  for (const afterMs of kills) {
    await sleep(afterMs);
    waits.push(await service.killAndRespawn(buyers));
  }
  const answers = await buyers.leave();

  expectOnly(answers, 0, 201, 503);
  await figures.keepOrders(connection, answers);
  figures.keep('kills', kills.length);
  figures.keep('answers', JSON.stringify(statuses(answers)));
  figures.within('first 201 after the start, slowest', Math.max(...waits), 3_000);
});

/** A payment that an operator insists on, by its reference. */
interface Payment {
  kind: 'receipt' | 'money' | 'wallet';
  orderNumber: string;
  total: number;
  reference: string;
}

it('the service, killed while money moves, has every payment once', async () => {
  const figures = new Figures('kill -9 during payments');
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const clientId = shop.buyer.id;
  await operate(baseUrl, 'POST', 'receipts', {
    client_id: clientId,
    source: 'bank',
    reference: 'SAVINGS',
    amount: SAVINGS,
  });

  /** Pays an order; a receipt brings one unit more than the order costs. */
  const pay = ({ kind, orderNumber, total, reference }: Payment): Promise<Answer> => {
    if (kind === 'receipt') {
      const more = { amount: total + 1, orders: [orderNumber] };
      const receipt = { client_id: clientId, source: 'bank', reference, ...more };
      return ask(baseUrl, 'POST', 'receipts', receipt);
    }
    const method = kind === 'wallet' ? 'wallet' : 'neft';
    return ask(baseUrl, 'POST', `orders/${orderNumber}/payments`, { method, reference });
  };
  const payments: Payment[] = [];
  const unsure: Payment[] = [];
  const payers = new Crowd(PAYERS, async (turn) => {
    const placed = await shop.order(baseUrl, shop.items(turn));
    if (placed.status !== 201) return placed;
    const payment: Payment = {
      kind: (['receipt', 'money', 'wallet'] as const)[turn % 3] ?? 'wallet',
      orderNumber: String(placed.body.order_number),
      total: Number(placed.body.total),
      reference: unique('PAY'),
    };
    payments.push(payment);
    const answer = await pay(payment);
    if (answer.status === 0 || answer.status === 503) unsure.push(payment);
    return answer;
  });
  await payers.first(201, performance.now());

  const kills = drawn(size(30, 2), fc.integer({ min: 100, max: 900 }));
  for (const afterMs of kills) {
    await sleep(afterMs);
    await service.killAndRespawn(payers);
  }
  const answers = await payers.leave();
  for (const payment of unsure) answers.push(await pay(payment));

  expectOnly(answers, 0, 200, 201, 503);
  const sql = sqlOn(connection);
  const paid = payments.map(({ orderNumber }) => orderNumber);
  const unpaid = await sql`SELECT order_number FROM orders
    WHERE order_number = ANY (${paid}) AND payment_status <> 'paid'`;
  expect(unpaid).toEqual([]);
  const [books] = await sql<{ receipts: string; balance: string }>`
    SELECT (SELECT count(*) FROM receipts) AS receipts, balance_minor AS balance
      FROM ledger_accounts WHERE client_id = ${clientId}`;
  const ofKind = (kind: Payment['kind']) => payments.filter((payment) => payment.kind === kind);
  const spent = ofKind('wallet').reduce((sum, { total }) => sum + total, 0);
  expect({ receipts: Number(books?.receipts), balance: Number(books?.balance) }).toEqual({
    receipts: 1 + payments.length - ofKind('wallet').length,
    balance: Math.round((SAVINGS + ofKind('receipt').length - spent) * 100),
  });
  await expectInvariants(connection);
  figures.keep('kills', kills.length);
  figures.keep('payments, each stored once', payments.length);
  figures.keep('payments repeated because their answer was lost', unsure.length);
  figures.keep('answers', JSON.stringify(statuses(answers)));
});
