import { UsersService } from '../../../../src/identity/users/users.service.js';
import { runAs } from '../../../../src/platform/http/request-context.js';
import { Approvers, LARGE, waitingFor } from '../../../support/money/approvers.js';
import { unique } from '../../../support/shop/given.js';
import { givenOperator, TestBrowser } from '../../../support/shop/people.js';
import { expectNothingToComplainAbout } from '../page-checks.js';
import { app, openAs } from '../suite.js';

/** Approves all that waits but what the owner proposed itself and a setting. One of it is refused, and stays selected. */
export async function approveSeveral(): Promise<void> {
  const [two, demoted] = [await Approvers.given(app), await Approvers.given(app)];
  const owner = await givenOperator(app);
  await two.givenMoney(LARGE);
  const reference = unique('CASH');
  waitingFor(await two.postReceipt({ reference }));
  waitingFor(await two.postPayout());
  const refused = unique('CASH');
  waitingFor(await demoted.postReceipt({ reference: refused }));
  const own = unique('CASH');
  waitingFor(await two.postReceipt({ reference: own }, await TestBrowser.signedIn(app, owner)));
  const terms = { credit_limit: 10_000_000, payment_days: 30, overdue_days: 15 };
  const { client } = two.shop;
  waitingFor(await two.proposer.admin('put', `clients/${client.id}/credit`, terms));

  const visit = await openAs(owner, '/dashboard/office/money?tab=approvals');
  const { page } = visit;
  const box = (text: string) => page.getByRole('row', { name: text }).getByRole('checkbox');
  await box(own).waitFor();
  expect(await box(own).getAttribute('title')).toContain('another person approves it');
  expect(await box('Terms of credit').getAttribute('title')).toContain('approved alone');
  await page.getByLabel('Select all on this page that you may approve').check();
  await page.getByRole('button', { name: 'Approve 3 entries…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 3 entries?' });
  const { name } = await two.admin.clients.get(client.id);
  const receipt = `Money in: ₹60,000.00 (cash) goes to the wallet of ${name}.`;
  await dialog.getByText(receipt).waitFor();
  await dialog.getByText('Money out: ₹60,000.00, which left the wallet already').waitFor();
  await dialog.getByText('₹1,20,000.00 in, ₹60,000.00 out').waitFor();
  await dialog.getByText(`${name} has ₹0.00 in its wallet now.`).first().waitFor();
  await expectNothingToComplainAbout(visit);
  const users = app.service(UsersService);
  const { id } = demoted.people.proposer;
  await runAs('service', () => users.changeOperatorRoles(id, ['support'], undefined));
  await dialog.getByRole('button', { name: 'Approve 3 entries' }).click();
  await page.getByText('Approved 2 of 3 entries.').waitFor();
  await page.getByText(new RegExp(`${refused} of ₹60,000.00: .*reject it`)).waitFor();
  expect(await box(refused).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Approve 1 entry…' }).waitFor();
  await expectNothingToComplainAbout(visit);
  expect(await two.balance()).toBe(LARGE);
  expect(await two.setAside()).toBe(0);
  expect(await two.listApprovals('status=waiting')).toHaveLength(3);
}
