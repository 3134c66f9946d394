import { createHash } from 'node:crypto';
import sharp from 'sharp';
import request from 'supertest';
import { PhotosJob } from '../../../src/catalog/photos/photos.job.js';
import { PhotosService } from '../../../src/catalog/photos/photos.service.js';
import { OPERATOR, TestApp } from '../../support/app.js';
import { whileLocked } from '../../support/database/locks.js';
import { givenPng } from '../../support/documents/pictures.js';
import { Admin } from '../../support/shop/admin.js';
import { givenProduct, givenShirt } from '../../support/shop/given.js';
import { givenShop } from '../../support/shop/shop.js';

const ORIGIN = 'https://wholesale.example';
const app = await TestApp.start({ PUBLIC_URL: ORIGIN });
const admin = new Admin(app);
const shop = await givenShop(app);
let color = 0;

/** Makes a picture of one color, which no other picture has. */
function picture(width: number, height: number) {
  color += 1;
  const background = { r: (color * 16) % 256, g: Math.floor(color / 16) * 16, b: 60 };
  return sharp({ create: { width, height, channels: 3, background } });
}

const upload = (file: Buffer, type = 'image/jpeg') =>
  app.sendRaw('post', '/admin/photos', OPERATOR, file, type);

async function givenPhoto(): Promise<{ hash: string; url: string }> {
  const { body } = await upload(await picture(60, 40).jpeg().toBuffer()).expect(201);
  return (body as { data: { hash: string; url: string } }).data;
}

const pathOf = (url: string, size = 1600): string =>
  url.slice(ORIGIN.length).replace('1600', String(size));
/** Loads a picture as browsers do, without a token. */
const load = (url: string, size?: number) => request(app.server).get(pathOf(url, size));

