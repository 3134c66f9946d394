import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { openDatabase } from '../../../clients/wso/src/database/open-database.js';
import { PlansService } from '../../../src/plans/plans.service.js';
import { eventually } from '../../support/eventually.js';
import { LIMIT_MS } from '../../support/native/limits.js';
import { expectMirrored } from '../../support/documents/mirrored.js';
import { givenMirrorStage, INSTALLED, KINDS } from '../../support/wso/mirror-stage.js';
import { WsoProgram } from '../../support/wso/wso-program.js';
import { imported } from '../../support/shop/catalog-file.js';
import { givenPlan, givenProduct, givenShirt, SHIPMENT } from '../../support/shop/given.js';
import { givenTestShop } from '../../support/shop/shop.js';

/** Seconds in which the mirror is killed again and again. */
const KILL_SECONDS = Number(process.env.MIRROR_KILL_SECONDS ?? 4);
const SEED = Number(process.env.MIRROR_SEED ?? 20261122);
/** Products of some pages. */
const LARGE = 2_200;

/** A cursor of an unknown database: its name, a plan and a position. */
const UNKNOWN_CURSOR = Buffer.from('0123456789ab.1.7', 'latin1').toString('base64url');
const FORGET_CURSOR = `UPDATE wso_sync SET next_cursor = '${UNKNOWN_CURSOR}'`;

const stage = await givenMirrorStage();
const { app, shop, wso, databases } = stage;

const patch = (sku: string, body: object) =>
  app.admin('patch', `products/${sku}`, body).expect(200);

const where = (sku: string) => `WHERE sku = '${sku}'`;

