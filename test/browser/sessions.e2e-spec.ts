import type { Locator } from 'playwright-core';
import { givenClient } from '../support/shop/given.js';
import { givenMember, givenOperator } from '../support/shop/people.js';
import { eventually } from '../support/eventually.js';
import type { Visit } from './support/chromium.js';
import { app, browser, describeInBrowser, openAs } from './support/suite.js';
import { expectNoRefusalKept } from './support/first-calls.js';

const endSessions = () => app.sql`DELETE FROM sessions`;

/** Fills in a correction of a wallet, ends the session, and sends the form. */
async function sendAfterTheEnd(visit: Visit, clientId: number): Promise<Locator> {
  const { page } = visit;
  await visit.goTo(`/dashboard/office/clients/${clientId}?tab=wallet`);
  await page.getByRole('button', { name: 'Propose correction' }).click();
  await page.getByLabel('Amount').fill('12.5');
  await page.getByLabel('Reason').fill('A damaged box');
  await endSessions();
  await page.getByRole('dialog').getByRole('button', { name: 'Propose correction' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.waitFor();
  return again;
}

async function goesOn(): Promise<void> {
  const client = await givenClient(app);
  const operator = await givenOperator(app);
  const visit = await openAs(operator);
  const keys: (string | undefined)[] = [];
  visit.page.on('request', (request) => {
    if (request.url().endsWith('/adjustments') && request.method() === 'POST') {
      keys.push(request.headers()['idempotency-key']);
    }
  });
  const again = await sendAfterTheEnd(visit, client.id);
  expect(await visit.accessibilityFindings()).toEqual([]);
  expect(await again.getByLabel('Email').inputValue()).toBe(operator.email);
  await again.getByLabel('Password', { exact: true }).fill('wrong');
  await visit.page.keyboard.press('Escape');
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.getByRole('alert').getByText('is wrong').waitFor();
  await again.getByLabel('Password', { exact: true }).fill(operator.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await visit.page.getByRole('dialog', { name: 'Propose correction' }).waitFor({ state: 'hidden' });
  await visit.page.getByText('A damaged box').first().waitFor();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  expect(await proposed(client.id)).toBe(1);
}

async function proposed(clientId: number): Promise<number> {
  const text = 'SELECT FROM approvals WHERE client_id = $1';
  return (await app.dataSource.query<unknown[]>(text, [clientId])).length;
}

async function forgets(): Promise<void> {
  const client = await givenClient(app);
  const other = await givenOperator(app);
  const visit = await openAs(await givenOperator(app), '/dashboard/office/clients');
  const window = await visit.page.context().newPage();
  await window.goto(visit.page.url());
  await window.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  const again = await sendAfterTheEnd(visit, client.id);
  await again.getByLabel('Email').fill(other.email);
  await again.getByLabel('Password', { exact: true }).fill(other.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  const told = visit.page.getByRole('dialog', { name: 'You are signed in as' });
  await told.getByText('was not sent, and is gone').waitFor();
  await window.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await told.getByRole('button', { name: 'Continue' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  expect(await proposed(client.id)).toBe(0);
  expect(await stored(visit)).not.toContain('A damaged box');

  const { page } = visit;
  await visit.goTo('/dashboard/office/clients');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByLabel('Company', { exact: true }).fill('Lotus Home');
  await page.getByRole('button', { name: 'Cancel' }).click();
  // As another tab of the same browser does.
  await visit.signIn(await givenOperator(app));
  await page.reload();
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByLabel('Company', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Fill in what you typed' }).count()).toBe(0);
  expect(await stored(visit)).not.toContain('Lotus Home');
}

/** Fills in a form of a page while another person signs in in another window of the same browser. */
async function leavesToAnother(): Promise<void> {
  const client = await givenClient(app);
  const wallet = `/dashboard/office/clients/${client.id}?tab=wallet`;
  const visit = await openAs(await givenOperator(app), wallet);
  const { page } = visit;
  await page.getByRole('button', { name: 'Propose correction' }).click();
  await page.getByLabel('Reason').fill('A damaged box');
  const window = await page.context().newPage();
  await visit.signIn(await givenMember(app, client));
  await window.goto(page.url().replace(/office.*/, ''));
  await page.waitForURL((url) => !url.pathname.includes('office'));
  await page.getByRole('link', { name: 'Wallet' }).first().waitFor();
  expect(await stored(visit)).not.toContain('A damaged box');
}

const stored = (visit: Visit) => visit.page.evaluate(() => JSON.stringify({ ...sessionStorage }));

async function keepsDrafts(): Promise<void> {
  const visit = await browser.open();
  const { page } = visit;
  await visit.signInWithForm(await givenOperator(app));
  const questions: string[] = [];
  let answer = false;
  page.on('dialog', (dialog) => {
    questions.push(`${dialog.type()} ${dialog.message()}`);
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  await visit.goTo('/dashboard/office/money?tab=bank&view=accounts');
  await page.getByRole('button', { name: 'Add bank account' }).first().click();
  await page.getByLabel('Name').fill('Current account');
  await page.getByLabel('Last four digits').fill('5678');
  await page.getByLabel('Details for clients').fill('Account 50100012345678');
  expect(await stored(visit)).toContain('Current account');
  expect(await stored(visit)).not.toMatch(/5678|50100012345678/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await visit.goTo('/dashboard/office/new-product');
  await page.getByLabel('Name').fill('Brass lamp');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  expect(questions).toEqual(['confirm Leave this page? What you typed was not saved.']);
  expect(await visit.heading()).toBe('New product');
  answer = true;
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();

  await keepsCouriers(visit);
  await visit.goTo('/dashboard/office/clients');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByLabel('Company', { exact: true }).fill('Lotus Home');
  await page.reload();
  expect(questions.at(-1)).toMatch(/^beforeunload/);
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('button', { name: 'Fill in what you typed' }).click();
  expect(await page.getByLabel('Company', { exact: true }).inputValue()).toBe('Lotus Home');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: /person/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(await stored(visit)).not.toContain('Lotus Home');
}

/** Types into a form of a page, leaves the page, and finds the typed text again. */
async function keepsCouriers(visit: Visit): Promise<void> {
  const { page } = visit;
  await visit.goTo('/dashboard/office/shipping?tab=couriers');
  const courier = page.getByLabel('Name').last();
  await courier.fill('BlueLine');
  await page.getByRole('button', { name: 'Add courier' }).click();
  await page.getByLabel('Name').last().fill('Coastal Post');
  await visit.load('/dashboard/office/orders');
  await visit.goTo('/dashboard/office/shipping?tab=couriers');
  expect(await courier.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Fill in what you typed' }).click();
  expect(await courier.inputValue()).toBe('Coastal Post');
  await page.getByRole('button', { name: 'Save couriers' }).click();
  await page.getByText('The couriers were saved.').waitFor();
  expect(await stored(visit)).not.toContain('Coastal Post');
}

async function keepsConnectionTest(): Promise<void> {
  const member = await givenMember(app, await givenClient(app));
  const visit = await openAs(member, '/dashboard/api-access');
  const { page } = visit;
  await page.getByLabel('Authorization').fill('Bearer wso_of_a_store');
  await page.getByLabel('X-Client-Domain').fill('wso_of_a_store');
  await page.reload();
  await page.getByLabel('Authorization').waitFor();
  expect(await stored(visit)).not.toContain('wso_of_a_store');
  // Nothing but a secret was typed, which is not kept.
  expect(await page.getByRole('button', { name: 'Fill in what you typed' }).count()).toBe(0);
  await page.getByLabel('X-Client-Domain').fill('lamps.example');
  await page.getByLabel('Authorization').fill('Bearer wso_of_a_store');
  await page.reload();
  expect(await stored(visit)).not.toContain('wso_of_a_store');
  await page.getByRole('button', { name: 'Fill in what you typed' }).click();
  expect(await page.getByLabel('X-Client-Domain').inputValue()).toBe('lamps.example');
  await page.getByRole('button', { name: 'Test my connection' }).click();
  await page.getByText('Failed').first().waitFor();
  expect(await stored(visit)).not.toContain('lamps.example');
}

async function createsClient(): Promise<void> {
  const operator = await givenOperator(app);
  const visit = await openAs(operator, '/dashboard/office/clients');
  const { page } = visit;
  await app.sql`UPDATE sessions SET confirmed_at = now() - interval '5 minutes'`;
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByLabel('Company', { exact: true }).fill('Two Halves');
  await page.getByLabel('Email of the company').fill('orders@two-halves.example');
  await page.getByLabel('Domain of its store').fill('two-halves.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Create client' }).click();
  const password = page.getByRole('dialog', { name: 'Enter your password again' });
  await password.getByLabel('Password', { exact: true }).fill(operator.password);
  const made = () => app.sql`SELECT FROM clients WHERE name = 'Two Halves'`;
  expect(await made()).toHaveLength(0);
  await password.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The API token for two-halves.example.').waitFor();
  expect(await made()).toHaveLength(1);
}

describeInBrowser('the dashboard and its sessions', () => {
  it('is not in the cache of the browser', async () => {
    const visit = await browser.open();
    await visit.signInWithForm(await givenMember(app, await givenClient(app)));
    const { page } = visit;
    const read = (cache: RequestCache): Promise<number> =>
      page.evaluate(
        (mode) =>
          fetch('/dashboard/api/wallet', { cache: mode, mode: 'same-origin' }).then(
            ({ status }) => status,
            // Chromium's answer to only-if-cached without a stored response.
            () => 504,
          ),
        cache,
      );
    expect(await read('default')).toBe(200);
    expect(await read('only-if-cached')).toBe(504);
    const signedOut = await page.evaluate(() =>
      fetch('/dashboard/api/session', { method: 'DELETE' }).then(({ status }) => status),
    );
    expect(signedOut).toBe(200);
    expect(await read('only-if-cached')).toBe(504);
  });

  it('has nothing of a person who used the browser before', async () => {
    const first = await openAs(await givenOperator(app), '/dashboard/office', { width: 700 });
    await first.page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.setItem('kept', 'of the first');
    });
    await first.end();
    const second = await browser.open({ width: 700 });
    expect(second.context).toBe(first.context);
    await second.goTo('/dashboard/office');
    expect(await second.heading()).toBe('Sign in');
    const kept = () => [localStorage, sessionStorage].map((storage) => storage.getItem('kept'));
    expect(await second.page.evaluate(kept)).toEqual([null, null]);
  });
  it('says at the sign-in page that a session has ended, and leads back to its page', async () => {
    const operator = await givenOperator(app);
    const visit = await openAs(operator, '/dashboard/office/orders?status=pending');
    const { page } = visit;
    const told = page.getByText('Your session has ended. Sign in to go on where you were.');
    await endSessions();
    await page.reload();
    await told.waitFor();
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Password', { exact: true }).fill(operator.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=pending');
    await page.getByRole('button', { name: 'person-' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await told.count()).toBe(0);
  });
  it('goes on when the same person signs in again over the page', goesOn);
  it('forgets what was typed when another person signs in', forgets);
  it('leaves its page when another window signs in another person', leavesToAnother);
  it('takes no refusal of a session that has ended, or of another person', expectNoRefusalKept);
  it('keeps drafts without secrets, and asks before a form is left', keepsDrafts);
  it('keeps the test of a connection without its token', keepsConnectionTest);
  it('asks for the password before it creates a client with a token', createsClient);

  it('cannot be given markup by a script, except where the gateway writes its own', async () => {
    const visit = await browser.open();
    const { page } = visit;
    const write = (text: string): Promise<string> =>
      page.evaluate((html) => {
        const element = document.createElement('div');
        try {
          element.innerHTML = html;
        } catch (error) {
          return (error as Error).name;
        }
        return element.innerHTML;
      }, text);
    await visit.goTo('/dashboard/sign-in');
    expect(await write('<b>x</b>')).toBe('TypeError');
    expect(await write('plain text')).toBe('plain text');
    const created = page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      };
      trustedTypes.createPolicy('another', { createHTML: (text: string) => text });
    });
    await expect(created).rejects.toThrow('TypeError');
    const refused = 'trusted-types refused trusted-types-policy another';
    await eventually(() => visit.complaints.splice(0).includes(refused));
    await visit.load('/dashboard/pay/1');
    expect(await write('<b>x</b>')).toBe('<b>x</b>');
  });
});