describe('a photo', () => {
  it('stands upright in three sizes, without its metadata', async () => {
    const file = await picture(2400, 1200)
      .withExif({
        IFD0: { Artist: 'Asha' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(file).metadata()).orientation).toBe(6);
    const { body } = await upload(file).expect(201);
    const { url } = (body as { data: { url: string } }).data;
    expect(url).toMatch(/^https:\/\/wholesale\.example\/photos\/[\da-f]{64}\/1600\.jpg$/);
    for (const [size, width, height] of [
      [1600, 800, 1600],
      [640, 320, 640],
      [160, 80, 160],
    ] as const) {
      const { body: content } = await load(url, size).expect(200);
      const { exif, icc, xmp, ...metadata } = await sharp(content as Buffer).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width, height });
      expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('is stored once, and may be a PNG or a WebP of any type of content', async () => {
    const file = await picture(30, 30).png().toBuffer();
    const hashes = [];
    for (const type of ['image/png', 'application/octet-stream']) {
      const { body } = await upload(file, type).expect(201);
      hashes.push((body as { data: { hash: string } }).data.hash);
    }
    expect(hashes[0]).toBe(hashes[1]);
    await upload(await picture(30, 30).webp().toBuffer(), 'image/webp').expect(201);
  });

  it('is stored with its bytes and its audit entry, or not at all', async () => {
    // The first call of the hour with the admin token has an entry of its own.
    await givenPhoto();
    const file = await picture(50, 50).jpeg().toBuffer();
    const lock = 'LOCK TABLE audit_entries IN EXCLUSIVE MODE';
    const before = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await whileLocked(app, { lock, waiting: 1, before }, async () => upload(file).expect(503));
    const hash = createHash('sha256').update(file).digest('hex');
    expect(await app.sql`SELECT FROM photos WHERE hash = ${hash}`).toEqual([]);
    await upload(file).expect(201);
    expect(
      await app.sql`SELECT FROM audit_entries WHERE subject = ${`photo ${hash}`}`,
    ).toHaveLength(1);
  });

  it('is served to everyone for a year, in ranges too', async () => {
    const { url } = await givenPhoto();
    const { headers, body } = await load(url).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const { length } = body as Buffer;
    const part = await load(url).set('Range', 'bytes=2-5').expect(206);
    expect(part.headers['content-range']).toBe(`bytes 2-5/${length}`);
    expect(part.body).toEqual((body as Buffer).subarray(2, 6));
    await load(url).set('Range', `bytes=${length}-`).expect(416);
    await load(url).set('If-None-Match', headers.etag!).expect(304);
    const unknown = url.replace(/[\da-f]{64}/, '0'.repeat(64));
    for (const missing of [unknown, url.replace('1600', '1601'), url.replace('.jpg', '.png')]) {
      await load(missing).expect(404);
    }
  });

  it('has a text for people who do not see it', async () => {
    const { hash, url } = await givenPhoto();
    const { sku } = await admin.products.create({ images: [url] });
    expect(await admin.call('setPhotoText', hash, { text: 'From above' })).toMatchObject({
      text: 'From above',
    });
    expect(await admin.call('listProductPhotos', sku)).toMatchObject([
      { hash, url, text: 'From above', small_url: url.replace('1600', '160') },
    ]);
    await admin.call('setPhotoText', hash, { text: '' });
    expect(await admin.call('listProductPhotos', sku)).toMatchObject([{ text: null }]);
    await admin
      .call('setPhotoText', '0'.repeat(64), { text: 'x' })
      .expectRefusal(404, 'photo_not_found');
  });
});

it('the installation says how many photos it has, and how large they are', async () => {
  const before = await admin.call('getInstallation');
  await givenPhoto();
  const { photos, photo_bytes: bytes } = await admin.call('getInstallation');
  expect(photos).toBe(before.photos + 1);
  expect(bytes).toBeGreaterThan(8_192);
});

describe('a product', () => {
  it('names photos among other addresses, each photo once, and stores get them at once', async () => {
    const { sku } = await givenProduct(app);
    const [one, two] = [await givenPhoto(), await givenPhoto()];
    const typed = 'https://images.example.com/a.jpg';
    const { next_cursor: cursor } = (await shop.changes.list()) as { next_cursor: string };
    const images = [two.url, typed, one.url];
    const changed = await admin.products.change(sku, { images: [...images, two.url] });
    expect(changed.images).toEqual(images);
    expect((await shop.products.list()).find((each) => each.sku === sku)?.images).toEqual(images);
    const { data } = (await shop.changes.list({ cursor })) as { data: { sku: string }[] };
    expect(data.map((each) => each.sku)).toContain(sku);
    const [stored] = await app.dataSource.query<{ images: string[] }[]>(
      'SELECT images FROM products WHERE sku = $1',
      [sku],
    );
    expect(stored!.images).toEqual([pathOf(two.url), typed, pathOf(one.url)]);
  });

  it('has photos of its variations', async () => {
    const { sku } = await givenShirt(app);
    const { url } = await givenPhoto();
    const variation_images = { 'Size:M|Colour:Red': url };
    await admin.products.change(sku, { variation_images });
    expect((await admin.products.get(sku)).variation_images).toEqual(variation_images);
    expect(await shop.products.get(sku)).toBeDefined();
    const { data } = (await shop.call('listProducts', { include: 'details' })) as unknown as {
      data: object[];
    };
    expect(data).toContainEqual(expect.objectContaining({ sku, variation_images }));
  });

  it('stays as it is when its exported file is imported', async () => {
    const { url } = await givenPhoto();
    const { sku } = await givenShirt(app);
    await admin.products.change(sku, {
      images: [url],
      variation_images: { 'Size:M|Colour:Red': url },
    });
    const { text: file } = await app.admin('get', `products/export?q=${sku}`).expect(200);
    expect(file).toContain(url);
    const report = await admin.upload('importProducts', file);
    expect(report).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  });

  it('names no photo that is not stored, and no more than 20', async () => {
    const { sku } = await givenProduct(app);
    const { url } = await givenPhoto();
    const missing = url.replace(/[\da-f]{64}/, '0'.repeat(64));
    await admin.products.change(sku, { images: [missing] }).expectProblems('images unknown_photo');
    const images = Array.from({ length: 21 }, () => url);
    await admin.products.change(sku, { images }).expectProblems('images invalid_url');
  });
});

const whole = await picture(300, 300).jpeg().toBuffer();

/** A row of it is decoded as a whole for each step, in 700 MB. */
const wide = givenPng({ width: 1_000_000, height: 9, pixels: Buffer.alloc(4_000_001 * 9) });
const large = { width: 3_000, height: 3_000, pixels: Buffer.alloc(1) };

describe('a file that is no photo', () => {
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a JPEG'],
    ['HTML', Buffer.from('<!doctype html><script>1</script>'), 'not a JPEG'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'not a JPEG'],
    ['a GIF', Buffer.from('GIF89a'), 'not a JPEG'],
    ['HEIC', Buffer.from('000000186674797068656963', 'hex'), 'not a JPEG'],
    ['nothing', Buffer.alloc(0), 'not a JPEG'],
    ['a JPEG that is cut off', whole.subarray(0, whole.length / 2), 'cut off'],
    ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'cut off'],
    ['a PNG of 81 megapixels', givenPng({ ...large, width: 27_000 }), '50 megapixels'],
    ['a large interlaced PNG', givenPng({ ...large, interlacing: 1 }), '8 megapixels'],
    ['a large PNG with 16 bits a color', givenPng({ ...large, depth: 16 }), '8 megapixels'],
    ['a picture that takes 700 MB to read', wide, 'too much time or memory'],
  ])('is refused, and the next photo is read: %s', async (_what, file, message) => {
    const { body } = await upload(file).expect(422);
    expect(body).toMatchObject({ code: 'unsupported_image' });
    expect((body as { message: string }).message).toContain(message);
    await givenPhoto();
  });

  it('is refused if it is larger than 15 MB, or of another type', async () => {
    await upload(Buffer.alloc(15 * 1024 * 1024 + 1)).expect(413);
    await upload(whole, 'text/html').expect(415);
  });
});

