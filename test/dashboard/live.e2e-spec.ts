import request from 'supertest';
import { LiveChanges } from '../../src/dashboard/live/live-changes.service.js';
import type { TestApp } from '../support/app.js';
import { pruneNow } from '../support/database/change-log.js';
import { eventually } from '../support/eventually.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { givenShop, givenSuiteOfTwo } from '../support/shop/shop.js';

const { one, two, admin, shop } = await givenSuiteOfTwo();

/** A browser that listens, and what it heard. */
class Listener {
  private heard = '';
  isOver = false;
  private constructor(private readonly answer: Response) {}

  static async open(app: TestApp, { cookie }: TestBrowser): Promise<Listener> {
    const headers = { ...SAME_ORIGIN, Accept: 'text/event-stream', Cookie: cookie! };
    const listener = new Listener(await fetch(`${app.baseUrl}/dashboard/api/changes`, { headers }));
    if (listener.status === 200) void listener.read();
    return listener;
  }

  get status(): number {
    return this.answer.status;
  }

  get headers(): Headers {
    return this.answer.headers;
  }

  /** The kinds that it received since the last time that this was asked. */
  kinds(): string[] {
    const lines = this.heard.split('\n').filter((line) => line.startsWith('data: '));
    this.heard = '';
    const kinds = lines.flatMap((line) => (JSON.parse(line.slice(6)) as { kinds: string[] }).kinds);
    return [...new Set(kinds)].sort();
  }

  async hears(kind: string): Promise<string[]> {
    await eventually(() => this.heard.includes(`"${kind}"`));
    return this.kinds();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const part of this.answer.body!) {
      this.heard += decoder.decode(part as Uint8Array, { stream: true });
    }
    this.isOver = true;
  }
}

describe('browsers that listen for changes', () => {
  it('hear of an order and of money that another instance took, and of no data', async () => {
    const owner = await Listener.open(one, await TestBrowser.ofOperator(one));
    expect(owner.headers.get('content-type')).toBe('text/event-stream');
    expect(owner.headers.get('x-accel-buffering')).toBe('no');
    expect(owner.headers.get('cache-control')).toContain('no-transform');
    const number = await shop.at(two).placeNew();
    expect(await owner.hears('orders')).toContain('stock');
    await admin.orders.pay(number);
    expect(await owner.hears('money')).toContain('orders');
  });

  it('leave no more than one row for each kind and client', async () => {
    const owner = await Listener.open(two, await TestBrowser.ofOperator(two));
    const stored = () =>
      one.sql`SELECT kind, id FROM latest_positions WHERE kind IN ('money', 'order_work', 'orders')
        AND id = ${shop.client.id} ORDER BY kind`;
    for (let count = 0; count < 3; count += 1) {
      await admin.orders.pay(await shop.placeNew());
      await pruneNow(one);
    }
    expect(await one.sql`SELECT FROM change_queue WHERE kind = 'money'`).toEqual([]);
    expect(await one.sql`SELECT FROM numbered_changes WHERE kind = 'money'`).toEqual([]);
    expect(await stored()).toEqual(
      ['money', 'orders'].map((kind) => ({ kind, id: shop.client.id })),
    );
    expect(await owner.hears('money')).toContain('orders');
  });

  it('hear nothing of kinds that their role may not read', async () => {
    const warehouse = await Listener.open(one, await TestBrowser.ofOperator(one, ['warehouse']));
    const catalog = await Listener.open(one, await TestBrowser.ofOperator(one, ['catalog']));
    const owner = await Listener.open(one, await TestBrowser.ofOperator(one));
    await admin.orders.pay(await shop.placeNew());
    await owner.hears('money');
    expect(await warehouse.hears('orders')).not.toContain('money');
    expect(await catalog.hears('stock')).toEqual(['stock']);
  });

  it('hear only of the orders of their own client', async () => {
    const [mine, other] = [await givenShop(one), await givenShop(one)];
    const own = await Listener.open(one, await TestBrowser.ofMember(one, mine.client));
    const others = await Listener.open(one, await TestBrowser.ofMember(one, other.client));
    await other.placeNew();
    expect(await others.hears('orders')).toEqual(['orders']);
    expect(own.kinds()).toEqual([]);
    await mine.placeNew();
    expect(await own.hears('orders')).toEqual(['orders']);
  });

  it('hear nothing more when the person signs out', async () => {
    const browser = await TestBrowser.ofOperator(one);
    const listener = await Listener.open(two, browser);
    await browser.call('delete', 'session');
    await eventually(() => listener.isOver);
  });

  it('have at most eight connections in a session', async () => {
    const browser = await TestBrowser.ofOperator(one);
    const open = () => Listener.open(one, browser);
    const statuses = (await Promise.all(Array.from({ length: 9 }, open))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([...Array<number>(8).fill(200), 429]);
  });

  it('are counted while they listen', async () => {
    const { text } = await request(one.server).get('/metrics');
    expect(Number(/^live_browsers (\d+)/m.exec(text)?.[1])).toBeGreaterThanOrEqual(8);
  });

  it('are sent to another instance when this one drains', async () => {
    const browser = await TestBrowser.ofOperator(two);
    const listener = await Listener.open(two, browser);
    two.service(LiveChanges).beforeApplicationShutdown();
    await eventually(() => listener.isOver);
    expect((await Listener.open(two, browser)).status).toBe(503);
  });
});

it('answers a program that accepts no events at once', async () => {
  const answer = await (await TestBrowser.ofOperator(one)).call('get', 'changes');
  expect(answer).toMatchObject({
    status: 200,
    text: expect.not.stringContaining('data') as string,
  });
});
