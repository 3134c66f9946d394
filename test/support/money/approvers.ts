import type { ApprovalDto } from '../../../src/money/approvals/approvals.dto.js';
import type { OperatorRole } from '../../../src/identity/roles.js';
import type { TestApp } from '../app.js';
import { Payer } from '../shop/checkouts.js';
import { unique } from '../shop/given.js';
import { givenOperator, TestBrowser, type BrowserAnswer, type GivenUser } from '../shop/people.js';
import { BankAdmin, utr } from './bank.js';
import { givenShop, type Shop } from '../shop/shop.js';
import { app as running, ledgerSum } from './suite.js';

/** An amount above the limit of every kind. */
export const LARGE = 60_000;

/** Finds the approval that a call needs. @throws Error unless it was answered with 202 */
export function waitingFor({ status, text, body }: BrowserAnswer): { id: number } {
  if (status !== 202) throw new Error(`expected 202, got ${status}: ${text}`);
  return (body.data as { approval: { id: number } }).approval;
}

/** Two people of finance, and the client whose money they record. */
export class Approvers {
  private constructor(
    readonly app: TestApp,
    readonly admin: BankAdmin,
    readonly shop: Shop,
    readonly people: { proposer: GivenUser; approver: GivenUser },
    readonly proposer: TestBrowser,
    readonly approver: TestBrowser,
  ) {}

  static async given(app: TestApp): Promise<Approvers> {
    const proposer = await givenOperator(app, ['finance']);
    const approver = await givenOperator(app, ['finance']);
    return new Approvers(
      ...[app, new BankAdmin(app), await givenShop(app), { proposer, approver }],
      await TestBrowser.signedIn(app, proposer),
      await TestBrowser.signedIn(app, approver),
    );
  }

  /** Opens the browser of another operator with these roles. */
  async openBrowser(...roles: OperatorRole[]): Promise<TestBrowser> {
    return TestBrowser.ofOperator(this.app, roles);
  }

  async postReceipt(rest: object = {}, by = this.proposer): Promise<BrowserAnswer> {
    const receipt = { source: 'cash', reference: unique('CASH'), amount: LARGE, ...rest };
    return by.admin('post', 'receipts', { client_id: this.shop.client.id, ...receipt });
  }

  async postPayout(rest: object = {}, by = this.proposer): Promise<BrowserAnswer> {
    const payout = { amount: LARGE, reference: unique('OUT'), ...rest };
    return by.admin('post', `clients/${this.shop.client.id}/wallet/payouts`, payout);
  }

  async postReversal(receiptId: number, by = this.proposer): Promise<BrowserAnswer> {
    return by.admin('post', `receipts/${receiptId}/reverse`, { reason: 'Bounced' });
  }

  /** Lets the client claim a transfer. Returns its number. */
  async givenClaim(amount: number, reference = utr()): Promise<number> {
    const { browser } = await Payer.of(this.app, this.shop.client);
    const claim = { utr: reference, amount, date: '2026-11-21' };
    const { body } = await browser.call('post', 'wallet/transfers', claim);
    return (body.data as { id: number }).id;
  }

  async confirmTransfer(transfer: number): Promise<{ outcome: string; approval_id: number }> {
    const answer = await this.proposer.admin('post', 'transfers/confirm', { ids: [transfer] });
    return (answer.body.data as [{ outcome: string; approval_id: number }])[0];
  }

  /** Approves an entry as the page does, with a key. */
  async approve(id: number, by = this.approver): Promise<BrowserAnswer> {
    const key = { 'Idempotency-Key': unique('approval') };
    return by.admin('post', `approvals/${id}/approve`, {}, key);
  }

  async reject(id: number, by = this.approver): Promise<BrowserAnswer> {
    return by.admin('post', `approvals/${id}/reject`, { reason: 'Wrong amount' });
  }

  async rejectAll(): Promise<void> {
    for (const { id } of await this.listApprovals('status=waiting')) await this.reject(id);
  }

  async listApprovals(query: string, by = this.approver): Promise<ApprovalDto[]> {
    return (await by.admin('get', `approvals?${query}`)).body.data as ApprovalDto[];
  }

  /** Adds to the client's wallet, or takes from it. */
  async postAdjustment(amount: number, by = this.proposer): Promise<BrowserAnswer> {
    const path = `clients/${this.shop.client.id}/wallet/adjustments`;
    return by.admin('post', path, { amount, reason: 'Typo' });
  }

  /** Fills the wallet without a person. Returns the receipt. */
  async givenMoney(amount: number): Promise<number> {
    return (await this.admin.receipts.record(this.shop.client.id, amount)).id;
  }

  async balance(): Promise<number> {
    return this.admin.walletBalance(this.shop.client);
  }

  /** Reads the amount that is set aside for payouts of all clients. */
  async setAside(): Promise<number> {
    return 0 - (await ledgerSum('payouts_waiting', this.app));
  }

  /** Reads the ledger's sum for the default bank account. */
  async bankSum(): Promise<number> {
    return ledgerSum('bank', this.app);
  }
}

/** The two people of the running test. */
export let two: Approvers;

/** Gives each test of the running suite two people of finance. */
export function givenApproversForEachTest(): void {
  beforeEach(async () => {
    two = await Approvers.given(running);
  });
}

export function refusalOf({ status, body }: BrowserAnswer): [number, string | undefined] {
  return [status, body.code];
}
