import { Deliveries, type GivenBooking } from '../support/couriers/deliveries.js';
import { givenMember } from '../support/shop/people.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { admin, app, describeInBrowser, openAs, signInAs, visit } from './support/suite.js';
import { expectNothingToComplainAbout, PHONE } from './support/page-checks.js';

describeInBrowser('the pages of deliveries', () => {
  let [failed, own]: GivenBooking[] = [];
  let shop: Shop;
  beforeAll(async () => {
    shop = await givenShop(app);
    const deliveries = await Deliveries.of(app, shop);
    [failed, own] = [await deliveries.givenSent(), await deliveries.givenSent()];
    for (const one of [failed, own])
      await deliveries.answers(one, ['PU', 9], ['OFD', 3], ['FA', 2]);
    await deliveries.answers(await deliveries.givenSent(), ['PU', 9], ['RT', 3]);
  });
  signInAs(['warehouse'], PHONE);

  it('answer a failed delivery in place, on a phone', async () => {
    const { page } = visit;
    await visit.goTo('/dashboard/office');
    await page.getByRole('link', { name: 'Answer them' }).click();
    await page.getByRole('button', { name: `Answer attempt 1 of order ${failed!.order}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Another phone').fill('9876543210');
    await dialog.getByRole('button', { name: 'Save answer' }).click();
    await page.getByText('Try again: to be sent').waitFor();
  });

  it('are answered by a client, too, on a phone from the overview on', async () => {
    const client = await openAs(await givenMember(app, shop.client), '/dashboard', PHONE);
    const { page } = client;
    const look = async (within?: string): Promise<void> => {
      await expectNothingToComplainAbout(client, within);
      await client.resize(PHONE);
    };
    await page.getByText(/^\d deliver(y|ies) failed: answer until/).waitFor();
    await look();
    await page.getByRole('link', { name: own!.order }).first().click();
    await page.getByText(/could not be delivered/).waitFor();
    await look();
    await page.getByRole('button', { name: `Answer the failed delivery of ${own!.awb}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Another phone').fill('98765');
    await dialog.getByRole('button', { name: 'Save answer' }).click();
    await dialog.getByRole('alert').getByText('must be a mobile number of India').waitFor();
    await look('[role="dialog"]');
    await dialog.getByLabel('Another phone').fill('98765 43210');
    await dialog.getByLabel('For the driver').fill('Ring twice');
    await dialog.getByRole('button', { name: 'Save answer' }).click();
    await page.getByText('Your answer: Try again.').waitFor();
    await look();
    const { data } = await admin.call('listDeliveryFailures', { state: 'decided' });
    const answered = data.find(({ order_number: number }) => number === own!.order);
    expect(answered).toMatchObject({ action: 'reattempt', comment: 'Ring twice' });
  });

  it('lead from what comes back to its return', async () => {
    const { page } = visit;
    await visit.goTo('/dashboard/office/deliveries?tab=back');
    await page.getByRole('button', { name: /^It is back/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'It is back' }).click();
    await page.getByText('Back at your door').waitFor();
    await page.getByRole('button', { name: /^Done: order/ }).waitFor();
    await visit.goTo('/dashboard/office/returns?tab=goods');
    const back = page.getByRole('link', { name: 'Came back undelivered' });
    await back.last().click();
    await page.getByRole('heading', { name: /^Order/ }).waitFor();
    expect(page.url()).toMatch(/#shipment-\d+$/);
    await page.getByText('Awaited').waitFor();
    // The link is opened in a window of its own, too.
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    const shipment = page.locator(`[id="${new URL(address).hash.slice(1)}"]`);
    await shipment.waitFor();
    await page.waitForFunction(
      (card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return top >= 0 && bottom < innerHeight;
      },
      await shipment.elementHandle(),
    );
  });
});
