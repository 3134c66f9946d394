import { TestApp } from '../support/app.js';
import { describeInBrowser, SCHEMES, Chromium, WIDTHS } from './support/chromium.js';

const SCREENS = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })));

describeInBrowser('the sign-in page', () => {
  let app: TestApp;
  let browser: Chromium;
  beforeAll(async () => {
    app = await TestApp.start();
    browser = await Chromium.launch(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it.each(SCREENS)('has nothing to complain about, $scheme at $width px', async (screen) => {
    const visit = await browser.open(screen);
    await visit.goTo('/dashboard/sign-in');
    expect(await visit.page.title()).toBe('Sign in · Wholesale orders');
    expect(await visit.accessibilityFindings()).toEqual([]);
    expect(await visit.smallTargets(screen.width < 600 ? 44 : 24)).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.end();
  });

  it('has the scheme of the system before its scripts run', async () => {
    const visit = await browser.open({ scheme: 'dark' });
    await visit.page.route('**/assets/index-*.js', (route) => route.abort());
    await visit.page.goto('/dashboard/sign-in', { waitUntil: 'domcontentloaded' });
    const background = await visit.page.evaluate(
      () => getComputedStyle(document.body).backgroundColor,
    );
    expect(background).toBe('rgb(20, 24, 31)');
    await visit.end();
  });
});
