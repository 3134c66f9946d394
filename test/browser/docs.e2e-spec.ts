import type { RunOptions } from 'axe-core';
import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import type { Visit } from './support/chromium.js';
import { browser, describeInBrowser } from './support/suite.js';
import { DESK, PHONE } from './support/page-checks.js';

/** Those of Swagger UI, which take long to load, are checked in its stories. */
const GUIDE = ['start', 'orders', 'updates', 'retries', 'releases'];
const PAGES = [...GUIDE, 'reference', 'errors', 'mirror', 'downloads'];

let client: DemoAccess['clients'][number];

describeInBrowser(
  'the documentation in a browser',
  () => {
    describe('the pages', pages);
    describe('reading', reading);
    describe('the reference', reference);
    describe('Swagger UI', swaggerUi);
  },
  {},
  async (settings) => {
    const suite = await givenDemoSuite(settings);
    client = suite.demo.clients[0]!;
    return suite.app;
  },
);

const ALL_RULES: RunOptions = { rules: {} };

async function expectNothingToComplainAbout(
  visit: Visit,
  options: RunOptions = ALL_RULES,
  within?: string,
): Promise<void> {
  const path = new URL(visit.page.url()).pathname;
  expect([path, await visit.accessibilityFindings(options, within)]).toEqual([path, []]);
  expect([path, visit.complaints]).toEqual([path, []]);
  expect([path, await visit.overflow()]).toEqual([path, 0]);
}

/** Checks the header, which is the same on each page of a kind. */
async function expectRightHeader(visit: Visit): Promise<void> {
  await visit.resize(DESK);
  await expectNothingToComplainAbout(visit, ALL_RULES, 'header');
}

function pages(): void {
  it('pass the accessibility checks on a phone, and their header at a desk in dark mode', async () => {
    const visit = await browser.open(PHONE);
    for (const name of PAGES) {
      await visit.goTo(`/docs/${name}`);
      await expectNothingToComplainAbout(visit);
    }
    await visit.page.getByText('Menu').click();
    await expectNothingToComplainAbout(visit, ALL_RULES, 'nav');
    await expectRightHeader(visit);
  });
}

/** Expects that Swagger UI shows an operation with the schema of its body. */
async function expectOpened(visit: Visit, id: string): Promise<void> {
  const opened = visit.page.locator(`[id$="-${id}"].opblock.is-open`);
  await opened.locator('.opblock-section-request-body .model-example').waitFor();
  expect(await visit.page.locator('.errors-wrapper').allInnerTexts()).toEqual([]);
}

