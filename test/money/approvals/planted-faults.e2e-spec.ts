import { TestApp } from '../../support/app.js';
import { BROKEN_APPROVALS } from '../../support/database/broken-approvals.js';
import { testRules } from '../../support/database/broken-rules.js';
import { Approvers, LARGE, waitingFor } from '../../support/money/approvers.js';

const app = await TestApp.start();
const two = await Approvers.given(app);
const receipt = await two.givenMoney(LARGE);
await two.givenMoney(4 * LARGE);
await two.approve(waitingFor(await two.receipt()).id);
await two.approve(waitingFor(await two.payout()).id);
await two.reject(waitingFor(await two.payout()).id);
await two.approve(waitingFor(await two.reversal(receipt)).id);
waitingFor(await two.payout());
await app.expectInvariants();

testRules('money/approval_faults', BROKEN_APPROVALS, () => app.connection);
