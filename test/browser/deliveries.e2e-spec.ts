import { Deliveries, type GivenBooking } from '../support/couriers/deliveries.js';
import { givenShop } from '../support/shop/shop.js';
import { app, describeInBrowser, signInAs, visit } from './support/suite.js';
import { expectPagesToBeRight, PHONE } from './support/page-checks.js';

describeInBrowser('the pages of deliveries', () => {
  let [failed, other]: GivenBooking[] = [];
  beforeAll(async () => {
    const deliveries = await Deliveries.of(app, await givenShop(app));
    const sent = [];
    for (let count = 0; count < 6; count += 1) sent.push(await deliveries.givenSent());
    [failed, other] = sent;
    for (const one of sent.slice(0, 2))
      await deliveries.answers(one, ['PU', 9], ['OFD', 3], ['FA', 2]);
    await deliveries.answers(sent[2]!, ['PU', 9], ['RT', 3]);
    await deliveries.answers(sent[3]!, ['IT', 9], ['LOST', 3]);
    await deliveries.answers(sent[4]!, ['DL', 9], ['RTO', 3]);
    await deliveries.answers(sent[5]!, ['PU', 9], ['IT', 3]);
    const early = await deliveries.book();
    await app.sql`UPDATE courier_bookings SET state = 'needs_person', problem_code = 'unknown_too_long' WHERE id = ${early.id}`;
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
  });

  it('have no fault that axe, a phone or a desk finds', () =>
    expectPagesToBeRight(visit, {
      office: [],
      'office/deliveries': [`Answer attempt 1 of order ${other!.order}`],
      'office/deliveries?tab=back': [],
      'office/deliveries?tab=claim': [],
      'office/deliveries?tab=problem': [],
      'office/deliveries?tab=way': [],
      [`office/orders/${other!.order}`]: ['It arrived'],
    }));
});
