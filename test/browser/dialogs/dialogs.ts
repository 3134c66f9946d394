import type { Locator } from 'playwright-core';
import { BankAdmin } from '../../support/money/bank.js';
import { givenPlan, givenProduct } from '../../support/shop/given.js';
import { givenOrderAfter } from '../../support/shop/order-actions.js';
import { givenShop } from '../../support/shop/shop.js';
import { expectNothingToComplainAbout } from '../support/page-checks.js';
import { admin, app, visit } from '../support/suite.js';

/** Returns the name of what has the focus: that of a button, or the text of a heading. */
const focused = (): Promise<string> =>
  visit.page.evaluate(() => {
    const { tagName, ariaLabel, textContent } = document.activeElement!;
    return `${tagName} ${ariaLabel ?? textContent}`;
  });

/** Opens the dialog of a button with the keyboard. */
async function openByKey(name: string): Promise<Locator> {
  const { page } = visit;
  await page.getByRole('button', { name }).first().press('Enter');
  await page.waitForFunction(() =>
    document.activeElement?.closest('[role="dialog"], [role="menu"]'),
  );
  return page.getByRole(/^person|^Download/.test(name) ? 'menu' : 'dialog');
}

/** Expects the focus on something, once a dialog ended in some way. */
async function expectFocusOn(place: string, how: string): Promise<void> {
  await visit.settle();
  expect([how, await focused()]).toEqual([how, expect.stringMatching(`^${place}`)]);
}

/** Ends the dialog of a button in each way. Expects the focus on the button after each. */
async function expectFocusBack(path: string, name: string, ends: readonly string[]): Promise<void> {
  await visit.goTo(`/dashboard/office/${path}`);
  for (const end of ends) {
    const dialog = await openByKey(name);
    if (end === 'Escape') await visit.page.keyboard.press('Escape');
    else await dialog.getByRole('button', { name: end }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocusOn(`BUTTON ${name}`, `${path}: ${end}`);
  }
}

/** Fills in a dialog and saves it with the keyboard. Expects the focus on something then: by default on the button. */
async function expectFocusAfterSaving(
  path: string,
  name: string,
  fields: Record<string, string>,
  action: string,
  place = `BUTTON ${name}`,
  further?: string,
): Promise<void> {
  await visit.goTo(`/dashboard/office/${path}`);
  const dialog = await openByKey(name);
  for (const [label, value] of Object.entries(fields)) {
    await dialog.getByLabel(label).first().fill(value);
  }
  for (const button of further === undefined ? [action] : [action, further]) {
    await dialog.getByRole('button', { name: button }).press('Enter');
  }
  await dialog.waitFor({ state: 'detached' });
  await expectFocusOn(place, `${path}: ${action}`);
}

/** Asks for the password while a dialog is open, whose focus it gives back. */
async function refusePassword(client: number): Promise<void> {
  const { page } = visit;
  await visit.goTo(`/dashboard/office/clients/${client}?tab=wallet`);
  const dialog = await openByKey('Propose correction');
  await dialog.getByLabel('Amount').fill('5');
  await dialog.getByLabel('Reason').fill('Bank charges');
  await app.sql`UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour'`;
  await page.keyboard.press('Enter');
  const password = page.getByRole('dialog', { name: 'Enter your password again' });
  await password.getByRole('button', { name: 'Cancel' }).press('Enter');
  await password.waitFor({ state: 'detached' });
  await app.sql`UPDATE sessions SET confirmed_at = now()`;
  expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
}

/** Ends dialogs of each kind in each way: by Escape, with the button that keeps everything, and by saving. */
export async function giveFocusBack(): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const plan = await givenPlan(app);
  const order = await givenOrderAfter(shop, 'pay');
  const sent = await givenOrderAfter(shop, 'pay');
  const returned = await givenOrderAfter(shop, 'pay', 'ship');
  const undelivered = await givenOrderAfter(shop, 'pay', 'ship');
  const back = await givenOrderAfter(shop, 'pay', 'ship');
  await admin.orders.recordReturn(back, [{ line: 1, quantity: 1 }]);
  for (const number of [returned, undelivered, back]) await admin.orders.return(number);
  await new BankAdmin(app).givenAccount();
  const wallet = `clients/${shop.client.id}?tab=wallet`;
  const price = `Edit own price of plan ${plan.name}`;
  for (const [path, name, ...ends] of [
    [`orders/${order}`, 'Cancel order', 'Escape', 'Keep as it is'],
    [`orders/${order}`, 'Ship order', 'Escape', 'Cancel'],
    [`orders/${returned}`, 'Settle return', 'Escape', 'Cancel'],
    [`orders/${back}`, 'Inspect return', 'Escape', 'Cancel'],
    [`returns?tab=settlement&q=${returned}`, 'Settle', 'Escape', 'Cancel'],
    [wallet, 'Propose correction', 'Escape', 'Cancel'],
    ['money?tab=receipts', 'Record receipt', 'Cancel', 'Escape'],
    ['money?tab=bank&view=accounts', 'Add bank account', 'Escape', 'Cancel'],
    [`catalog/${sku}`, 'Edit cost', 'Escape', 'Cancel'],
    [`catalog/${sku}`, price, 'Escape', 'Cancel'],
    ['prices', 'New price list', 'Escape', 'Cancel'],
    ['shipping?tab=scan', 'person', 'Escape', 'Escape'],
    ['orders', 'Filter', 'Escape', 'Escape'],
    ['orders', 'Download', 'Escape', 'Escape'],
  ] as const) {
    await expectFocusBack(path, name, ends);
  }
  const box = { Courier: 'DTDC', 'Tracking number': 'D7000001' };
  const reason = { Reason: 'Damaged' };
  const bank = { Name: 'HDFC current account', 'Last four digits': '4321' };
  const receipt = { Reference: 'UTR-OF-THE-FOCUS', Amount: '10' };
  for (const [path, name, fields, action, place, further] of [
    [`orders/${order}`, 'Cancel order', {}, 'Cancel order', `H1 Order ${order}`],
    [`orders/${sent}`, 'Ship order', box, 'Ship', `H1 Order ${sent}`],
    [`orders/${back}`, 'Inspect return', {}, 'Save', `H1 Order ${back}`],
    [`orders/${returned}`, 'Settle return', reason, 'Refund', `H1 Order ${returned}`],
    [`returns?tab=settlement&q=${undelivered}`, 'Settle', reason, 'Refund', 'H1 Returns'],
    [wallet, 'Propose correction', { Amount: '5', ...reason }, 'Propose correction'],
    [wallet, 'Record receipt', receipt, 'Record ₹10.00', 'BUTTON Record receipt', 'Close'],
    [
      'money?tab=bank&view=accounts',
      'Add bank account',
      bank,
      'Add bank account',
      'BUTTON Add bank account',
      'Done',
    ],
    [
      'money?tab=bank&view=accounts',
      'Opening balance of',
      { Balance: '10' },
      'Set opening balance',
      'BUTTON Opening balance of',
      'Done',
    ],
    [`catalog/${sku}`, 'Edit cost', { Cost: '50' }, 'Save cost'],
    [`catalog/${sku}`, price, { 'Own price': '70' }, 'Save price'],
    ['prices', 'New price list', { 'Change in percent': '5' }, 'Preview', 'H1 '],
    ['orders?q=zz', 'Save view', { Name: 'Mine' }, 'Save', 'H1 Orders'],
  ] as const) {
    await expectFocusAfterSaving(path, name, fields, action, place, further);
  }
  await refusePassword(shop.client.id);
}

