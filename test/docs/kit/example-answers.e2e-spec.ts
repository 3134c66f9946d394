import { join } from 'node:path';
import { UNLIMITED } from '../../support/app.js';
import { ExampleStore } from '../../support/documents/example-store.js';
import { FlakyProxy, type Fault } from '../../support/processes/flaky-proxy.js';
import { run, scratchFolder } from '../../support/processes/run.js';
import { orderBody, storeEnv } from '../../support/shop/given.js';
import { givenSuite, givenTestShop } from '../../support/shop/shop.js';
import { TestOrders } from '../../support/shop/test-orders.js';

const { app, shop } = await givenSuite(UNLIMITED);
const test = await givenTestShop(shop);
const time = new TestOrders(test);
const folder = await scratchFolder();
const proxy = await FlakyProxy.before(app.baseUrl);

const tester = await ExampleStore.download(folder, storeEnv(proxy.baseUrl, test.client));
await tester.start();
afterAll(() => tester.kill());

describe('the example store, with a test token', () => {
  const [sent, late, unsent] = ['SENT', 'TOO-LATE', 'UNSENT'];

  /** Places an order whose delivery fails. */
  const givenFailed = async (id: string) => {
    await tester.order(id, orderBody({ sku: 'WSO-TEST-FAILED-DELIVERY', quantity: 1 }));
    const { order_number: number } = await tester.orderIn(['awaiting_payment'], id);
    await time.pass(100, number!);
    return { number: number!, shipmentId: await time.failed(number!) };
  };
  const passSince = (code: string, shipmentId: number) => app.sql`
    UPDATE shipment_events SET at = at - interval '30 seconds'
      WHERE shipment_id = ${shipmentId} AND code LIKE ${code}`;
  const keysOfAnswers = () =>
    proxy.seen
      .filter(({ url }) => url!.endsWith('/answer'))
      .map(({ headers }) => headers['idempotency-key']);

  it('shows a failed delivery, sends the answer once though it is killed, and says in words that one is too late', async () => {
    await tester.order(unsent, orderBody({ sku: 'WSO-TEST-FAILED-DELIVERY', quantity: 1 }));
    const { order_number: other } = await tester.orderIn(['awaiting_payment'], unsent);
    const { number, shipmentId } = await givenFailed(sent);
    const words = expect.stringMatching(/^Try again/) as unknown;
    expect(await tester.shipmentOf(sent, ({ failure }) => failure !== null)).toMatchObject({
      id: shipmentId,
      state: 'failed_attempt',
      failure: { attempt: 1, reason: 'unavailable', actions: [{ action: 'reattempt', words }] },
    });
    expect(await tester.answerFailure(sent, shipmentId, 'return')).toEqual({
      message: 'This delivery does not take this answer.',
    });

    proxy.nextOf('POST', 'lost', ...Array<Fault>(9).fill('silent'));
    await tester.answerFailure(sent, shipmentId);
    const answers = () => app.sql`SELECT 1 FROM shipment_events
      WHERE shipment_id = ${shipmentId} AND code = 'TEST-ANSWER'`;
    await tester.eventually('answers', async () => (await answers()).length > 0 || null);
    const first = keysOfAnswers();
    await tester.kill();
    await time.pass(100, other!);
    const unanswered = await time.failed(other!);
    await passSince('%', unanswered);
    proxy.next();
    await tester.start();
    await tester.shipmentOf(sent, ({ answer }) => answer?.state === 'sent');
    expect(new Set([...first, ...keysOfAnswers()]).size).toBe(1);

    proxy.next();
    const again = await tester.answerFailure(sent, shipmentId);
    expect(again.shipments).toMatchObject([{ answer: { attempt: 1, state: 'sent' } }]);
    await passSince('TEST-ANSWER', shipmentId);
    await time.pass(90, number);
    await time.reached(number, 'delivered');
    await tester.orderIn(['delivered'], sent);

    const message = 'It is too late for this answer. The courier decides what happens next.';
    const expectTooLate = async (id: string, shipment: number) => {
      await tester.answerFailure(id, shipment);
      expect(
        await tester.shipmentOf(id, ({ answer }) => answer?.state === 'refused'),
      ).toMatchObject({ answer: { message } });
    };
    await tester.shipmentOf(unsent, ({ failure }) => failure !== null);
    await expectTooLate(unsent, unanswered);
    // Neither the answer that was sent, nor one that is known to be too late.
    expect([keysOfAnswers(), await answers()]).toEqual([[], [expect.anything()]]);
    const { shipmentId: answered } = await givenFailed(late);
    await tester.shipmentOf(late, ({ failure }) => failure !== null);
    await passSince('%', answered);
    await expectTooLate(late, answered);
    expect(keysOfAnswers()).toHaveLength(1);
  });
});

it('the example store goes on if the service loses an order whose answer is on the way', async () => {
  const line = {
    id: 'LOST',
    state: 'shipped',
    orderNumber: 'WO-1',
    body: {},
    answers: { 12: { until: '2100-01-01', body: {}, idempotencyKey: 'answer', state: 'waiting' } },
  };
  const program = `
    import { writeFile } from 'node:fs/promises';
    import { Outbox } from './outbox.js';
    await writeFile('lost.jsonl', ${JSON.stringify(`${JSON.stringify(line)}\n`)});
    const outbox = await Outbox.open('lost.jsonl');
    const store = {
      answerFailedDelivery: () => outbox.follow(store),
      listOrders: () => ({ reset: true, data: [], has_more: false, next_cursor: '1' }),
      reconcileOrders: () => ({ data: [{ store_order_id: 'LOST', state: 'missing' }] }),
    };
    await outbox.send(store);
    process.stdout.write(outbox.get('LOST').state);`;
  const cwd = join(folder, 'package');
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd });
  expect(stdout).toBe('waiting');
});
