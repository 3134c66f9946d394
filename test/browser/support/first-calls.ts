import type { Request } from 'playwright-core';
import { FIRST_PAGES } from '../../../src/dashboard/pages/first-page-files.js';
import { givenClient } from '../../support/shop/given.js';
import { givenMember, givenOperator } from '../../support/shop/people.js';
import type { Visit } from './chromium.js';
import { app, openAs } from './suite.js';

/** Opens the first pages of a person. Expects that each page makes the call that its HTML begins, and no second one. */
export async function expectFirstCallsOnce(visit: Visit, { isOffice }: { isOffice: boolean }) {
  for (const [path, { call }] of Object.entries(FIRST_PAGES)) {
    if (call === undefined || path.startsWith('/dashboard/office') !== isOffice) continue;
    const called: string[] = [];
    const note = (request: Request): void => {
      const { pathname, search } = new URL(request.url());
      // The live connection repeats a call if the page took long to load.
      const isAgain = request.headers()['x-background'] !== undefined;
      if (pathname === call.split('?')[0] && !isAgain) called.push(pathname + search);
    };
    visit.page.on('request', note);
    await visit.load(path);
    visit.page.off('request', note);
    expect([path, called]).toEqual([path, [call]]);
  }
}

/** Signs in on a page whose HTML began a refused call, and expects that the person is not refused. */
export async function expectNoRefusalKept(): Promise<void> {
  const operator = await givenOperator(app);
  const visit = await openAs(operator);
  const { page } = visit;
  await app.sql`DELETE FROM sessions`;
  await visit.goTo('/dashboard/office/orders');
  const list = page.waitForResponse(
    (answer) => answer.url().includes('/admin/orders?') && answer.ok(),
  );
  await visit.fillInSignIn(operator);
  await list;
  await visit.settle();
  expect(await visit.heading()).toBe('Orders');
  expect(await page.getByRole('dialog').count()).toBe(0);

  await visit.load('/dashboard/orders');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.getByRole('button', { name: /person/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await visit.fillInSignIn(await givenMember(app, await givenClient(app)));
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await visit.settle();
  expect(await page.getByText('does not allow').count()).toBe(0);
}
