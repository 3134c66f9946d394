import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, scratchFolder } from '../../support/processes/run.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenOrderAfter } from '../../support/shop/order-actions.js';
import { givenOperator } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';
import { Chromium, type Screen, type Visit } from './chromium.js';
import { expectNothingToComplainAbout, PHONE } from './page-checks.js';
import { admin, app, browser } from './suite.js';

const SHIP_BY_NUMBER = '/dashboard/office/shipping?tab=scan';
/** Where a slip of 100 × 150 mm has its bar code, in dots of 203 dpi. */
const AROUND_CODE = ['-x', '300', '-y', '0', '-W', '480', '-H', '240'];

/** Makes a film of a packing slip, as a camera sees it that is held over the bar code. */
async function givenFilmOf(order: string): Promise<string> {
  const folder = await scratchFolder();
  const slip = await app.admin('get', `slips?orders=${order}&paper=100x150`).responseType('blob');
  await writeFile(join(folder, 'slip.pdf'), slip.body as Buffer);
  const picture = ['-r', '203', ...AROUND_CODE, '-jpeg'];
  await run('pdftoppm', [...picture, 'slip.pdf', 'film'], { cwd: folder });
  // Pictures one after the other, here a single one, which is repeated.
  const film = join(folder, 'film.mjpeg');
  await rename(join(folder, 'film-1.jpg'), film);
  return film;
}

/** Starts a browser with a camera. The browser without windows cannot ask a person, so that the answer is given before. */
async function openWithCamera(answer: 'yes' | 'no', film?: string): Promise<Visit> {
  const camera = await Chromium.launch(app, [
    '--use-fake-device-for-media-stream',
    `--use-fake-ui-for-media-stream${answer === 'yes' ? '' : '=deny'}`,
    ...(film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`]),
  ]);
  return signInWarehouse(camera);
}

async function signInWarehouse(at: Chromium, screen?: Screen): Promise<Visit> {
  const visit = await at.open(screen);
  await visit.signIn(await givenOperator(app, ['warehouse']));
  return visit;
}

const turnOn = ({ page }: Visit) =>
  page.getByRole('button', { name: 'Scan with the camera' }).click();

/** Ships by the camera after a link led to the page, lets the camera end in each way, and searches lists by it. */
export async function scansByCamera(): Promise<void> {
  const shop = await givenShop(app);
  const order = await givenOrderAfter(shop, 'pay');
  const visit = await openWithCamera('yes', await givenFilmOf(order));
  const { page } = visit;
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.assign(window, { stream });
      return stream;
    };
  });
  const cameraIsOff = () =>
    page.waitForFunction(() => !(window as unknown as { stream: MediaStream }).stream.active);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const count = (end: string) => requested.filter((path) => path.endsWith(end)).length;
  // From a page that may not use the camera, by a link, which loads no page.
  await visit.load('/dashboard/office/orders');
  await visit.goTo(SHIP_BY_NUMBER);
  await page.getByRole('button', { name: 'Scan with the camera' }).waitFor();
  expect([count('/office/shipping'), count('.wasm')]).toEqual([0, 0]);
  await turnOn(visit);
  await page.getByRole('heading', { name: order }).waitFor();
  expect([count('/office/shipping'), count('.wasm')]).toEqual([1, 1]);
  await expectNothingToComplainAbout(visit);
  // The slip is still there, and was scanned once.
  expect(count('/admin/scans')).toBe(1);
  expect(await page.getByLabel('Tracking number').inputValue()).toBe('');
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
  });
  await page.getByText('The camera is off: nothing was scanned for a minute.').waitFor();
  await cameraIsOff();
  await page.getByLabel('Tracking number').press('Escape');
  await turnOn(visit);
  await page.getByRole('heading', { name: order }).waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await cameraIsOff();
  // The slip, held before the camera again, is in the wrong field.
  await turnOn(visit);
  await page.waitForFunction(
    (number) =>
      [...document.querySelectorAll('input')].filter(({ value }) => value === number).length === 2,
    order,
  );
  await page.getByRole('link', { name: 'Pick list' }).click();
  await cameraIsOff();
  expect([count('/office/shipping'), count('.wasm')]).toEqual([1, 1]);

  await admin.orders.ship(order);
  await shop.orders.requestReturn(order, [{ line: 1, quantity: 1 }]);
  await admin.orders.return(order);
  await givenProduct(app, { sku: order });
  await visit.goTo('/dashboard/office/returns?tab=inspection');
  await turnOn(visit);
  await page.waitForURL((url) => url.searchParams.get('q') === order);
  await page.getByRole('button', { name: `Inspect ${order}` }).waitFor();
  await visit.goTo('/dashboard/office/stock-count');
  await cameraIsOff();
  await turnOn(visit);
  await page.waitForURL((url) => url.searchParams.get('q') === order);
  await page.getByRole('cell', { name: order }).first().waitFor();
  expect(visit.complaints).toEqual([]);
}

/** Is refused the camera for each reason, and types the number instead. */
export async function typesWithoutCamera(): Promise<void> {
  const order = await givenOrderAfter(await givenShop(app), 'pay');
  const refused = await openWithCamera('no');
  await refused.load(SHIP_BY_NUMBER);
  await turnOn(refused);
  await refused.page.getByText('The browser does not let this page use the camera.').waitFor();
  await expectNothingToComplainAbout(refused);

  const plain = await signInWarehouse(browser, PHONE);
  await plain.page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
  });
  await plain.load(SHIP_BY_NUMBER);
  // The keys take a phone's screen.
  expect(await plain.page.getByRole('heading', { name: 'Keys' }).isVisible()).toBe(false);
  await turnOn(plain);
  await plain.page.getByText('Browsers give the camera to pages of https only.').waitFor();

  for (const { page } of [refused, plain]) {
    await page.getByLabel('Order number').fill(order);
    await page.getByLabel('Order number').press('Enter');
    await page.getByRole('heading', { name: order }).waitFor();
  }
  const without = await signInWarehouse(browser);
  await without.load(SHIP_BY_NUMBER);
  await turnOn(without);
  await without.page.getByText('This device has no camera.').waitFor();
}
