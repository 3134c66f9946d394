import type { Response } from 'supertest';
import { TestApp } from '../../support/app.js';
import { BankAdmin, statementOf, utr, type Movement } from '../../support/money/bank.js';
import { unique } from '../../support/shop/given.js';
import {
  givenOperator,
  givenOperatorToken,
  SAME_ORIGIN,
  TestBrowser,
  type GivenUser,
} from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import type { OperatorRole } from '../../../src/identity/roles.js';
import { keepOperators, OnePersonsRights } from './one-person-rights.js';
import { THEFTS, Victim } from './one-person-victim.js';

/** A drawn step, and the number from which it chooses a line, a claim or an account. */
export interface Drawn {
  step: StepName;
  which: number;
  /** Above the limits, or within them. */
  isLarge: boolean;
}

/** Limits of one person in a day, for one client and for all, in major units. */
export const ONE_LIMIT = { receipt: 1_000, receipt_per_day: 1_500, reversal: 1_000 };
/** Every statement with a credit waits: without it, a forged one of a real account is believed until the next real one. */
const LIMITS = { ...ONE_LIMIT, statement: 0, payout: 1_000, refund: 1_000, adjustment: 0 };
const [SMALL, LARGE] = [400, 50_000];
const PERMISSIONS = ['money:read', 'money:write', 'bank:read', 'prices:read'];

/** A shop with an owner and a colleague, two clients whose people help one dishonest operator, and their victim. */
export class Scene {
  private constructor(
    readonly app: TestApp,
    readonly admin: BankAdmin,
    private readonly owner: TestBrowser,
    readonly colleague: TestBrowser,
    private readonly staff: readonly GivenUser[],
    readonly colleagueToken: { Authorization: string },
    readonly parties: readonly { shop: Shop; member: TestBrowser }[],
    readonly accountId: number,
    readonly victim: Victim,
  ) {}

  static async given(app: TestApp): Promise<Scene> {
    const admin = new BankAdmin(app);
    const staff = [await givenOperator(app), await givenOperator(app, ['finance'])];
    const owner = await TestBrowser.signedIn(app, staff[0]!);
    expect((await owner.admin('put', 'approval-limits', LIMITS)).status).toBe(200);
    const colleague = await TestBrowser.signedIn(app, staff[1]!);
    const token = await givenOperatorToken(colleague, { permissions: PERMISSIONS });
    const parties = [];
    for (let index = 0; index < 2; index += 1) {
      const shop = await givenShop(app);
      parties.push({ shop, member: await TestBrowser.ofMember(app, shop.client, 'member') });
    }
    const { id } = await admin.accounts.default();
    const victim = await Victim.given(app, admin);
    return new Scene(app, admin, owner, colleague, staff, token, parties, id, victim);
  }

  /** Reads the wallets of the clients, less what they owe, in major units. */
  async wallets(): Promise<number[]> {
    const clients = this.parties.map(({ shop }) =>
      this.app.admin('get', `clients/${shop.client.id}`),
    );
    return (await Promise.all(clients)).map(({ body }) => {
      const { data } = body as { data: { wallet_balance: number; debt: number } };
      return data.wallet_balance - data.debt;
    });
  }

  /** Lets the owner approve a statement of the colleague. */
  async approveStatement(id: number): Promise<void> {
    expect((await this.owner.admin('post', `approvals/${id}/approve`, {})).status).toBe(200);
  }

  /** Rejects what the next person could approve, and leaves out lines that each later statement would look at again. */
  async clear(): Promise<void> {
    await keepOperators(this.app, this.staff);
    // A long run lasts longer than a password stays recent.
    await this.app.sql`UPDATE sessions SET confirmed_at = now()`;
    const { data: waiting } = await this.admin.call('listApprovals', { status: 'waiting' });
    for (const { id } of waiting) {
      await this.admin.call('rejectProposal', id, { reason: 'Another person proposed it' });
    }
    for (const state of ['unmatched', 'suggested']) {
      const { data } = await this.admin.lines.list({ state, limit: 500 });
      for (const line of data) if (!line.in_suspense) await this.admin.lines.ignore(line.id);
    }
  }
}

/** One operator who tries all that the service lets one person do. */
export class OnePerson {
  /** Tells its amounts from those of the person before, whose money would be similar. */
  private readonly paise = Number(unique('').slice(1)) % 100;
  private readonly accounts: number[] = [];
  readonly references: { reference: string; amount: number }[] = [];
  private readonly transfers: number[] = [];
  /** Similar money that refusals have named. */
  private readonly similar: { kind: string; id: number }[] = [];
  private token: { Authorization: string } | null = null;

