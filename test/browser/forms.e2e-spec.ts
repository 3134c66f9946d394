import { dateInShop } from '../../src/platform/time-zone.js';
import { givenClient, givenProduct } from '../support/shop/given.js';
import { givenOrderAfter, givenOrderOf } from '../support/shop/order-actions.js';
import { givenMember, givenOperator } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { giveFocusBack, readPastedAmount, sayWhoCanceled, showKeys } from './dialogs/dialogs.js';
import { admin, app, describeInBrowser, signInAs, visit, openAs } from './support/suite.js';

/** Loses the first answer to the calls of an address. Returns the list of the keys of all calls, which grows as they come. */
async function loseFirstAnswer(address: string | RegExp): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await visit.page.route(address, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    if (keys.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  return keys;
}

/** Presses a button until there is an answer. */
async function pressUntilAnswered(name: string, keys: readonly unknown[]): Promise<void> {
  const button = visit.page.getByRole('button', { name, exact: true }).last();
  if (keys.length === 0) {
    await button.click();
    await visit.page.getByText('The service could not be reached.').waitFor();
  }
  const answer = visit.page.waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  await answer;
}

/** Proposes corrections and loses an answer, in a dialog and in one that is opened again. */
async function proposeOnce(): Promise<void> {
  const { id } = (await givenShop(app)).client;
  const address = '**/wallet/adjustments';
  const keys = await loseFirstAnswer(address);
  const dialog = visit.page.getByRole('dialog');
  const propose = visit.page.getByRole('button', { name: 'Propose correction' });
  const send = dialog.getByRole('button', { name: 'Propose correction' });
  const mayBeDone = dialog.getByText('It may have been done: look before you repeat it.');
  const type = async (amount: string): Promise<void> => {
    await propose.click();
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByLabel('Reason').fill('Bank charges');
    await send.click();
  };
  const isClosed = dialog.waitFor.bind(dialog, { state: 'detached' });
  await visit.goTo(`/dashboard/office/clients/${id}?tab=wallet`);
  await type('-5');
  await mayBeDone.waitFor();
  await send.click();
  await isClosed();
  await type('-5');
  await isClosed();
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(keys[0]!)]);

  const later = await loseFirstAnswer(address);
  await type('-7');
  await mayBeDone.waitFor();
  await visit.load(`/dashboard/office/clients/${id}?tab=wallet`);
  await propose.click();
  await mayBeDone.waitFor();
  await dialog.getByRole('button', { name: 'Fill in what you typed' }).click();
  await dialog.getByLabel('Amount').fill('-8');
  await send.click();
  await dialog.getByText('What you sent first may have been done.').waitFor();
  await dialog.getByLabel('Amount').fill('-7');
  await send.click();
  await isClosed();
  expect(later).toEqual([later[0], later[0], later[0]]);
  const { data } = await admin.adjustments.list({ client_id: id });
  expect(data.map(({ amount }) => amount)).toEqual([-7, -5, -5]);
}

/** Reverses a receipt whose money was spent, and records another receipt of the client. */
async function reverseAndPayDebt(): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const [first, second] = [
    await shop.orders.place({ sku, quantity: 1 }),
    await shop.orders.place({ sku, quantity: 1 }),
  ];
  const money = { tax_deducted: 11, orders: [first] };
  const { reference } = await admin.receipts.record(shop.client.id, 99, money);
  const dialog = visit.page.getByRole('dialog');
  await visit.goTo('/dashboard/office/money?tab=receipts');
  await visit.page.getByRole('button', { name: `Reverse ${reference}` }).click();
  await dialog.getByLabel('Reason').fill('Bounced');
  await dialog.getByRole('button', { name: 'Take ₹110.00 from the wallet' }).click();
  await dialog.waitFor({ state: 'detached' });
  await visit.goTo(`/dashboard/office/clients/${shop.client.id}?tab=wallet`);
  await visit.page.getByRole('button', { name: 'Record receipt' }).click();
  await dialog.getByLabel('Reference').fill('UTR-OF-A-DEBT');
  await dialog.getByLabel('Amount').fill('110');
  await dialog.getByLabel(second).check();
  await dialog.getByText('owes ₹110.00 of debt, which is paid first. ₹110.00 is missing').waitFor();
  await dialog.getByRole('button', { name: 'Record ₹110.00' }).click();
  await dialog.getByText("₹110.00 paid the client's debt. ₹0.00 went to the wallet.").waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

