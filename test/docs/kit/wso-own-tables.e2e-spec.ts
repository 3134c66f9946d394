import { givenMirrorStage, INSTALLED, KINDS } from '../../support/wso/mirror-stage.js';
import { outboxOf, requestOf } from '../../support/wso/outbox.js';
import { WsoProgram } from '../../support/wso/wso-program.js';
import { givenProduct } from '../../support/shop/given.js';
import { eventually } from '../../support/eventually.js';

const stage = await givenMirrorStage();
const { app, shop, wso, databases, proxy } = stage;
const { insert, rowOf } = outboxOf(stage);
await givenProduct(app, { sku: 'CUP', stock: 1_000 });

const isFine: unknown = expect.stringMatching(/^✓ /);
/** Findings about the credentials, and about tables without a fault. */
const FIVE = [isFine, isFine, isFine, isFine, isFine];
const NINE = [...FIVE, isFine, isFine, isFine, isFine];

/** How a table of the merchant names rows of the mirror: in PostgreSQL, the rule is checked at the end of a transaction. */
const RULES = {
  PostgreSQL: { key: 'varchar(64)', end: 'DEFERRABLE INITIALLY DEFERRED' },
  MariaDB: { key: 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', end: '' },
};

/** A cursor of another database. */
const UNKNOWN_CURSOR = 'MDEyMzQ1Njc4OWFiLjEuNw';

const patch = (sku: string, body: object) =>
  app.admin('patch', `products/${sku}`, body).expect(200);

describe.each(KINDS)('wso mirror next to a merchant’s own tables in %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;
  const query = (sql: string) => databases[kind].query(sql);
  const mirror = () => stage.mirror(kind);
  const linesOf = async (...args: string[]) => {
    const { status, stdout, stderr } = await wso.run(...args);
    return [status, ...`${stdout}${stderr}`.trim().split('\n')];
  };
  const doctor = () => linesOf('doctor', '--to', databases[kind].url);

  test('says that there are no tables yet, or tables of another shape, and leaves these as they are', async () => {
    const url = await databases[kind].schema('own');
    expect(await linesOf('doctor', '--to', url)).toEqual([
      ...[1, ...FIVE],
      '✗ The database answers, but the tables do not exist yet: run wso mirror.',
    ]);
    expect(await linesOf('verify', '--to', url)).toEqual([
      1,
      'wso: the tables do not exist yet: run wso mirror',
    ]);
    await query('CREATE TABLE own.wso_product (id int, title text)');
    const advice = kind === 'PostgreSQL' ? /use another schema: \?schema=/ : /use another database/;
    const shape: unknown = expect.stringMatching(
      new RegExp(
        `tables of another shape exist: wso_product lacks sku, name, .*; ${advice.source}`,
      ),
    );
    expect(await linesOf('mirror', '--once', '--to', url)).toEqual([1, shape]);
    expect(await linesOf('doctor', '--to', url)).toEqual([1, ...FIVE, shape]);
    const tables = `SELECT 1 FROM information_schema.tables WHERE table_schema = 'own'`;
    expect(await query(tables)).toHaveLength(1);
    await query('DROP TABLE own.wso_product');
    expect((await linesOf('mirror', '--once', '--to', url))[0]).toBe(0);
    expect(await query('SELECT name FROM own.wso_sync')).toHaveLength(2);
  });

  test('adds the columns that tables of an earlier version lack', async () => {
    await mirror();
    await query('ALTER TABLE wso_sync DROP COLUMN blocked');
    await query('ALTER TABLE wso_sync ADD shop_note varchar(9)');
    expect((await doctor()).at(-1)).toMatch(/but the tables are those of an earlier version: /);
    await mirror();
    expect(await query('SELECT blocked, shop_note FROM wso_sync')).toHaveLength(2);
  });

  test('goes on past products that foreign keys keep as they are, until these allow their change', async () => {
    const [gone, shown, sold, id] = ['GONE', 'SHOWN', 'SOLD', 'AFTER'].map((n) => `${kind}-${n}`);
    const images = ['https://images.example/1.jpg', 'https://images.example/2.jpg'];
    await givenProduct(app, { sku: gone });
    await givenProduct(app, { sku: shown, images, stock: 20 });
    await givenProduct(app, { sku: sold });
    await mirror();
    const { key, end } = RULES[kind];
    await query(
      `CREATE TABLE sale (sku ${key}, FOREIGN KEY (sku) REFERENCES wso_product (sku) ${end})`,
    );
    await query(
      `CREATE TABLE page (sku ${key}, image bigint, FOREIGN KEY (sku, image) REFERENCES wso_image (sku, position) ${end})`,
    );
    await query(`INSERT INTO sale VALUES ('${gone}')`);
    await query(`INSERT INTO page VALUES ('${shown}', 2)`);
    await patch(gone!, { active: false });
    await patch(shown!, { images: images.slice(1), base_price: 30 });
    await patch(sold!, { base_price: 20 });
    await insert(kind, id!, requestOf());
    await mirror();
    const prices = async () =>
      (
        await query(`SELECT wholesale_price FROM wso_product WHERE sku IN ('${gone}', '${shown}', '${sold}')
          ORDER BY sku`)
      ).map(({ wholesale_price: price }) => Number(price));
    expect(await prices()).toEqual([100, 100, 20]);
    expect(await rowOf(kind, id!)).toMatchObject({ status: 'awaiting_payment', error: null });
    // A sale changes nothing but the stock of a product.
    await shop.orders.place({ sku: shown!, quantity: 1 });
    await mirror();
    const refused = (sku: string | undefined): unknown =>
      expect.stringMatching(new RegExp(`^✗ ${sku} keeps what it was, .* foreign key constraint`));
    expect(await doctor()).toEqual([...[1, ...NINE], ...[refused(gone), refused(shown)]]);
    await query('DELETE FROM sale');
    await query('DELETE FROM page');
    await mirror();
    expect(await prices()).toEqual([30, 20]);
    expect(await doctor()).toEqual([0, ...NINE]);
    expect(await stage.verify(kind)).toMatchObject([{ different: [] }, { different: [] }]);
  });

  test('places a lost order again although a foreign key keeps its row', async () => {
    const [id, lost] = [`${kind}-LOST`, 'WO-0000000000'];
    await insert(kind, id, requestOf());
    await query(
      `UPDATE wso_outbox SET sent = request, order_number = '${lost}', status = 'pending' WHERE store_order_id = '${id}'`,
    );
    await query(`INSERT INTO wso_order (order_number, store_order_id, status, payment_status, total_amount, placed_at, items, timeline, changed_at)
      VALUES ('${lost}', '${id}', 'pending', 'paid', 1, CURRENT_TIMESTAMP, '[]', '[]', CURRENT_TIMESTAMP)`);
    const { key, end } = RULES[kind];
    await query(
      `CREATE TABLE note (number ${key}, FOREIGN KEY (number) REFERENCES wso_order (order_number) ${end})`,
    );
    await query(`INSERT INTO note VALUES ('${lost}')`);
    await query(`UPDATE wso_sync SET next_cursor = '${UNKNOWN_CURSOR}' WHERE name = 'orders'`);
    const numbers = async () =>
      (
        await query(
          `SELECT order_number FROM wso_order WHERE store_order_id = '${id}' ORDER BY order_number`,
        )
      ).map(({ order_number }) => order_number);
    await mirror();
    await mirror();
    const { order_number } = await shop.orders.get(id);
    expect(await rowOf(kind, id)).toMatchObject({ order_number, status: 'awaiting_payment' });
    expect(await numbers()).toEqual([lost, order_number]);
    await query('DELETE FROM note');
    await mirror();
    expect(await numbers()).toEqual([order_number]);
  });

  test('outlasts an ended subscription at its start, and waits for another mirror', async () => {
    const mirroring = () => wso.spawn('mirror', '--every', '0.1', '--to', databases[kind].url);
    const isCurrent = async (price: number) => {
      await patch('CUP', { base_price: price });
      await eventually(async () => {
        const [row] = await query(`SELECT wholesale_price FROM wso_product WHERE sku = 'CUP'`);
        return Number(row?.wholesale_price) === price;
      });
    };
    const page = JSON.stringify({ code: 'subscription_inactive', message: 'It has ended.' });
    const ended = { status: 403, page, type: 'application/json' };
    proxy.next(ended);
    await expect(mirror()).rejects.toThrow('subscription_inactive: It has ended.');
    proxy.next(ended);
    const second = mirroring();
    await eventually(() => proxy.seen.length > 0);
    const first = mirroring();
    await isCurrent(20);
    await expect(mirror()).rejects.toThrow(/^another wso mirror works on these tables: /);
    expect(stage.hasSaid('another wso mirror works on these tables: waiting')).toBe(true);
    await WsoProgram.kill(first);
    await isCurrent(30);
    await WsoProgram.kill(second);
    await mirror();
  });
});