  private constructor(
    readonly scene: Scene,
    private readonly browser: TestBrowser,
    private readonly rights: OnePersonsRights,
  ) {}

  static async given(scene: Scene, roles: readonly OperatorRole[]): Promise<OnePerson> {
    const person = await givenOperator(scene.app, roles);
    const browser = await TestBrowser.signedIn(scene.app, person);
    const rights = new OnePersonsRights(scene.app, person, [browser], roles);
    return new OnePerson(scene, browser, rights);
  }

  async do({ step, which, isLarge }: Drawn): Promise<void> {
    await this[step](which, (isLarge ? LARGE : SMALL) + this.paise / 100);
  }

  /** Adds a bank account of its own. */
  async account(which: number): Promise<void> {
    const body = { name: unique('Own'), ...(which % 2 === 0 && { account_last4: '1234' }) };
    const { status, data } = await this.call('post', 'bank-accounts', body, which);
    if (status === 201) this.accounts.push((data as { id: number }).id);
  }

  async opening(which: number, amount: number): Promise<void> {
    const id = this.chosenAccount(which);
    const body = { date: '2026-11-20', balance: amount };
    await this.call('post', `bank-accounts/${id}/opening`, body, which);
  }

  /** Lets an accomplice claim a transfer that no bank has seen, or one of the victim. */
  async claim(which: number, drawn: number): Promise<void> {
    const { reference, amount } = this.scene.victim.draw(which, drawn);
    const claim = { utr: reference, amount, date: '2026-11-21' };
    const { body } = await this.party(which).member.call('post', 'wallet/transfers', claim);
    this.transfers.push((body.data as { id: number }).id);
    this.references.push({ reference, amount });
  }

  /** Takes money of the victim. */
  async steal(which: number, amount: number): Promise<void> {
    await THEFTS[which % THEFTS.length]!(this, Math.floor(which / THEFTS.length), amount);
  }

  /** Uploads a file that no bank has written: with balances that add up, with wrong ones, or without any. */
  async file(which: number, amount: number): Promise<void> {
    const isOwn = this.accounts.length > 0 && which % 4 !== 0;
    const hasBalances = isOwn || which % 3 === 2;
    const known = this.chosen(this.references, which);
    const line = which % 5 === 0 || known === undefined ? { reference: utr(), amount } : known;
    this.references.push(line);
    const isDebit = which % 11 === 0;
    const rows = [{ ...line, amount: isDebit ? -line.amount : line.amount }];
    const wrong = statementOf([{ amount: 1, reference: utr() }, ...rows]).replace(
      /,\d+\.00\n$/,
      ',7.00\n',
    );
    const without = statementOf(rows, { opening: null });
    const csv = hasBalances ? statementOf(rows) : which % 3 === 0 ? wrong : without;
    const id = isOwn ? this.accounts[which % this.accounts.length]! : this.scene.accountId;
    await this.upload(csv, id, which);
  }

  /** Uploads what the bank has written, as a colleague, a script of the colleague, or one with the admin token. */
  async routine(which: number): Promise<void> {
    const { app, colleague, colleagueToken, admin } = this.scene;
    const row: Movement = { amount: 1 + (which % 7), reference: utr(), description: 'CASH SALE' };
    if (which % 3 === 0) {
      await admin.importRows(row);
      return;
    }
    const headers = which % 3 === 1 ? colleagueToken : { Cookie: colleague.cookie! };
    const path = '/admin/transfers/match?accept_gap=true';
    const { status, body } = await app
      .sendRaw('post', path, {}, statementOf([row]), 'text/csv')
      .set({ ...SAME_ORIGIN, ...headers });
    expect(status).toBe(202);
    const { data } = body as { data: { approval: { id: number } } };
    await this.scene.approveStatement(data.approval.id);
  }

  async creditLine(which: number, amount: number): Promise<void> {
    const tax = which % 3 === 0 ? { tax_deducted: amount } : {};
    const client = { client_id: this.party(which).shop.client.id };
    await this.onLine('credit', { ...client, ...tax, ...this.answer(which) }, which);
  }

  async decideLine(which: number): Promise<void> {
    const acts = [
      ['suspense', {}],
      ['ignore', { reason: 'Mine' }],
      ['undo', { reason: 'Mine' }],
      ['undo', { reason: 'Mine' }],
      ['return', {}],
    ] as const;
    const [act, body] = acts[which % acts.length]!;
    await this.onLine(act, body, which);
  }

