import pg from 'pg';
import type { Response } from 'supertest';
import { TestApp } from '../../support/app.js';
import { givenDatabase, pgOptions } from '../../support/database/database.js';
import { givenClient, givenProduct, orderBody, unique } from '../../support/shop/given.js';

const database = await givenDatabase();
const app = await TestApp.startOn(database.connection);
const client = await givenClient(app);
const outsider = new pg.Client(pgOptions(database.connection));
await outsider.connect();

describe('orders of a stock level that another transaction has locked', () => {
  afterAll(async () => {
    await app.expectInvariants();
    await outsider.end();
  });
  const order = async (sku: string): Promise<Response> =>
    app.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }));
  const statusesOf = async (answers: Promise<Response>[]): Promise<number[]> =>
    (await Promise.all(answers)).map(({ status }) => status);

  it('wait while others are placed, and fail with 503 after the time limit', async () => {
    const locked = await givenProduct(app, { sku: unique('LOCKED') });
    const free = await givenProduct(app);
    await outsider.query('BEGIN');
    await outsider.query('SELECT FROM stock_levels WHERE product_id = $1 FOR UPDATE', [locked.id]);
    const waiting = Array.from({ length: 30 }, () => order(locked.sku));
    // One after the other: a crowd of them could wait too long for each other on a busy machine.
    for (let count = 0; count < 10; count += 1) expect((await order(free.sku)).status).toBe(201);
    await app.get(`/api/products/${locked.sku}/stock`, client.headers).expect(200);
    expect(await statusesOf(waiting)).toEqual(Array(30).fill(503));
    const { body, headers } = await waiting[0]!;
    expect([body, headers['retry-after']]).toMatchObject([{ code: 'unavailable' }, '1']);
    await outsider.query('ROLLBACK');
    expect((await order(locked.sku)).status).toBe(201);
  });

  it('are placed if the lock is released in time', async () => {
    const { id, sku } = await givenProduct(app);
    await outsider.query('BEGIN');
    await outsider.query('SELECT FROM stock_levels WHERE product_id = $1 FOR UPDATE', [id]);
    const waiting = Array.from({ length: 3 }, () => order(sku));
    await outsider.query('SELECT pg_sleep(0.3)');
    await outsider.query('ROLLBACK');
    expect(await statusesOf(waiting)).toEqual([201, 201, 201]);
  });
});
