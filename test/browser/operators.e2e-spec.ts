import { Admin } from '../support/admin.js';
import { TestApp } from '../support/app.js';
import { givenClient, givenProduct } from '../support/given.js';
import { givenMember, givenOperator, type GivenUser } from '../support/people.js';
import { Shop } from '../support/shop.js';
import { Chromium, describeInBrowser, SCHEMES, WIDTHS, type Visit } from './support/chromium.js';

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const SCREENS = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })));

describeInBrowser('the pages of operators', () => {
  let app: TestApp;
  let browser: Chromium;
  let operator: GivenUser;
  let shop: Shop;
  let order: string;
  beforeAll(async () => {
    app = await TestApp.start();
    browser = await Chromium.launch(app);
    operator = await givenOperator(app);
    shop = new Shop(app, await givenClient(app));
    const { sku } = await givenProduct(app, { name: HOSTILE });
    order = await shop.orders.place({ sku, quantity: 2 }, { notes: HOSTILE });
    await new Admin(app).orders.pay(order);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const expectNothingToComplainAbout = async (visit: Visit, width: number): Promise<void> => {
    expect(await visit.accessibilityFindings()).toEqual([]);
    expect(await visit.smallTargets(width < 600 ? 44 : 24)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  };

  it('lead there after signing in, and to the page that was asked for', async () => {
    const visit = await browser.open();
    await visit.page.goto(`/dashboard/office/orders/${order}`);
    await visit.page.waitForURL('**/sign-in?next=*');
    await visit.page.getByLabel('Email').fill(operator.email);
    await visit.page.getByLabel('Password', { exact: true }).fill('wrong');
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.getByRole('alert').getByText('is wrong').waitFor();
    await visit.page.getByLabel('Password', { exact: true }).fill(operator.password);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.waitForURL(`**/office/orders/${order}`);
    await visit.end();
  });

  it.each(SCREENS)('have nothing to complain about, $scheme at $width px', async (screen) => {
    const visit = await browser.open(screen);
    await visit.signIn(operator);
    for (const path of [
      '',
      '/orders',
      `/orders/${order}`,
      '/clients',
      `/clients/${shop.client.id}`,
    ]) {
      await visit.goTo(`/dashboard/office${path}`);
      await expectNothingToComplainAbout(visit, screen.width);
    }
    await visit.goTo(`/dashboard/office/orders/${order}`);
    await visit.page.getByRole('button', { name: 'Ship order' }).click();
    await visit.page.getByRole('dialog').waitFor();
    await expectNothingToComplainAbout(visit, screen.width);
    await visit.end();
  });

  it('show what a store sent as text', async () => {
    const visit = await browser.open();
    await visit.signIn(operator);
    await visit.goTo(`/dashboard/office/orders/${order}`);
    expect(await visit.page.getByText(HOSTILE, { exact: true }).count()).toBe(2);
    expect(await visit.page.title()).toBe(`Order ${order} · Wholesale orders`);
    await visit.end();
  });

  it('let them ship an order, which the store then sees', async () => {
    const visit = await browser.open();
    await visit.signIn(operator);
    await visit.page.getByRole('link', { name: order }).click();
    await visit.page.getByRole('heading', { level: 1, name: `Order ${order}` }).waitFor();
    expect(await visit.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await visit.page.getByRole('button', { name: 'Ship order' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Courier').fill('BlueLine Express');
    await dialog.getByLabel('Tracking number').fill('BL482913375IN');
    await dialog.getByLabel('Tracking page').fill('https://track.example.com/BL482913375IN');
    await dialog.getByRole('button', { name: 'Ship order' }).click();
    await visit.page.getByRole('link', { name: 'Track BL482913375IN' }).waitFor();
    expect(await shop.orders.status(order)).toMatchObject({
      status: 'shipped',
      tracking: { tracking_number: 'BL482913375IN' },
    });
    await visit.end();
  });

  it('are not for the people of a client', async () => {
    const visit = await browser.open();
    await visit.signIn(await givenMember(app, shop.client));
    await visit.goTo('/dashboard/office/orders');
    expect(new URL(visit.page.url()).pathname).toBe('/dashboard');
    await visit.end();
  });
});
