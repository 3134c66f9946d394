import type { ElementHandle } from 'playwright-core';
import { dateInShop } from '../../src/platform/time-zone.js';
import { Admin } from '../support/shop/admin.js';
import { givenClient, givenProduct } from '../support/shop/given.js';
import { givenMember, givenOperator } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { app, browser, describeInBrowser, signInAs, visit } from './support/suite.js';

describeInBrowser('a form', () => {
  signInAs();

  it('proposes a correction once, although the first answer was lost', async () => {
    const { id } = (await givenShop(app)).client;
    const keys: (string | undefined)[] = [];
    await visit.page.route('**/wallet/adjustments', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      if (keys.length === 1) await route.abort();
      else await route.fulfill({ response });
    });
    const propose = async (amount: string): Promise<void> => {
      await visit.page.getByRole('button', { name: 'Propose correction' }).click();
      const dialog = visit.page.getByRole('dialog');
      await dialog.getByLabel('Amount').fill(amount);
      await dialog.getByLabel('Reason').fill('Bank charges');
      await dialog.getByRole('button', { name: 'Propose correction' }).click();
      if (keys.length <= 1) {
        await dialog.getByText('The service could not be reached.').waitFor();
        await dialog.getByRole('button', { name: 'Propose correction' }).click();
      }
      await dialog.waitFor({ state: 'detached' });
    };
    await visit.goTo(`/dashboard/office/clients/${id}?tab=wallet`);
    await propose('-5');
    await propose('-5');
    await visit.page.unroute('**/wallet/adjustments');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(keys[0]!)]);
    const { data } = await new Admin(app).adjustments.list({ client_id: id });
    expect(data.map(({ amount }) => amount)).toEqual([-5, -5]);
  });

  it('keeps a typed amount when the person turns the wheel over it', async () => {
    await visit.goTo('/dashboard/office/money');
    await visit.page.getByRole('button', { name: 'Record receipt' }).click();
    const amount = visit.page.getByRole('dialog').getByLabel('Amount');
    await amount.fill('1000');
    await amount.hover();
    await visit.page.mouse.wheel(0, 300);
    // The wheel has taken the focus, or has changed the number.
    await visit.page.waitForFunction(
      (field) => field !== document.activeElement || field.value !== '1000',
      (await amount.elementHandle()) as ElementHandle<HTMLInputElement>,
    );
    expect(await amount.inputValue()).toBe('1000');
  });

  it('refuses a price that is not a number, instead of removing it', async () => {
    const { sku } = await givenProduct(app, { weightGrams: 500 });
    await visit.load(`/dashboard/office/catalog/${sku}`);
    await visit.page.getByLabel('Base price').fill('1,950.00');
    await visit.page.getByLabel('Weight').fill('1,2');
    await visit.page.getByRole('button', { name: 'Save product' }).click();
    await visit.page.getByText('Base price must be a number').first().waitFor();
    expect((await new Admin(app).products.get(sku)).base_price).toBe(100);
  });

  it('fills in what was typed before, and leaves what a colleague has changed since', async () => {
    const admin = new Admin(app);
    const { sku } = await givenProduct(app);
    const page = `/dashboard/office/catalog/${sku}`;
    await visit.load(page);
    await visit.page.getByLabel('Description').fill('Of steel');
    await visit.load('/dashboard/office/stock');
    await admin.products.change(sku, { base_price: 120 });
    await visit.goTo(page);
    await visit.page.getByRole('button', { name: 'Fill in what you typed' }).click();
    await visit.page.getByRole('button', { name: 'Save product' }).click();
    await visit.page.getByRole('button', { name: 'Saved' }).waitFor();
    const saved = { base_price: 120, description: 'Of steel' };
    expect(await admin.products.get(sku)).toMatchObject(saved);
  });

  it('begins with the day on which it is opened, also on a page of the day before', async () => {
    const other = await browser.open();
    await other.signIn(await givenOperator(app));
    const now = Date.now();
    await other.page.clock.setFixedTime(now - 24 * 60 * 60 * 1_000);
    await other.goTo('/dashboard/office/money');
    await other.page.clock.setFixedTime(now);
    await other.page.getByRole('button', { name: 'Record receipt' }).click();
    const day = other.page.getByRole('dialog').getByLabel('Received on');
    expect(await day.inputValue()).toBe(dateInShop(new Date(now)));
    await other.end();
  });

  it('names its own field in a refusal, where the page below a dialog has one of the same name', async () => {
    const other = await browser.open();
    await other.signIn(await givenMember(app, await givenClient(app)));
    await other.goTo('/dashboard/api-access');
    await other.page.getByRole('button', { name: 'Create token' }).click();
    const dialog = other.page.getByRole('dialog');
    await dialog.getByLabel('Domain').fill('my shop');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('such as shop.example, or xn--bcher-kva').first().waitFor();
    expect(await dialog.getByText('X-Client-Domain').count()).toBe(0);
    await other.end();
  });

  it('refuses a refund above what was paid, instead of refunding all of it', async () => {
    const admin = new Admin(app);
    const { sku } = await givenProduct(app);
    const order = await (await givenShop(app)).orders.place({ sku, quantity: 1 });
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    await admin.orders.return(order);
    await visit.goTo(`/dashboard/office/orders/${order}`);
    await visit.page.getByRole('button', { name: /^Settle return/ }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption('A part');
    await dialog.getByLabel('Amount').fill('5500');
    await dialog.getByLabel('Reason').fill('Damaged');
    await dialog.getByRole('button', { name: 'Refund the part' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('5500');
    expect((await admin.orders.get(order)).refunds).toEqual([]);
  });

  it('tells an error of its page from a request without an answer', async () => {
    const failing = await browser.open();
    await failing.signIn(await givenOperator(app));
    await failing.page.route('**/admin/order-losses', (route) =>
      route.fulfill({ json: { data: [null] } }),
    );
    await failing.goTo('/dashboard/office/losses');
    const alert = failing.page.getByRole('alert');
    expect(await alert.innerText()).toMatch(/Reload the page\..* tell us .*TypeError/);
    await failing.end();
  });
});
