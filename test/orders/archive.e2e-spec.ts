import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { OrderArchiveService } from '../../src/orders/archive/order-archive.service.js';
import { scratchFolder } from '../support/processes/run.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { CLI, commandHere, runCommand } from '../support/processes/command-line.js';
import { connectionUrl, execute, openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { inDays, makeAllOlder } from '../support/time.js';

interface Line {
  order: { order_number: string; status: string };
  items: { sku: string }[];
  timeline: { status: string }[];
  shipments: { tracking_number: string; items: object[] }[];
}

const app = await TestApp.start();
const admin = new Admin(app);
let shop: Shop;
let folder: string;
let sku: string;
/** The next file of archived orders, and the one after it. */
let first: string;
let second: string;
beforeEach(async () => {
  shop = await givenShop(app);
  ({ sku } = await givenProduct(app));
  folder = await scratchFolder();
  const { last } = await app.row<{ last: number }>`
    SELECT count(*)::integer AS last FROM order_archives`;
  [first, second] = [nameOf(last + 1), nameOf(last + 2)];
});
afterAll(() => app.expectInvariants());

const nameOf = (archive: number) => `orders-${String(archive).padStart(6, '0')}.jsonl.gz`;
const before = inDays(-100).toISOString().slice(0, 10);

/** Archives orders and returns their number by file. */
async function archive(to = folder): Promise<[file: string, orders: number][]> {
  const files: [string, number][] = [];
  for await (const { file, orders } of app.service(OrderArchiveService).archive(before, to)) {
    files.push([file, orders]);
  }
  return files;
}

async function linesOf(file: string): Promise<Line[]> {
  const text = gunzipSync(await readFile(join(folder, file))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Makes an order that was closed so many days ago. */
async function closed(close: (order: string) => Promise<unknown>, { days = 200, rest = {} } = {}) {
  const order = await shop.orders.place({ sku, quantity: 2 }, rest);
  await close(order);
  await makeAllOlder(app, days, order);
  const untouched = 'UPDATE orders SET updated_at = created_at';
  await execute(app.connection, `${untouched} WHERE order_number = '${order}'`);
  return order;
}

async function deliver(order: string): Promise<void> {
  await admin.sell(order);
  await admin.orders.deliver(order);
}

const cancel = async (order: string): Promise<unknown> => admin.orders.cancel(order);

describe('archiving orders', () => {
  it('is a command that prints each file, and refuses wrong arguments', async () => {
    await closed(cancel);
    const env = { DATABASE_URL: connectionUrl(app.connection) };
    const run = (day: string, to: string, ...more: string[]) =>
      commandHere(folder, ['archive', '--before', day, '--to', to, ...more], env);
    const today = new Date().toISOString().slice(0, 10);
    const noDay = await run('2026-13-01', folder);
    const tooEarly = await run(today, folder);
    const noFolder = await run(before, 'no-such-folder');
    expect(noDay.stderr).toBe('Not done: --before must be a day such as 2026-01-31\n');
    expect(tooEarly.stderr).toContain(`Not done: ${today} is less than 90 days ago`);
    expect(noFolder.stderr).toBe('Not done: no-such-folder is not a folder\n');
    const dry = await run(before, folder, '--dry-run');
    expect(dry).toMatchObject({ status: 0, stdout: '', stderr: expect.stringMatching(/^1 order/) });
    const path = join(folder, first);
    expect(await run(before, folder)).toMatchObject({ status: 0, stdout: `${path}\n` });
    const check = ['archive:verify', '--in', folder];
    const verify = () => commandHere(folder, check, env);
    expect(await runCommand(folder, check, env)).toMatchObject({
      status: 0,
      stdout: `${path}: OK\n`,
    });
    await appendFile(path, 'x');
    const bad = { status: 1, stdout: '', stderr: `Bad files: 1\n${path} has another checksum\n` };
    expect(await verify()).toEqual(bad);
    await rm(path);
    expect(await verify()).toMatchObject({ stderr: `Bad files: 1\n${path} is missing\n` });
  });

  it('moves closed and settled orders into a file and leaves the rest', async () => {
    const delivered = await closed(deliver);
    const canceled = await closed(async (order) =>
      shop.orders.cancel(order, { reason: 'Wrong size' }),
    );
    const recent = await closed(cancel, { days: 95 });
    const open = await closed((order) => Promise.resolve(admin.orders.pay(order)));
    const undecided = await closed(async (order) => {
      await deliver(order);
      await admin.orders.return(order);
    });

    expect(await app.service(OrderArchiveService).count(before)).toBe(2);
    expect(await archive()).toEqual([[first, 2]]);

    const lines = await linesOf(first);
    expect(lines.map(({ order }) => [order.order_number, order.status])).toEqual([
      [delivered, 'delivered'],
      [canceled, 'cancelled'],
    ]);
    expect(lines[0]).toMatchObject({
      items: [{ sku, quantity: 2, shipped_quantity: 2 }],
      shipments: [{ items: [{ line: 1, quantity: 2 }] }],
    });
    expect(lines[1]!.order).toMatchObject({ cancel_reason: 'Wrong size' });
    expect(lines[0]!.timeline.map(({ status }) => status)).toEqual([
      ...['awaiting_payment', 'pending', 'shipped', 'delivered'],
    ]);
    const sha256 = createHash('sha256')
      .update(await readFile(join(folder, first)))
      .digest('hex');
    expect(await readFile(join(folder, `${first}.sha256`), 'utf8')).toBe(`${sha256}  ${first}\n`);

    const { data } = await admin.orders.list();
    expect(data.map(({ order_number: number }) => number).sort()).toEqual(
      [recent, open, undecided].sort(),
    );
    expect(await archive()).toEqual([]);
  });

  it('still answers for an archived order, and refuses a second one with its store order id', async () => {
    const order = await closed(deliver, { rest: { store_order_id: 'S-1' } });
    const { next_cursor: cursor } = await shop.orders.list();
    await archive();

    const known = { code: 'order_not_found', order_number: order, order_status: 'delivered' };
    expect(await shop.orders.status(order).refused(404)).toMatchObject(known);
    expect(await shop.orders.status('S-1').refused(404)).toMatchObject(known);
    expect(await admin.orders.get(order).refused(404)).toMatchObject(known);
    expect(await admin.orders.return(order).refused(404)).toMatchObject(known);
    const archived = { state: 'archived', order_number: order, order: null };
    expect(await shop.orders.reconcile(['S-1'])).toMatchObject([archived]);
    const other = await (await givenShop(app)).orders.status(order).refused(404);
    expect(other).not.toHaveProperty('order_status');

    for (const quantity of [2, 3]) {
      const again = shop.orders.place({ sku, quantity }, { store_order_id: 'S-1' });
      const same = { same_request: quantity === 2, differs: null };
      await again.expectRefusal(409, 'duplicate_order', { ...known, ...same });
    }
    expect((await shop.orders.list({ cursor })).data).toEqual([]);
    expect((await shop.orders.list()).data).toEqual([]);
    const [movement] = (await admin.stock.movements(sku)).data;
    expect(movement).toMatchObject({ delta: -2, order_number: order });
    const { data: entries } = await admin.wallets.entries(shop.client.id);
    expect(entries[0]).toMatchObject({ order_number: order });
  });

  it('keeps the rows of orders that are not archived', async () => {
    const order = await shop.orders.place({ sku, quantity: 1 });
    const remove = (rows: string) => execute(app.connection, `DELETE FROM ${rows}`);
    await expect(remove('order_items')).rejects.toThrow('are frozen');
    await expect(remove(`orders WHERE order_number = '${order}'`)).rejects.toThrow(
      'order_items_order_fk',
    );
  });
});

const isCutOff = (file: Buffer): boolean => file.length === 0;
const isWhole = (file: Buffer): boolean => gunzipSync(file).toString().endsWith('\n');

describe('an archive that was interrupted', () => {
  it.each([
    // The first orders wait to be read then: nothing of them is in the file yet.
    ['while the file is written', 'shipments', 'ACCESS EXCLUSIVE', ['.part'], isCutOff],
    [
      'before the orders are removed',
      'archived_orders',
      'SHARE',
      ['.part', '.sha256.part'],
      isWhole,
    ],
  ])(
    'loses and repeats nothing when it is killed %s',
    async (_, table, lock, endings, isAsExpected) => {
      const left = endings.map((ending) => `${first}${ending}`);
      const order = await closed(deliver);
      const holder = await openTransaction(app.connection);
      await holder.query(`LOCK TABLE ${table} IN ${lock} MODE`);
      const args = ['archive', '--before', before, '--to', folder];
      const child = spawn(process.execPath, [CLI, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, DATABASE_URL: connectionUrl(app.connection) },
      });
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`;
      await eventually(async () => {
        const { rowCount } = (await holder.query(waiting)) as { rowCount: number };
        // The job that writes the words of orders may wait, too.
        return rowCount > 0 && (await readdir(folder)).length === left.length;
      });
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(await readdir(folder)).toEqual(left);
      expect(isAsExpected(await readFile(join(folder, `${first}.part`)))).toBe(true);
      await holder.rollback();

      expect(await shop.orders.status(order)).toMatchObject({ status: 'delivered' });
      expect(await archive()).toEqual([[first, 1]]);
      expect((await linesOf(first)).map((line) => line.order.order_number)).toEqual([order]);
      expect(await readdir(folder)).toEqual([first, `${first}.sha256`]);
    },
  );

  it('overwrites a longer partial file', async () => {
    await closed(cancel);
    await writeFile(join(folder, `${first}.part`), 'x'.repeat(100_000));
    expect(await archive()).toEqual([[first, 1]]);
    expect(await linesOf(first)).toHaveLength(1);
  });

  it('goes on where the disk was full between the two renames', async () => {
    const order = await closed(cancel);
    // Takes the place of the second file, so that its rename fails.
    await mkdir(join(folder, `${first}.sha256`));
    await expect(archive()).rejects.toThrow('EISDIR');
    await rmdir(join(folder, `${first}.sha256`));
    expect(await archive()).toEqual([[first, 1]]);
    expect((await linesOf(first)).map((line) => line.order.order_number)).toEqual([order]);
    expect(await readdir(folder)).toEqual([first, `${first}.sha256`]);
  });

  it('removes no order if the file cannot be written, and says why in one line', async () => {
    const order = await closed(cancel);
    const part = join(folder, `${first}.part`);
    await symlink('/dev/full', part);
    const args = ['archive', '--before', before, '--to', folder];
    const ended = commandHere(folder, args, { DATABASE_URL: connectionUrl(app.connection) });
    expect((await ended).stderr).toMatch(/^Not done: ENOSPC: .*\n$/);
    await rm(part);
    expect(await shop.orders.status(order)).toMatchObject({ status: 'cancelled' });
    expect(await archive()).toEqual([[first, 1]]);
  });

  it('publishes the file of a run that was killed after the orders were removed', async () => {
    await closed(cancel);
    await archive();
    // What such a run leaves, and what a full disk left in earlier releases.
    await app.sql`UPDATE order_archives SET is_published = false WHERE file = ${first}`;
    await rename(join(folder, first), join(folder, `${first}.part`));
    await truncate(join(folder, `${first}.sha256`));

    const elsewhere = await scratchFolder();
    await expect(archive(elsewhere)).rejects.toThrow('run this again with the folder of that run');
    await rm(elsewhere, { recursive: true });
    const later = await closed(cancel);
    expect(await archive()).toEqual([
      [first, 1],
      [second, 1],
    ]);
    expect((await linesOf(second))[0]!.order.order_number).toBe(later);
    expect(await readFile(join(folder, `${first}.sha256`), 'utf8')).toContain(`  ${first}\n`);
  });

  it('fails and removes no orders if the file exists', async () => {
    const order = await closed(cancel);
    await writeFile(join(folder, first), 'of another database');
    await expect(archive()).rejects.toThrow(`${first} exists`);
    expect(await shop.orders.status(order)).toMatchObject({ status: 'cancelled' });
  });
});
