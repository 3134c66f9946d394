import { readFile } from 'node:fs/promises';
import { TestApp } from '../../support/app.js';
import { BROKEN_APPROVALS } from '../../support/database/broken-approvals.js';
import { afterUnchecked } from '../../support/database/database.js';
import { Approvers, LARGE, waitingFor } from '../../support/money/approvers.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  const two = await Approvers.given(app);
  const receipt = await two.givenMoney(LARGE);
  await two.givenMoney(4 * LARGE);
  await two.approve(waitingFor(await two.receipt()).id);
  await two.approve(waitingFor(await two.payout()).id);
  await two.reject(waitingFor(await two.payout()).id);
  await two.approve(waitingFor(await two.reversal(receipt)).id);
  waitingFor(await two.payout());
  await app.expectInvariants();
});
afterAll(() => app.stop());

it('has a case of each rule', async () => {
  const source = await readFile('src/schema/functions/money/approval_faults.sql', 'utf8');
  const rules = [...source.matchAll(/^SELECT '([^']+)'/gm)].map(([, rule]) => rule);
  expect([...new Set(BROKEN_APPROVALS.map(([rule]) => rule))]).toEqual(rules);
});

it.each(BROKEN_APPROVALS)('is named: %s (%#)', async (rule, statement) => {
  const sql = 'SELECT DISTINCT broken FROM approval_faults()';
  const found = await afterUnchecked<{ broken: string }>(app.connection, [statement], sql);
  expect(found.map(({ broken }) => broken)).toContain(rule);
});
