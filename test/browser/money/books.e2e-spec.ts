import { readFile } from 'node:fs/promises';
import { SealsJob } from '../../../src/money/ledger/seals/seals.job.js';
import { SealsService } from '../../../src/money/ledger/seals/seals.service.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { BankAdmin, statementOf } from '../../support/money/bank.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenMember, givenOperator } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { TaxAdmin } from '../../support/tax/tax-admin.js';
import { expireUnpaid, makeAllOlder, makeOlder } from '../../support/time.js';
import { admin, app, describeInBrowser, openAs } from '../support/suite.js';
import { expectNothingToComplainAbout } from '../support/page-checks.js';

describeInBrowser(
  'the books',
  () => {
    let shop: Shop;
    beforeAll(async () => {
      await app.stopJobs(SealsJob);
      shop = await givenShop(app);
    });
    afterAll(() => app.expectInvariants());

    it('the books of a month are exported and closed, and stay closed', async () => {
      const { id } = shop.client;
      const thisMonth = dateInShop(new Date()).slice(0, 7);
      const middle = new Date(`${thisMonth}-01T00:00:00Z`);
      middle.setUTCDate(middle.getUTCDate() - 15);
      const month = dateInShop(middle).slice(0, 7);
      await admin.receipts.record(id, 500, { reference: 'UTR-BOOKS' });
      await admin.wallets.payOut(id, 120);
      await app.dataSource.query(
        `SET session_replication_role = replica;
        UPDATE ledger_journals SET at = at - interval '${Math.ceil((Date.now() - middle.getTime()) / 86_400_000)} days';
        RESET session_replication_role`,
      );
      await app.service(SealsService).sealAll();
      await admin.receipts.record(id, 75, {
        received_at: middle.toISOString(),
        reference: 'LATE-1',
      });

      const ofBank = new BankAdmin(app);
      const interest = { amount: 31.2, reference: 'INT-1', description: 'INT.PD' };
      await ofBank.importRows({ ...interest, date: `${month}-28` });
      // Its opening balance was never entered.
      const account = await ofBank.givenAccount();
      const charge = statementOf([{ amount: -10, date: `${month}-28` }], { opening: 100 });
      await ofBank.import(charge, { bank_account_id: account });
      const unused = await ofBank.givenAccount();

      const visit = await openAs(await givenOperator(app));
      const { page } = visit;
      await visit.goTo(`/dashboard/office/money?tab=month&month=${month}`);
      await page.getByText('Still to decide in this month').waitFor();
      await page.getByText('do not import them into your own books').waitFor();
      const journals = page.locator('section', { hasText: 'Journals for the accountant' });
      const bank = journals.getByRole('row', { name: 'Bank' });
      expect(await bank.innerText()).toMatch(/Bank\s+₹500\.00\s+₹120\.00/);
      await journals.getByRole('button', { name: 'Names in the books' }).click();
      const dialog = page.getByRole('dialog');
      await expectNothingToComplainAbout(visit);
      await dialog.getByLabel('Client wallets').fill('{client}');
      await dialog.getByLabel('Bank', { exact: true }).fill('{client}');
      await dialog.getByRole('button', { name: 'Save names' }).click();
      await dialog.getByRole('alert').getByText('must not contain {client}').waitFor();
      await dialog.getByLabel('Bank', { exact: true }).fill('HDFC Bank 5678');
      await dialog.getByRole('button', { name: 'Save names' }).click();
      await journals.getByRole('row', { name: 'HDFC Bank 5678' }).waitFor();
      const downloads = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download journals for auditors' }).click();
      const file = await downloads;
      expect(file.suggestedFilename()).toBe(`tally-${month}.xml`);
      expect(await readFile(await file.path(), 'utf8')).toContain(
        '<LEDGERNAME>HDFC Bank 5678</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-500.00</AMOUNT>',
      );

      await page.getByRole('button', { name: 'Close month' }).click();
      await dialog.getByText('cannot be opened again').waitFor();
      const open = dialog.getByRole('link', { name: /^1 line of .*: to decide$/ });
      expect(await open.getAttribute('href')).toContain(`month=${month}`);
      const missing = dialog.getByRole('link', { name: /^No line of a statement of Account-/ });
      expect(await missing.getAttribute('href')).toContain(`account=${unused}`);
      const unexplained = dialog.getByRole('link', { name: /^−₹100\.00 of .* is unexplained$/ });
      expect(await unexplained.getAttribute('href')).toContain(`tab=day&date=${month}-`);
      await dialog.getByRole('button', { name: /^Close \w+ \d{4}$/ }).click();
      await page.getByText('This month is closed.').waitFor();
      const { closing } = await admin.reports.month(month);
      expect(await page.getByText(closing!.last_sha256!).count()).toBe(1);
      expect(await page.getByRole('button', { name: 'Close month' }).count()).toBe(0);
      await expectNothingToComplainAbout(visit);

      await visit.goTo(`/dashboard/office/money?tab=bank&month=${month}`);
      await page.getByRole('button', { name: 'Interest: INT-1' }).click();
      await dialog.getByText(/The entry stands on .*, not on the bank’s day\./).waitFor();
      await dialog.getByRole('button', { name: 'Book ₹31.20' }).click();
      await page.getByText(/^₹31\.20 of 28 .* is booked on /).waitFor();
      await expectNothingToComplainAbout(visit);

      await visit.goTo(`/dashboard/office/money?tab=month&month=${month}`);
      await page.getByText(/^The bank has \d+ more entr/).waitFor();

      await visit.goTo(`/dashboard/office/money?tab=month&month=${thisMonth}`);
      const earlier = page.locator('section', { hasText: 'Money of earlier months' });
      await earlier.getByText('LATE-1').waitFor();
      expect(await page.getByRole('button', { name: 'Close month' }).count()).toBe(0);
      await expectNothingToComplainAbout(visit);
    });

    it('say whether an expired order can still be paid', async () => {
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 1 });
      await makeOlder(app, { minutes: 90 }, order);
      await expireUnpaid(app);
      const visit = await openAs(await givenMember(app, shop.client, 'member'));
      const { page } = visit;
      await visit.goTo(`/dashboard/orders/${order}`);
      await page.getByText('it can be paid at its own prices').waitFor();
      await expectNothingToComplainAbout(visit);
      await makeAllOlder(app, 2, order);
      await visit.load(`/dashboard/orders/${order}`);
      await page.getByText('It can no longer be paid: order the items again').waitFor();
      expect(await page.getByRole('button', { name: 'Pay from wallet' }).count()).toBe(0);
    });

    it('show the current month and day where an address names one that no calendar has', async () => {
      const visit = await openAs(await givenOperator(app));
      const { page } = visit;
      // Without one, the GST month cannot be loaded.
      await new TaxAdmin(app).putProfile();
      for (const [query, shown] of [
        ['tab=month&month=2026-13', 'Balances of clients'],
        ['tab=gst&month=0000-00', 'The month has no documents.'],
        ['tab=day&date=2026-02-31', 'It balances.'],
      ] as const) {
        await visit.goTo(`/dashboard/office/money?${query}`);
        expect([query, await visit.heading()]).toEqual([query, 'Money']);
        await page.getByText(shown).first().waitFor();
        expect([query, await page.getByText('could not be').count()]).toEqual([query, 0]);
      }
    });
  },
  { UNPAID_ORDER_TTL_HOURS: '0' },
);