describe('a photo that no product names', () => {
  beforeAll(() => app.stopJobs(PhotosJob));
  const unusedDays = (hash: string, days: number) =>
    app.sql`UPDATE photos SET unused_since = unused_since - make_interval(days => ${days}) WHERE hash = ${hash}`;
  const tidy = () => app.service(PhotosService).tidy();

  it('is served for 30 days, and then deleted', async () => {
    const { sku } = await givenProduct(app);
    const { hash, url } = await givenPhoto();
    await unusedDays(hash, 31);
    await admin.products.change(sku, { images: [url] });
    await tidy();
    await load(url).expect(200);
    await admin.products.change(sku, { images: [] });
    await tidy();
    await unusedDays(hash, 29);
    await tidy();
    await load(url).expect(200);
    await unusedDays(hash, 1);
    await tidy();
    await load(url).expect(404);
  });

  it('cannot be named while it is being deleted', async () => {
    const { hash, url } = await givenPhoto();
    const { sku } = await givenProduct(app);
    const lock = `DELETE FROM photos WHERE hash = '${hash}'`;
    await whileLocked(app, { lock, waiting: 1 }, () =>
      admin.products.change(sku, { images: [url] }).expectProblems('images unknown_photo'),
    );
  });

  it('is kept once a product names it again', async () => {
    const { hash, url } = await givenPhoto();
    const { sku } = await givenShirt(app);
    await unusedDays(hash, 31);
    await app.dataSource.query('UPDATE products SET variation_images = $2 WHERE sku = $1', [
      sku,
      { 'Size:M|Colour:Red': pathOf(url) },
    ]);
    await tidy();
    await load(url).expect(200);
  });
});

describe('another PUBLIC_URL', () => {
  it('changes the products with photos for stores', async () => {
    const { url } = await givenPhoto();
    const { sku } = await admin.products.create({ images: [url] });
    const { next_cursor: cursor } = (await shop.changes.list()) as { next_cursor: string };
    await app.dataSource.query("UPDATE photos SET shown_at = 'https://earlier.example'");
    await app.service(PhotosService).tidy();
    const { data } = (await shop.changes.list({ cursor })) as { data: { sku: string }[] };
    expect(data.map((each) => each.sku)).toContain(sku);
  });
});

// The last tests: addresses of photos are those of the instance that a process started last.
it('a photo that one instance has stored is served by the other at once', async () => {
  const other = await TestApp.startOn(app.connection, { PUBLIC_URL: ORIGIN });
  const { url } = await givenPhoto();
  const { body } = await request(other.server).get(pathOf(url)).expect(200);
  expect(body).toEqual((await load(url)).body);
});

it('production without an https PUBLIC_URL takes no photo, unless it is the demo', async () => {
  const file = await picture(20, 20).jpeg().toBuffer();
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://10.0.0.4' };
  const add = async (more: Record<string, string>) => {
    const other = await TestApp.startOn(app.connection, { ...env, ...more });
    const answer = await other.sendRaw('post', '/admin/photos', OPERATOR, file, 'image/jpeg');
    await other.stop();
    return [answer.status, (answer.body as { code?: string }).code];
  };
  expect(await add({})).toEqual([409, 'photos_need_https']);
  expect(await add({ DEMO_DATA: 'true' })).toEqual([201, undefined]);
});