  async receipt(which: number, amount: number): Promise<void> {
    const known = which % 2 === 0 ? this.chosen(this.references, which) : undefined;
    const tax = which % 4 === 1 ? { tax_deducted: amount } : {};
    const source = (['bank', 'cash', 'cheque', 'other'] as const)[which % 4]!;
    const money = known ?? { reference: utr(), amount };
    const client = { client_id: this.party(which).shop.client.id };
    const body = { ...client, source, ...money, ...tax, ...this.answer(which) };
    await this.call('post', 'receipts', body, which);
  }

  async confirm(which: number): Promise<void> {
    if (this.transfers.length === 0) return;
    const ids = which % 2 === 0 ? this.transfers : [this.chosen(this.transfers, which)];
    const answer = ids.length === 1 ? this.answer(which) : {};
    await this.call('post', 'transfers/confirm', { ids, ...answer }, which);
  }

  async correction(which: number, amount: number): Promise<void> {
    const path = `clients/${this.party(which).shop.client.id}/wallet/adjustments`;
    await this.call('post', path, { amount, reason: 'Mine' }, which);
  }

  async approve(): Promise<void> {
    await this.rights.approve();
  }

  async raiseLimits(): Promise<void> {
    const raised = { ...LIMITS, receipt: LARGE, receipt_per_day: LARGE, statement: null };
    await this.browser.admin('put', 'approval-limits', raised);
  }

  async makeToken(): Promise<void> {
    this.token ??= await givenOperatorToken(this.browser, { permissions: PERMISSIONS });
  }

  async invite(which: number): Promise<void> {
    await this.rights.invite(which);
  }

  async changeRoles(which: number): Promise<void> {
    await this.rights.changeRoles(which);
  }

  async removePerson(which: number): Promise<void> {
    await this.rights.remove(which);
  }

  /** Draws what the person says about similar money: that it is other money, or the same as what the last refusal named. */
  answer(which: number): object {
    if (which % 5 === 1) return { other_money: true };
    const same = this.chosen(this.similar, which);
    return which % 5 > 2 && same !== undefined ? { same_as: same } : {};
  }

  party(which: number): Scene['parties'][number] {
    return this.scene.parties[which % this.scene.parties.length]!;
  }

  private chosenAccount(which: number): number {
    return this.accounts[which % 2] ?? this.scene.accountId;
  }

  private chosen<T>(list: readonly T[], which: number): T | undefined {
    return list[list.length - 1 - (which % Math.max(list.length, 1))];
  }

  async onLine(act: string, body: object, which: number): Promise<void> {
    const known = this.chosen(this.references, which);
    if (known === undefined) return;
    const rows = await this.scene.app.sql<{ id: number }>`
      SELECT id FROM statement_lines WHERE reference = ${known.reference} ORDER BY id`;
    const line = this.chosen(rows, which);
    if (line !== undefined) await this.call('post', `bank-lines/${line.id}/${act}`, body, which);
  }

  private async upload(csv: string, accountId: number, which: number): Promise<void> {
    const path = `/admin/transfers/match?accept_gap=true&bank_account_id=${accountId}`;
    const sent = this.scene.app.sendRaw('post', path, {}, csv, 'text/csv');
    answered(await sent.set(this.headers(which)));
  }

  async call(
    method: 'post',
    path: string,
    body: object,
    which: number,
  ): Promise<{ status: number; data: unknown }> {
    const sent = this.scene.app.call(method, `/admin/${path}`, this.headers(which));
    const response = answered(await sent.send(body));
    const { similar = [] } = response.body as { similar?: { kind: string; id: number }[] };
    this.similar.push(...similar.map(({ kind, id }) => ({ kind, id })));
    return { status: response.status, data: (response.body as { data?: unknown }).data };
  }

  private headers(which: number): Record<string, string> {
    if (this.token !== null && which % 2 === 0) return this.token;
    return { ...SAME_ORIGIN, Cookie: this.browser.cookie! };
  }
}

export const STEPS = [
  ...(['account', 'opening', 'claim', 'claim', 'file', 'file', 'file', 'routine'] as const),
  ...(['routine', 'creditLine', 'creditLine', 'decideLine', 'receipt', 'confirm'] as const),
  ...(['correction', 'approve', 'raiseLimits', 'makeToken', 'invite'] as const),
  ...(['changeRoles', 'changeRoles', 'removePerson'] as const),
  ...(['steal', 'steal', 'steal', 'steal', 'steal'] as const),
];
type StepName = (typeof STEPS)[number];

/** Expects a refusal or a success: a failure of the service proves nothing. */
function answered(response: Response): Response {
  expect(response.status).toBeLessThan(500);
  return response;
}
