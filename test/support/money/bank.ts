import type { Id } from '../api-calls.js';
import type { Call, Query } from '../call.js';
import { Admin, type AdminAnswer } from '../shop/admin.js';
import { unique } from '../shop/given.js';
import { TestBrowser } from '../shop/people.js';
import { app, shop, startShopSuite } from './suite.js';

/** A movement of a bank account. A positive amount was credited. */
export interface Movement {
  amount: number;
  /** As `2026-11-21`, which is the default. */
  date?: string;
  reference?: string;
  description?: string;
}

const DAY = '2026-11-21';
const HEADER = 'Date,Narration,Chq/Ref No,Withdrawal Amt,Deposit Amt,Closing Balance';

let made = 0;

/** Makes the number of a bank for one transfer by NEFT. */
export function utr(): string {
  made += 1;
  return `HDFCN${String(52026112100 + made).padStart(11, '0')}`;
}

/** Makes the number of a bank for one transfer by IMPS or UPI. Its groups cannot be read as days. */
export function rrn(): string {
  made += 1;
  return String(632500995000 + made);
}

/** Writes what a bank's line says of a transfer with the payment reference of a client. */
export function naming({ id }: { id: Id }): string {
  return `NEFT CL${String(id).padStart(6, '0')}`;
}

/** Writes a statement as a bank exports it, in the given order, with balances unless `opening` is null. */
export function statementOf(
  movements: readonly Movement[],
  { opening = 0 }: { opening?: number | null } = {},
): string {
  let balance = opening ?? 0;
  const rows = movements.map(({ amount, date = DAY, reference = '', description = 'NEFT' }) => {
    balance += amount;
    const [debit, credit] = amount < 0 ? [(-amount).toFixed(2), ''] : ['', amount.toFixed(2)];
    const day = date.split('-').reverse().join('/');
    const shown = opening === null ? '' : balance.toFixed(2);
    return [day, `"${description}"`, reference, debit, credit, shown].join(',');
  });
  return [HEADER, ...rows, ''].join('\n');
}

/** An operator with the calls about bank accounts and their statements. */
export class BankAdmin extends Admin {
  readonly accounts = {
    list: this.of('listBankAccounts'),
    add: this.of('addBankAccount'),
    change: this.of('changeBankAccount'),
    makeDefault: this.of('makeBankAccountDefault'),
    setOpening: (id: Id, date: unknown, balance: unknown) =>
      this.call('setBankAccountOpening', id, { date, balance }),
    closing: (id: Id, date: string) => this.call('getBankAccountClosing', id, { date }),
    /** Finds the account that clients send money to. */
    default: async () => (await this.accounts.list())[0]!,
  };

  readonly others = {
    list: this.of('listOtherAccounts'),
    add: this.of('addOtherAccount'),
    change: this.of('changeOtherAccount'),
    idOf: async (name: string): Promise<number> =>
      (await this.others.list()).find((account) => account.name === name)!.id,
  };

  readonly lines = {
    list: this.of('listBankLines'),
    credit: (id: Id, clientId: unknown, rest: object = {}) =>
      this.call('creditBankLine', id, { client_id: clientId, ...rest }),
    return: this.of('returnBankLine'),
    returnable: this.of('listReturnableReceipts'),
    charge: this.of('chargeBankLine'),
    book: (id: Id, accountId: unknown) =>
      this.call('bookBankLine', id, { other_account_id: accountId }),
    undo: (id: Id, reason: unknown = 'It was something else') =>
      this.call('undoBankLine', id, { reason }),
    suspend: this.of('suspendBankLine'),
    ignore: (id: Id, reason: unknown = 'Our own') => this.call('ignoreBankLine', id, { reason }),
    find: async (reference: string) => {
      const { data } = await this.lines.list({ limit: 500 });
      const found = data.filter((line) => line.reference === reference);
      expect(found).toHaveLength(1);
      return found[0]!;
    },
  };

  import(csv: string, query: Query = {}): Call<AdminAnswer<'matchStatement'>> {
    return this.upload('matchStatement', csv, query);
  }

  /** Imports a statement of these movements, whose balances add up. Returns its report. */
  importRows(...movements: Movement[]): Call<AdminAnswer<'matchStatement'>> {
    return this.import(statementOf(movements), { accept_gap: true });
  }

  /** Imports a movement with a new reference, unless a test gives one. Returns its line. */
  async givenLine(amount: number, description = 'NEFT', reference = utr()) {
    await this.importRows({ amount, reference, description });
    return this.lines.find(reference);
  }

  /** Adds an account, approved by an owner where there is one; its id. */
  async givenAccount(account: object = {}): Promise<number> {
    const name = unique('Account');
    const { status, body } = await this.app.admin('post', 'bank-accounts', { name, ...account });
    if (status === 202) {
      const { id } = (body as { data: { approval: { id: number } } }).data.approval;
      const owner = await TestBrowser.ofOperator(this.app);
      expect((await owner.admin('post', `approvals/${id}/approve`, {})).status).toBe(200);
    }
    return (await this.accounts.list()).find((one) => one.name === name)!.id;
  }

  confirmTransfers(...ids: number[]): Call<AdminAnswer<'confirmTransfers'>> {
    return this.call('confirmTransfers', { ids });
  }
}

/** An operator of the running suite. */
export let bank: BankAdmin;

/** Starts the service for a suite about bank accounts, and gives each test a store of its own. */
export function startBankSuite(env?: Record<string, string>): void {
  startShopSuite(env);
  beforeAll(() => {
    bank = new BankAdmin(app);
  });
}

/** Lets a member of a client claim a transfer, by default of the store's. Returns the claim's id. */
export async function claim(body: object, { client } = shop): Promise<number> {
  const browser = await TestBrowser.ofMember(app, client, 'member');
  const answer = await browser.call('post', 'wallet/transfers', { date: DAY, ...body });
  expect(answer.status).toBe(201);
  return (answer.body.data as { id: number }).id;
}