describeInBrowser('a form', () => {
  signInAs();

  it(
    'gives the focus back to what opened its dialog, however that ends, or else to the heading',
    giveFocusBack,
  );

  it('shows the keys that work on its page with `?`, except while a person types', showKeys);

  it('proposes a correction once, although its answer was lost', proposeOnce);

  const sentAs = (number: string) => ({ Courier: 'Blue Dart', 'Tracking number': number });
  it.each([
    ['Ship order', 'orders/ORDER?dialog=ship', 7, { Product: '2', ...sentAs('DL 90009') }],
    ['Ship', 'shipping?tab=scan', 7, { 'Units of': '2', ...sentAs('DL 10010') }],
    ['Adjust stock', 'stock/SKU', 11, { Units: '2', Reason: 'found' }],
  ])('%s: once, although the first answer was lost', async (action, path, left, fields) => {
    const { page } = visit;
    const { sku } = await givenProduct(app, { stock: 9 });
    const order = await givenOrderOf(await givenShop(app), sku, 4, 'pay');
    const keys = await loseFirstAnswer(/\/(shipments|adjustments)$/);
    await visit.goTo(`/dashboard/office/${path.replace('ORDER', order).replace('SKU', sku)}`);
    if (action === 'Ship') await page.getByLabel('Order number').fill(order);
    if (action === 'Ship') await page.keyboard.press('Enter');
    if (action === 'Adjust stock') await page.getByLabel(`Adjust ${sku}`).click();
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(new RegExp(`^${label}`)).fill(value);
    }
    await pressUntilAnswered(action, keys);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
    expect((await admin.stock.get(sku)).levels).toMatchObject([{ on_hand: left }]);
  });

  it('says when an order was canceled that a change needs, and by whom', sayWhoCanceled);

  it('reads an amount as people paste it, and says at each field what it lacks', readPastedAmount);

  it('refuses a price that is not a number, instead of removing it', async () => {
    const { sku } = await givenProduct(app, { weightGrams: 500 });
    await visit.load(`/dashboard/office/catalog/${sku}`);
    await visit.page.getByLabel('Base price').fill('1950 each');
    await visit.page.getByLabel('Weight').fill('1,2');
    await visit.page.getByRole('button', { name: 'Save product' }).click();
    await visit.page.getByText('Base price must be a number').first().waitFor();
    expect((await admin.products.get(sku)).base_price).toBe(100);
  });

  it('fills in what was typed before, and leaves what a colleague has changed since', async () => {
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
    const other = await openAs(await givenOperator(app));
    const now = Date.now();
    await other.page.clock.setFixedTime(now - 24 * 60 * 60 * 1_000);
    await other.goTo('/dashboard/office/money');
    await other.page.clock.setFixedTime(now);
    await other.page.getByRole('button', { name: 'Record receipt' }).click();
    const day = other.page.getByRole('dialog').getByLabel('Received on');
    expect(await day.inputValue()).toBe(dateInShop(new Date(now)));
  });

  it('names its own field in a refusal, where the page below a dialog has one of the same name', async () => {
    const other = await openAs(
      await givenMember(app, await givenClient(app)),
      '/dashboard/api-access',
    );
    await other.page.getByRole('button', { name: 'Create token' }).click();
    const dialog = other.page.getByRole('dialog');
    await dialog.getByLabel('Domain').fill('my shop');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('such as shop.example, or xn--bcher-kva').first().waitFor();
    expect(await dialog.getByText('X-Client-Domain').count()).toBe(0);
  });

  it('refuses a refund above what was paid, instead of refunding all of it', async () => {
    const order = await givenOrderAfter(await givenShop(app), 'pay', 'ship');
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
    await dialog.getByLabel('Amount').fill('55');
    await dialog.getByRole('button', { name: 'Refund the part' }).click();
    const refund = visit.page.getByRole('row', { name: 'Damaged' });
    await refund.getByText('₹55.00').waitFor();
    const warehouse = await openAs(
      await givenOperator(app, ['warehouse']),
      `/dashboard/office/orders/${order}`,
    );
    const shown = warehouse.page.getByRole('row', { name: 'Damaged' });
    expect(await shown.getByRole('cell').last().innerText()).toBe('–');
    await warehouse.goTo('/dashboard/office/returns');
    await warehouse.page.waitForURL('**/returns?tab=inspection');
  });

  it(
    'takes the deducted tax of a receipt with it, and says that the debt is paid before orders',
    reverseAndPayDebt,
  );

  it('tells an error of its page from a request without an answer', async () => {
    const failing = await openAs(await givenOperator(app));
    await failing.page.route('**/admin/order-losses', (route) =>
      route.fulfill({ json: { data: [null] } }),
    );
    await failing.goTo('/dashboard/office/losses');
    const alert = failing.page.getByRole('alert');
    expect(await alert.innerText()).toMatch(/Reload the page\..* tell us .*TypeError/);
    expect(String(failing.complaints.splice(0))).toMatch(/^TypeError: .*client_id/);
  });
});
