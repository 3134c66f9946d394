import { TestApp } from '../support/app.js';
import { givenClient } from '../support/shop/given.js';
import { givenMember } from '../support/shop/people.js';
import { Chromium, describeInBrowser } from './support/chromium.js';

let app: TestApp;
let browser: Chromium;

describeInBrowser('the dashboard after a sign-out', () => {
  beforeAll(async () => {
    app = await TestApp.start();
    browser = await Chromium.launch(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

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
    await visit.end();
  });
});

describeInBrowser('the pages of the dashboard', () => {
  beforeAll(async () => {
    app = await TestApp.start();
    browser = await Chromium.launch(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

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
    const policies = await page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      };
      try {
        trustedTypes.createPolicy('another', { createHTML: (text: string) => text });
        return 'created';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(policies).toBe('TypeError');
    await visit.goTo('/dashboard/pay/1');
    expect(await write('<b>x</b>')).toBe('<b>x</b>');
    await visit.end();
  });
});