describe.each(KINDS)('wso mirror to %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;
  const tea = `Tea of ${kind}`;
  const query = (sql: string) => databases[kind].query(sql);
  const mirror = () => stage.mirror(kind);
  const mirrorWith = (...args: string[]) =>
    wso.lines('mirror', '--once', '--to', databases[kind].url, ...args);
  const verify = () => wso.run('verify', '--to', databases[kind].url);
  const expectEqual = () => stage.expectEqual(kind);

  test('copies every product and order exactly, and then what changes', async () => {
    const [hostile, sold, gone] = [`${kind}-ODD`, `${kind}-SOLD`, `${kind}-END`];
    await givenProduct(app, {
      sku: hostile,
      name: `O'Neil \\ "चाय" 🫖`,
      description: "line one\nline two\\'; DROP TABLE wso_product; --",
      category: tea,
      images: ['https://images.example/1.jpg', 'https://images.example/2.jpg'],
    });
    await givenProduct(app, { sku: sold, brand: 'Surya', gstRateBp: 150, weightGrams: 400 });
    await givenProduct(app, { sku: gone });
    // SKUs differ by letter case.
    await givenProduct(app, { sku: gone.toLowerCase() });
    const shirt = await givenShirt(app);
    await patch(shirt.sku, {
      variation_codes: { 'Size:M|Colour:Red': 'M-1' },
      variation_images: { 'Size:L|Colour:Red': 'https://images.example/l.jpg' },
    });
    const number = await shop.orders.place({ sku: sold, quantity: 2 }, { notes: `${kind} — नोट` });
    await mirror();
    await expectEqual();
    await query('ALTER TABLE wso_product ADD shop_price integer');
    await query('CREATE TABLE page (sku varchar(64), title varchar(40))');
    await query(`INSERT INTO page VALUES ('${hostile}', 'my title')`);
    await query(`UPDATE wso_product SET shop_price = 777 ${where(hostile)}`);
    const writtenAt = async (table: string) =>
      (await query(`SELECT changed_at FROM ${table} ${where(hostile)}`))[0]!.changed_at;
    const before = { product: await writtenAt('wso_product'), image: await writtenAt('wso_image') };

    await shop.orders.place({ sku: hostile, quantity: 3 });
    await shop.orders.place({ sku: shirt.sku, quantity: 1, variation: 'M / Red' });
    await app.admin('post', `orders/${number}/payments`, { method: 'cash' }).expect(201);
    for (const items of [[{ line: 1, quantity: 1 }], undefined]) {
      await app.admin('post', `orders/${number}/shipments`, { ...SHIPMENT, items }).expect(201);
    }
    await mirror();
    await expectEqual();
    expect(await writtenAt('wso_product')).toEqual(before.product);

    await patch(hostile, { base_price: 88.5, category: `${tea} & Coffee` });
    await patch(gone, { active: false });
    await mirror();
    await expectEqual();
    expect(await writtenAt('wso_product')).not.toEqual(before.product);
    expect(await writtenAt('wso_image')).toEqual(before.image);
    const [own] = await query(`SELECT shop_price FROM wso_product ${where(hostile)}`);
    expect(own).toEqual({ shop_price: 777 });
    expect(await query('SELECT title FROM page')).toEqual([{ title: 'my title' }]);

    await patch(hostile, { images: ['https://images.example/2.jpg'] });
    await mirrorWith();
    await expectEqual();
  });

  test('reports wrong rows, but not what it has yet to fetch', async () => {
    await query(`UPDATE wso_product SET wholesale_price = 1 ${where(`${kind}-SOLD`)}`);
    await query(`DELETE FROM wso_stock ${where(`${kind}-ODD`)}`);
    await query(
      `INSERT INTO wso_image VALUES ('${`${kind}-END`.toLowerCase()}', 9, 'https://x.example', CURRENT_TIMESTAMP)`,
    );
    await givenProduct(app, { sku: `${kind}-NEW` });
    const { status, stdout } = await verify();
    expect([status, stdout.split('\n')]).toEqual([
      1,
      expect.arrayContaining([
        expect.stringMatching(/^products: \d+ compared, 1 not fetched yet, 3 different$/),
        ...[`${kind}-ODD`, `${kind}-SOLD`, `${kind}-END`.toLowerCase()].map((sku) => `  ${sku}`),
      ]),
    ]);
  });

  test('starts again when the service does not know its cursor, and finds lost orders', async () => {
    await query(FORGET_CURSOR);
    await query(`INSERT INTO wso_product (sku, id, name, description, category, wholesale_price, currency, delivery_charge, changed_at)
      VALUES ('LEFT-OVER', 3, 'x', '', '', 1, 'INR', 1, CURRENT_TIMESTAMP), ('AT-THE-END', 99999999, 'x', '', '', 1, 'INR', 1, CURRENT_TIMESTAMP)`);
    await query(`INSERT INTO wso_order (order_number, status, payment_status, total_amount, placed_at, items, timeline, changed_at)
      VALUES ('WO-0000000000', 'pending', 'paid', 1, CURRENT_TIMESTAMP, '[]', '[]', CURRENT_TIMESTAMP)`);
    await mirror();
    await expectEqual();
  });

  test('copies what is selected, and forgets what no longer is', async () => {
    const skusNow = async () =>
      (await query('SELECT sku FROM wso_product ORDER BY sku')).map(({ sku }) => sku);
    await patch(`${kind}-SOLD`, { category: tea });
    await mirrorWith('--category', tea, `${tea} & Coffee`);
    expect(await skusNow()).toEqual([`${kind}-ODD`, `${kind}-SOLD`]);
    await patch(`${kind}-ODD`, { category: 'Other' });
    await mirrorWith('--category', tea, `${tea} & Coffee`);
    expect(await skusNow()).toEqual([`${kind}-SOLD`]);
    expect((await verify()).status).toBe(0);
    await writeFile(join(stage.folder, 'skus.txt'), `${kind}-ODD\r\n${kind}-NEW\n`);
    await mirrorWith('--sku-file', 'skus.txt');
    expect(await skusNow()).toEqual([`${kind}-NEW`, `${kind}-ODD`]);
    await mirrorWith('--brand', 'Surya', '--category', tea);
    expect(await skusNow()).toEqual([`${kind}-SOLD`]);
    await app
      .service(PlansService)
      .subscribe(shop.client.id, {
        plan: (await givenPlan(app, { discountBp: 500 })).code,
        status: 'active',
      });
    await mirror();
    await expectEqual();
  });

  test('goes on after its connections to the database broke', async () => {
    const child = wso.spawn('mirror', '--to', databases[kind].url);
    const isCurrent = async (price: number) => {
      await patch(`${kind}-ODD`, { base_price: price });
      await eventually(async () => {
        const [row] = await query(
          `SELECT wholesale_price FROM wso_product ${where(`${kind}-ODD`)}`,
        );
        return Number(row?.wholesale_price) === price * 0.95;
      });
    };
    await isCurrent(20);
    await databases[kind].breakConnections();
    await isCurrent(40);
    await WsoProgram.kill(child);
  });

  test('refuses the token of another account', async () => {
    const other = await givenTestShop(shop);
    const testing = wso.with({ STORE_TOKEN: other.client.token });
    const { status, stderr } = await testing.run('mirror', '--once', '--to', databases[kind].url);
    expect([status, stderr]).toEqual([
      1,
      `wso: the tables hold the data of client ${shop.client.id}, live, but the token belongs to client ${shop.client.id}, test: use another database\n`,
    ]);
  });
});