/** Opens the keys of two pages. */
export async function showKeys(): Promise<void> {
  const { page } = visit;
  await givenOrderAfter(await givenShop(app));
  const dialog = page.getByRole('dialog', { name: 'Keys of this page' });
  const keys = async (): Promise<string[]> => {
    const shown = await dialog.getByRole('term').allInnerTexts();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return shown;
  };
  const everywhere = ['/', 'Ctrl K', '?'];
  await visit.load('/dashboard/office/orders?status=all');
  await page.getByRole('table').waitFor();
  await page.keyboard.press('?');
  await dialog.waitFor();
  await expectNothingToComplainAbout(visit, '[role="dialog"]');
  expect((await keys()).toSorted()).toEqual([...everywhere, 'j', 'k', 'Enter', 'x'].toSorted());
  await expectFocusOn('H1 Orders', 'keys');
  await visit.goTo('/dashboard/office/prices');
  await page.getByRole('combobox', { name: 'Search' }).press('?');
  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('?');
  await page.getByRole('button', { name: 'person' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Keys of this page' }).press('Enter');
  expect((await keys()).toSorted()).toEqual(everywhere.toSorted());
  await expectFocusOn('BUTTON person', 'keys by the menu');
}

/** Refuses a change because its order was canceled. */
export async function sayWhoCanceled(): Promise<void> {
  const { page } = visit;
  const shop = await givenShop(app);
  const order = await givenOrderAfter(shop, 'pay');
  await admin.orders.cancel(order);
  // The page of the order itself shows the cancellation at once, without the button.
  const message = `Order ${order} is cancelled and cannot become shipped: expected pending.`;
  await page.route('**/wallet/adjustments', (route) =>
    route.fulfill({ status: 409, json: { code: 'transition_refused', message } }),
  );
  await visit.goTo(`/dashboard/office/clients/${shop.client.id}?tab=wallet`);
  await page.getByRole('button', { name: 'Propose correction' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('5');
  await dialog.getByLabel('Reason').fill('Bank charges');
  await dialog.getByRole('button', { name: 'Propose correction' }).click();
  const said = new RegExp(`${order} was canceled just now by \\S`);
  await dialog.getByRole('alert').filter({ hasText: said }).waitFor();
  await page.unroute('**/wallet/adjustments');
  await page.keyboard.press('Escape');
}

/** Sends a form without its fields, and then with an amount as people paste it. */
export async function readPastedAmount(): Promise<void> {
  const { page } = visit;
  const { id } = (await givenShop(app)).client;
  await visit.goTo(`/dashboard/office/clients/${id}?tab=wallet`);
  await page.getByRole('button', { name: 'Record receipt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Record receipt' }).click();
  for (const name of ['Reference', 'Amount']) {
    const field = dialog.getByRole('textbox', { name, exact: true });
    expect([name, await field.getAttribute('aria-invalid')]).toEqual([name, 'true']);
  }
  expect(await dialog.getByText('Fill this in.').count()).toBe(2);
  expect(await focused()).toMatch(/^INPUT/);
  await expectNothingToComplainAbout(visit, '[role="dialog"]');
  await dialog.getByLabel('Source').selectOption('cash');
  await dialog.getByLabel('Reference').fill('UTR-PASTED');
  await dialog.getByLabel('Amount').fill('₹1,950.00');
  await dialog.getByRole('button', { name: 'Record ₹1,950.00' }).click();
  await dialog.getByText(/Recorded ₹1,950\.00 of .+ as UTR-PASTED\./).waitFor();
  // The next of a stack of receipts, which is the same one again.
  expect(await dialog.getByLabel('Source').inputValue()).toBe('cash');
  await dialog.getByLabel('Reference').fill('UTR-PASTED');
  await dialog.getByLabel('Amount').fill('1950');
  await dialog.getByRole('button', { name: 'Record ₹1,950.00' }).click();
  await dialog.getByText('was recorded as UTR-PASTED before.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
}
