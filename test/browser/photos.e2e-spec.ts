import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { scratchFolder } from '../support/processes/run.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOperator } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { expectNothingToComplainAbout, PHONE } from './support/page-checks.js';
import { admin, app, describeInBrowser, openAs } from './support/suite.js';

/** Adds photos to a product on a phone, orders and describes them, and saves. One file is no picture. */
async function addPhotos(): Promise<void> {
  const { sku } = await givenProduct(app, { name: 'Tumbler' });
  const phone = await openAs(
    await givenOperator(app, ['catalog']),
    `/dashboard/office/catalog/${sku}`,
    PHONE,
  );
  const { page } = phone;
  const photo = async (name: string, background: string) => {
    const picture = sharp({ create: { width: 80, height: 60, channels: 3, background } });
    return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
  };
  const rows = page.locator('li', { has: page.getByText('Move up') });
  const wrong = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') };
  await page
    .getByLabel('Add photos')
    .setInputFiles([await photo('red.jpg', 'red'), wrong, await photo('blue.jpg', 'blue')]);
  await page.getByText('“note.jpg” was not added.').waitFor();
  await page.getByText('Save or share it as JPEG first.').waitFor();
  await rows.nth(1).waitFor();
  const before = (await page.getByLabel('Addresses').inputValue()).split('\n');
  await page.getByRole('button', { name: 'Move up picture 2' }).click();
  await page.getByLabel('What picture 1 shows').fill('From above');
  await page.getByLabel('Name', { exact: true }).focus();
  await expectNothingToComplainAbout(phone);
  await page.getByRole('button', { name: 'Save product' }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  const { images } = await admin.products.get(sku);
  expect(images).toEqual(before.reverse());
  expect(await admin.call('listProductPhotos', sku)).toMatchObject([
    { text: 'From above' },
    { text: null },
  ]);
  await page.getByRole('button', { name: 'Remove picture 1' }).click();
  await page.getByRole('button', { name: 'Save product' }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  expect((await admin.products.get(sku)).images).toEqual([images[1]]);
}

/** Imports photos on a phone. They are named by SKU, but for one, whose product is chosen. */
async function importPhotos(): Promise<void> {
  const [{ sku: one }, { sku: two }] = [await givenProduct(app), await givenProduct(app)];
  const three = await givenProduct(app, { name: 'Pickle jar' });
  const four = await givenProduct(app);
  const desk = await openAs(
    await givenOperator(app, ['catalog']),
    '/dashboard/office/catalog',
    PHONE,
  );
  const { page } = desk;
  const named = async (name: string, g: number) => {
    const create = { width: 40, height: 30, channels: 3, background: { r: 0, g, b: 200 } } as const;
    const buffer = await sharp({ create }).jpeg().toBuffer();
    return { name, mimeType: 'image/jpeg', buffer };
  };
  await page.getByRole('link', { name: 'Import photos' }).click();
  const first = await named(`${one}.jpg`, 120);
  const second = await named(`${one}-2.jpg`, 40);
  const other = await named(`${two}.jpg`, 80);
  const zipped = zipSync({
    [`photos/${second.name}`]: second.buffer,
    [`photos/${other.name}`]: [other.buffer, { level: 0 }],
    [`__MACOSX/._${other.name}`]: Buffer.from('x'),
    'Thumbs.db': Buffer.from('x'),
    [`${four.sku}/1.jpg`]: (await named('1.jpg', 10)).buffer,
    [`${four.sku} (1).jpg`]: (await named('(1).jpg', 20)).buffer,
    [`${four.sku}-front copy.jpg`]: (await named('front.jpg', 30)).buffer,
    [`photos/${four.sku.toLowerCase()}.JPG`]: (await named('small.jpg', 50)).buffer,
  });
  const archive = (content: Uint8Array) => ({
    name: 'photos.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(content),
  });
  const field = page.getByLabel('Choose photos, or drop them here');
  await field.setInputFiles([first, archive(zipped.subarray(0, 400))]);
  await page.getByText('The archive “photos.zip” is empty, damaged or locked.').waitFor();
  await field.setInputFiles([
    archive(zipped),
    first,
    await named('IMG_2044.jpg', 160),
    { name: `${two}-2.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') },
  ]);
  await page
    .getByText('1 of 9 names are no SKU: choose their products, or they are left out.')
    .waitFor();
  await expectNothingToComplainAbout(desk);
  await page.getByLabel('Product of IMG_2044.jpg', { exact: true }).fill('Pickle jar');
  const find = page.getByRole('button', { name: 'Find the product of IMG_2044.jpg' });
  await find.click();
  // The picture is seen next to its product, which can still be another one.
  const drawn = page.getByRole('row', { name: 'IMG_2044.jpg' }).locator('canvas');
  const pixel = (canvas: HTMLCanvasElement) => [
    ...canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data,
  ];
  const [, green, blue] = await drawn.evaluate(pixel);
  expect([Math.abs(green! - 160) < 5, Math.abs(blue! - 200) < 5]).toEqual([true, true]);
  await page.getByRole('button', { name: 'Other product for IMG_2044.jpg' }).click();
  await page.getByLabel('Product of IMG_2044.jpg', { exact: true }).fill('Pickle jar');
  await find.click();
  await page.getByRole('button', { name: 'Add 9 photos' }).click();
  await page.getByText('Save or share it as JPEG first.').waitFor();
  await page.getByRole('button', { name: 'Add 1 photo' }).waitFor();
  const imagesOf = async (sku: string) => (await admin.products.get(sku)).images;
  const hash = createHash('sha256').update(first.buffer).digest('hex');
  expect(await imagesOf(one)).toEqual([expect.stringContaining(hash), expect.any(String)]);
  expect((await imagesOf(two)).length).toBe(1);
  expect((await imagesOf(three.sku)).length).toBe(1);
  expect((await imagesOf(four.sku)).length).toBe(4);
  // The page of a product has what was just added: saving it would remove what it lacks.
  await page.getByRole('row', { name: first.name }).getByRole('link').click();
  await page.getByLabel('Addresses').waitFor({ state: 'attached' });
  const shown = await page.getByLabel('Addresses').inputValue();
  expect(shown.split('\n')).toEqual(await imagesOf(one));
}

/** Drops twenty photos at once, while a store polls until the last one is ready. */
async function dropTwenty(): Promise<void> {
  const { sku } = await givenProduct(app);
  const shop = await givenShop(app);
  const folder = await scratchFolder();
  const files = Array.from({ length: 20 }, (_, at) => join(folder, `${at}.jpg`));
  for (const [at, file] of files.entries()) {
    const background = { r: 200, g: at * 10, b: 0 };
    const create = { width: 1_600, height: 1_200, channels: 3, background } as const;
    await sharp({ create }).jpeg().toFile(file);
  }
  const { page } = await openAs(
    await givenOperator(app, ['catalog']),
    `/dashboard/office/catalog/${sku}`,
  );
  const field = page.getByLabel('Add photos');
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
  const rows = page.locator('li', { has: page.getByText('Move up') });
  let polls = 0;
  while ((await rows.count()) < files.length) {
    await app.get(`/api/products/${sku}/stock`, shop.client.headers).expect(200);
    polls += 1;
  }
  expect(polls).toBeGreaterThan(files.length);
  await page.getByRole('button', { name: 'Save product' }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  expect((await admin.products.get(sku)).images).toHaveLength(files.length);
}

/** Saves a product while its photo is on the way. */
async function saveMeanwhile(): Promise<void> {
  const { sku } = await givenProduct(app, { name: 'Tumbler' });
  const { page } = await openAs(
    await givenOperator(app, ['catalog']),
    `/dashboard/office/catalog/${sku}`,
  );
  let arrive!: () => void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/admin/photos', async (route) => {
    await arrived;
    await route.continue();
  });
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.url());
  });
  const create = { width: 80, height: 60, channels: 3, background: 'red' } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  const photo = { name: 'red.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Add photos').setInputFiles([photo]);
  await page.getByText('1 photo is being added…').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Steel tumbler');
  for (const press of ['Save product', 'Save product']) {
    await page.getByRole('button', { name: press }).click();
    await page.getByText('The product is saved once its photos are added.').waitFor();
  }
  expect(saves).toEqual([]);
  arrive();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  expect(saves).toHaveLength(1);
  const { name, images } = await admin.products.get(sku);
  expect([name, images.length]).toEqual(['Steel tumbler', 1]);
}

describeInBrowser('photos', () => {
  it('are added to a product one after the other, in the order of the person', addPhotos);

  it('that are on their way are waited for by the save of their product', saveMeanwhile);

  it('are dropped twenty at once, while polls are answered', dropTwenty);

  it(
    'are added by their names, from a ZIP too, or to the product that a person chooses',
    importPhotos,
  );
});
