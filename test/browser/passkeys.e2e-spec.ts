import type { CDPSession } from 'playwright-core';
import { givenClient } from '../support/shop/given.js';
import { givenMember, TestBrowser, type GivenUser } from '../support/shop/people.js';
import type { Visit } from './support/chromium.js';
import { app, browser, describeInBrowser } from './support/suite.js';
import { expectNothingToComplainAbout } from './support/page-checks.js';

/** Gives a browser a device that holds passkeys and recognizes its person. */
async function givenDevice({ context, page }: Visit): Promise<CDPSession> {
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return device;
}

describeInBrowser('passkeys', () => {
  let member: GivenUser;
  let visit: Visit;
  beforeAll(async () => {
    member = await givenMember(app, await givenClient(app));
    visit = await browser.open();
    await givenDevice(visit);
  });

  const press = (name: string, within: 'page' | 'dialog' = 'page') => {
    const scope = within === 'dialog' ? visit.page.getByRole('dialog') : visit.page;
    return scope.getByRole('button', { name, exact: true }).click();
  };
  const signOut = () =>
    visit.page.evaluate(() =>
      fetch('/dashboard/api/session', { method: 'DELETE' }).then(({ status }) => status),
    );
  const addPasskey = async (name: string) => {
    await press('Add passkey');
    await visit.page.getByRole('dialog').getByLabel('Name').fill(name);
    await press('Create passkey', 'dialog');
  };

  it('are created on the page of the account, by the device', async () => {
    await visit.signInWithForm(member);
    await visit.goTo('/dashboard/account');
    await addPasskey('Laptop');
    await visit.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await visit.settle();
    expect(await visit.page.getByText('Laptop').count()).toBeGreaterThan(0);
    await expectNothingToComplainAbout(visit);
  });

  it('say that a device has one already', async () => {
    await addPasskey('Laptop again');
    await visit.page.getByText('This device has a passkey for your account already.').waitFor();
    await expectNothingToComplainAbout(visit);
    await press('Cancel', 'dialog');
  });

  it('sign in without a password', async () => {
    expect(await signOut()).toBe(200);
    await visit.load('/dashboard/sign-in');
    await expectNothingToComplainAbout(visit);
    await press('Use a passkey');
    await visit.page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await visit.settle();
    expect(await visit.heading()).toBe('Overview');
  });

  it('confirm that all access to the company ends but that of this browser', async () => {
    const elsewhere = await TestBrowser.signedIn(app, member);
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`;
    await visit.goTo('/dashboard/security');
    await press('End all access');
    await press('End access', 'dialog');
    await visit.page.getByRole('heading', { name: 'Enter your password again' }).waitFor();
    await press('Use a passkey instead', 'dialog');
    await visit.page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    await visit.settle();
    expect(await visit.page.getByText('This browser').count()).toBe(1);
    expect((await elsewhere.call('get', 'session')).status).toBe(401);
    await expectNothingToComplainAbout(visit);
  });

  it('are as good as the password where a change needs it', async () => {
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`;
    await visit.goTo('/dashboard/account');
    await press('Remove passkey Laptop');
    await press('Remove passkey', 'dialog');
    await visit.page.getByRole('heading', { name: 'Enter your password again' }).waitFor();
    await press('Use a passkey instead', 'dialog');
    await visit.page.getByText('With a passkey you sign in by').waitFor();
    expect(await app.sql`SELECT FROM passkeys`).toEqual([]);
  });

  it('passkeys that were removed sign in no longer', async () => {
    expect(await signOut()).toBe(200);
    await visit.load('/dashboard/sign-in');
    await press('Use a passkey');
    await visit.page.getByRole('alert').waitFor();
    expect(new URL(visit.page.url()).pathname).toBe('/dashboard/sign-in');
  });
});