describe.each(KINDS)('the connection of wso to %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;

  test('survives a connection that breaks between two statements of a transaction', async () => {
    const database = await openDatabase(databases[kind].url);
    const broken = database.transaction(async (connection) => {
      await connection.query('SELECT 1');
      await databases[kind].breakConnections();
      const isOpen = () => connection.query('SELECT 1').then(() => true);
      // The news may take until after the next statement.
      while (await isOpen());
    });
    await expect(broken).rejects.toThrow();
    expect(await database.transaction((next) => next.query('SELECT 1 AS one'))).toHaveLength(1);
    await database.close();
  });
});

describe('wso mirror, killed at random', () => {
  it(
    `is equal to the service after ${KILL_SECONDS} s in which prices change`,
    async () => {
      const rows = Array.from({ length: LARGE }, (_, index) => `BULK-${index},Cup ${index},5,1`);
      await imported(app, 'sku,name,base_price,delivery_charge', ...rows);
      const waits = fc.sample(fc.noBias(fc.integer({ min: 300, max: 3_000 })), {
        seed: SEED,
        numRuns: 1_000,
      });
      await givenProduct(app, { sku: 'SOLD-OFTEN', stock: 100_000 });
      for (const kind of INSTALLED) await stage.mirror(kind);
      const until = Date.now() + KILL_SECONDS * 1000;
      const prices = (async () => {
        for (let round = 1; Date.now() < until; round += 1) {
          const some = waits
            .slice(0, 50)
            .map((wait, index) => `BULK-${(wait * round + index) % LARGE}`);
          const changes = [...new Set(some)].map((sku) => `${sku},5.${10 + (round % 90)}`);
          await imported(app, 'sku,base_price', ...changes);
          await shop.orders.place({ sku: 'SOLD-OFTEN', quantity: 1 });
          await sleep(250);
        }
      })();
      await Promise.all(
        INSTALLED.map(async (kind, index) => {
          const { url } = databases[kind];
          const query = (sql: string) => databases[kind].query(sql);
          const progress = async () =>
            (await query(`SELECT progress FROM wso_sync WHERE name = 'products'`))[0]?.progress;
          let withinList = 0;
          for (let round = index; Date.now() < until || withinList === 0; round += 1) {
            // Every other start has to read the full list.
            if (round % 2 === 0) await query(FORGET_CURSOR);
            const child = wso.spawn('mirror', '--every', '0.25', '--to', url);
            const killAt = Date.now() + waits[round % waits.length]!;
            const isInList = async () => (await progress()) !== null;
            // A fast machine reads the list between the times: the first kills wait for the middle of it.
            while (Date.now() < killAt && !(withinList === 0 && (await isInList())))
              await sleep(10);
            await WsoProgram.kill(child);
            if (await isInList()) withinList += 1;
          }
        }),
      );
      await prices;
      for (const kind of INSTALLED) {
        await stage.mirror(kind);
        await expectMirrored(shop, databases[kind]);
      }
    },
    KILL_SECONDS * 1000 + LIMIT_MS,
  );
});