function reading(): void {
  it('shows the title before menu and contents on a phone, which unfold at a touch', async () => {
    const visit = await browser.open({ width: 360 });
    await visit.goTo('/docs/reference');
    const title = await visit.page.getByRole('heading', { level: 1 }).boundingBox();
    expect(title?.y).toBeLessThan(780 / 3);
    const links = visit.page.locator('nav a:visible');
    expect(await links.count()).toBe(0);
    await visit.page.getByText('Menu').click();
    expect(await links.allInnerTexts()).toEqual(expect.arrayContaining(['Start here', 'Errors']));
    expect([await visit.overflow(), visit.complaints]).toEqual([0, []]);
    await visit.page.getByText('Menu').click();
    await visit.page.getByText('Contents', { exact: true }).click();
    await links.filter({ hasText: 'placeOrder' }).click();
    await visit.page.waitForURL('**/docs/reference#placeOrder');
    await visit.resize(DESK);
    expect(await links.allInnerTexts()).toEqual(expect.arrayContaining(['Errors', 'getMe']));
  });

  it('copies a page as Markdown', async () => {
    const visit = await browser.open();
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.goTo('/docs/errors');
    // It says so for two seconds.
    const copying = visit.page.getByRole('button', { name: 'Copied' }).waitFor();
    await visit.page.getByRole('button', { name: 'Copy page as Markdown' }).click();
    await copying;
    const copied = await visit.page.evaluate(() => navigator.clipboard.readText());
    const markdown = await visit.page.evaluate(async () => (await fetch('/docs/errors.md')).text());
    expect(copied).toMatch(/^# Errors\n/);
    expect(copied).toBe(markdown);
  });

  it('finds places of all pages by the keyboard alone, from any page', async () => {
    const visit = await browser.open();
    for (const [path, key] of [
      ['/docs/mirror', 'Control+k'],
      ['/docs/start', '/'],
    ] as const) {
      await visit.goTo(path);
      await visit.page.keyboard.press(key);
      await visit.page.keyboard.type('charge_changed');
      await visit.page.locator('search li a').first().waitFor();
      await visit.page.keyboard.press('Escape');
      expect(await visit.page.locator('search li a:visible').count()).toBe(0);
      await visit.page.keyboard.press('Control+k');
      await visit.page.keyboard.type('charge_changed');
      await visit.page.locator('search li a').first().waitFor();
      await visit.page.keyboard.press('ArrowDown');
      expect(await visit.page.locator(':focus').innerText()).toBe('charge_changed\nErrors');
      await visit.page.keyboard.press('Enter');
      await visit.page.waitForURL('**/docs/errors#charge_changed');
    }
  });

  it('finds operations of the other APIs on their pages, and opens them', async () => {
    const visit = await browser.open();
    await visit.page.goto('/docs/admin');
    await visit.page.locator('.opblock').first().waitFor();
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.type('restock');
    const found = visit.page.locator('search li a', { hasText: 'Refund a returned order' });
    await found.waitFor();
    expect(await visit.accessibilityFindings(ALL_RULES, 'search')).toEqual([]);
    await found.click();
    await visit.page.waitForURL('**/docs/admin#/Orders/refundOrder');
    await expectOpened(visit, 'refundOrder');
    // Its page is Swagger UI, which is checked as a whole in its stories.
    await visit.goTo('/docs/dashboard');
    expect([await visit.overflow(), visit.complaints]).toEqual([0, []]);
    await visit.page.keyboard.press('Control+k');
    await visit.page.keyboard.type('requestOwnReturn');
    await visit.page.locator('search li a').first().waitFor();
    await visit.page.keyboard.press('Enter');
    await expectOpened(visit, 'requestOwnReturn');
  });

  it('has a page for addresses that do not exist, with a search that works', async () => {
    const visit = await browser.open();
    await visit.page.goto('/docs/nowhere/at/all');
    expect(await visit.accessibilityFindings({ rules: {} })).toEqual([]);
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.type('insufficient_stock');
    await visit.page.locator('search li a').first().waitFor();
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL('**/docs/errors#insufficient_stock');
    for (const word of ['return', 'subscription']) {
      await visit.page.getByLabel('Search').fill(word);
      await visit.page
        .locator('search li a')
        .filter({ hasNotText: 'insufficient_stock' })
        .first()
        .waitFor();
      expect(await visit.page.locator('search li a').first().innerText()).not.toContain('\nErrors');
    }
    expect(await visit.page.getByPlaceholder('press').count()).toBe(0);
  });
}

function reference(): void {
  const sample = (visit: Visit, id: string) =>
    visit.page.locator(`section[aria-labelledby="${id}"] [role="tabpanel"]:visible pre`);

  it('fills credentials into every call and checks them', async () => {
    const visit = await browser.open();
    await visit.goTo('/docs/reference');
    expect(await sample(visit, 'getMe').innerText()).toContain('Bearer wso_your_token"');
    await visit.page.getByLabel('API token').fill(client.token);
    await visit.page.getByLabel('Domain').fill(client.domain);
    await visit.page.getByRole('button', { name: 'Check them' }).click();
    await visit.page.getByText(`They are right: ${client.name}`).waitFor();

    await visit.page.reload();
    for (const id of ['getMe', 'placeOrder']) {
      const text = await sample(visit, id).innerText();
      expect(text).toContain(`Bearer ${client.token}"`);
      expect(text).toContain(`X-Client-Domain: ${client.domain}"`);
    }
    await visit.page.getByRole('button', { name: 'Forget them' }).click();
    await visit.page.getByText('Forgotten.').waitFor();
    expect(await visit.page.content()).not.toContain(client.token);
    expect(await visit.page.evaluate(() => sessionStorage.getItem('credentials-store'))).toBeNull();
  });

  it('shows the chosen language at every operation', async () => {
    const visit = await browser.open();
    await visit.goTo('/docs/reference#placeOrder');
    const tabs = visit.page.locator('section[aria-labelledby="placeOrder"]');
    await tabs.getByRole('tab', { name: 'curl' }).focus();
    await visit.page.keyboard.press('ArrowRight');
    await visit.page.keyboard.press('ArrowRight');
    expect(await sample(visit, 'placeOrder').innerText()).toMatch(/^answer = store\.place_order\(/);
    expect(await sample(visit, 'getProduct').innerText()).toBe(
      'answer = store.get_product("TW-GLS-06")',
    );
    await visit.goTo('/docs/updates');
    const tab = visit.page.getByRole('tab', { name: 'Python' });
    expect(await tab.getAttribute('aria-selected')).toBe('true');
    await expectNothingToComplainAbout(visit, ALL_RULES, 'search');
  });

  it('finds operations by their fields and error codes, and texts of other pages', async () => {
    const visit = await browser.open({ width: 360 });
    // A small one: axe takes two seconds for any part of the reference.
    await visit.goTo('/docs/downloads');
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.type('tracking_url');
    const found = visit.page.locator('search li a');
    await found.first().waitFor();
    expect(await found.allInnerTexts()).toEqual(
      expect.arrayContaining(["An order's status, shipment tracking and timeline\nReference"]),
    );
    expect(await found.count()).toBeLessThan(15);
    await expectNothingToComplainAbout(visit, ALL_RULES, 'search');
    await visit.page.getByLabel('Search').fill('insufficient_stock');
    await found.filter({ hasText: 'insufficient_stock' }).first().click();
    await visit.page.waitForURL('**/docs/errors#insufficient_stock');
  });
}

function swaggerUi(): void {
  const operation = (visit: Visit, id: string) => visit.page.locator(`[id$="-${id}"].opblock`);
  const authorize = async (visit: Visit): Promise<void> => {
    await visit.page.locator('.btn.authorize').first().click();
    const dialog = visit.page.locator('.modal-ux');
    for (const [index, value] of [client.token, client.domain].entries()) {
      const form = dialog.locator('.auth-container').nth(index);
      await form.locator('input').fill(value);
      await form.getByRole('button', { name: 'Authorize' }).click();
    }
    await expectNothingToComplainAbout(visit, ALL_RULES, '.modal-ux');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  };
  /** Tries an operation. Returns the status and the text of its answer. */
  const tried = async (visit: Visit, id: string): Promise<string> => {
    const answered = visit.page.waitForResponse((response) => response.url().includes('/api/'));
    await operation(visit, id).getByRole('button', { name: 'Execute' }).click();
    const response = await answered;
    return `${response.status()} ${await response.text()}`;
  };

  it('keeps credentials, opens the operation of an address, and sends a list request without filters', async () => {
    const visit = await browser.open(PHONE);
    await visit.goTo('/docs');
    await expectNothingToComplainAbout(visit);
    await expectRightHeader(visit);
    await authorize(visit);
    // Not by the address alone: the page would follow it, and be loaded again meanwhile.
    await visit.page.goto('about:blank');
    await visit.goTo('/docs#/Catalog/listProducts');
    await operation(visit, 'listProducts').getByRole('button', { name: 'Try it out' }).click();
    await expectNothingToComplainAbout(visit, ALL_RULES, '[id$="-listProducts"].opblock');
    expect(await tried(visit, 'listProducts')).toMatch(/^200 \{"status":true,"total":47,/);
  });

  it('places a new order at each try, and shows the status of the first', async () => {
    const visit = await browser.open();
    await visit.goTo('/docs/reference');
    await visit.page.getByLabel('API token').fill(client.token);
    await visit.page.getByLabel('Domain').fill(client.domain);
    await visit.page.getByRole('link', { name: 'Try placeOrder in the browser' }).click();
    await visit.settle();
    await operation(visit, 'placeOrder').getByRole('button', { name: 'Try it out' }).click();
    expect(await tried(visit, 'placeOrder')).toMatch(/^201 /);
    expect(await tried(visit, 'placeOrder')).toMatch(/^201 /);
    await operation(visit, 'getOrderStatus').locator('.opblock-summary-control').click();
    await operation(visit, 'getOrderStatus').getByRole('button', { name: 'Try it out' }).click();
    expect(await tried(visit, 'getOrderStatus')).toMatch(/^200 .*"store_order_id":"TRY-/);
    await visit.page.locator('[id$="-getOrderStatus"] .live-responses-table').waitFor();
    await expectNothingToComplainAbout(
      visit,
      ALL_RULES,
      '[id$="-getOrderStatus"] .live-responses-table',
    );
  });
}
