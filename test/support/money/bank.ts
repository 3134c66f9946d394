import type { BankAccountRecordDto } from '../../../src/money/bank/accounts/bank-accounts.dto.js';
import type { ClosingDto } from '../../../src/money/bank/closing/closing.dto.js';
import type { StatementReportDto } from '../../../src/money/bank/imports/statement-report.dto.js';
import type { BankLineDto } from '../../../src/money/bank/lines/bank-lines.dto.js';
import type { OtherAccountDto } from '../../../src/money/bank/other-accounts/other-accounts.controller.js';
import { Call, dataOfBody, withQuery, type Page, type Query } from '../call.js';
import { Admin } from '../shop/admin.js';
import { givenMember, TestBrowser } from '../shop/people.js';
import { app, shop, startShopSuite } from './suite.js';

type Id = string | number;

/** A movement of a bank account. Above zero: it was credited. */
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

/** Makes a number that a bank gives to one transfer by NEFT. */
export function utr(): string {
  made += 1;
  return `HDFCN${String(52026112100 + made).padStart(11, '0')}`;
}

/** Makes a number that a bank gives to one transfer by IMPS or UPI. */
export function rrn(): string {
  made += 1;
  return String(632500000000 + made);
}

/** Writes a statement as a bank exports it, in the order given; with balances unless `opening` is null. */
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

/** Imports a movement of its own reference, and returns its line. */
export async function givenLine(amount: number, description = 'NEFT'): Promise<BankLineDto> {
  const reference = utr();
  await bank.importRows({ amount, reference, description });
  return bank.lines.find(reference);
}

/** An operator with the calls about bank accounts and their statements. */
export class BankAdmin extends Admin {
  readonly accounts = {
    list: (): Call<BankAccountRecordDto[]> => this.call('get', 'bank-accounts'),

    add: (account: object): Call<BankAccountRecordDto> => this.create('bank-accounts', account),

    change: (id: Id, change: object): Call<BankAccountRecordDto> =>
      this.call('patch', `bank-accounts/${id}`, change),

    makeDefault: (id: Id): Call<BankAccountRecordDto> =>
      this.call('post', `bank-accounts/${id}/default`),

    setOpening: (id: Id, date: unknown, balance: unknown): Call<BankAccountRecordDto> =>
      this.call('post', `bank-accounts/${id}/opening`, { date, balance }),

    closing: (id: Id, date: string): Call<ClosingDto> =>
      this.call('get', `bank-accounts/${id}/closing?date=${date}`),

    /** Finds the account that clients send money to. */
    default: async (): Promise<BankAccountRecordDto> => (await this.accounts.list())[0]!,
  };

  readonly others = {
    list: (): Call<OtherAccountDto[]> => this.call('get', 'other-accounts'),

    add: (account: object): Call<OtherAccountDto> => this.create('other-accounts', account),

    change: (id: Id, change: object): Call<OtherAccountDto> =>
      this.call('patch', `other-accounts/${id}`, change),

    /** Finds the id of the account with a name. */
    idOf: async (name: string): Promise<number> =>
      (await this.others.list()).find((account) => account.name === name)!.id,
  };

  readonly lines = {
    list: (query?: Query): Call<Page<BankLineDto>> => this.list('bank-lines', query),

    credit: (id: Id, clientId: unknown, rest: object = {}): Call<BankLineDto> =>
      this.call('post', `bank-lines/${id}/credit`, { client_id: clientId, ...rest }),

    return: (id: Id, body?: object): Call<BankLineDto> =>
      this.call('post', `bank-lines/${id}/return`, body),

    charge: (id: Id): Call<BankLineDto> => this.call('post', `bank-lines/${id}/charge`),

    book: (id: Id, accountId: unknown): Call<BankLineDto> =>
      this.call('post', `bank-lines/${id}/book`, { other_account_id: accountId }),

    undo: (id: Id, reason: unknown = 'It was something else'): Call<BankLineDto> =>
      this.call('post', `bank-lines/${id}/undo`, { reason }),

    suspend: (id: Id): Call<BankLineDto> => this.call('post', `bank-lines/${id}/suspense`),

    ignore: (id: Id, reason: unknown = 'Our own'): Call<BankLineDto> =>
      this.call('post', `bank-lines/${id}/ignore`, { reason }),

    find: async (reference: string): Promise<BankLineDto> => {
      const { data } = await this.lines.list({ limit: 500 });
      const found = data.filter((line) => line.reference === reference);
      expect(found).toHaveLength(1);
      return found[0]!;
    },
  };

  import(csv: string, query: Query = {}): Call<StatementReportDto> {
    const upload = this.app
      .admin('post', withQuery('transfers/match', query))
      .type('text/csv')
      .serialize((sent) => sent as string)
      .send(csv);
    return new Call(upload, dataOfBody());
  }

  /** Reads a statement of these movements; returns its report. */
  importRows(...movements: Movement[]): Call<StatementReportDto> {
    return this.import(statementOf(movements, { opening: null }));
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

/** Lets a member of the store's client claim a transfer; the claim's id. */
export async function claim(body: object): Promise<number> {
  const browser = await TestBrowser.signedIn(app, await givenMember(app, shop.client, 'member'));
  const answer = await browser.call('post', 'wallet/transfers', { date: DAY, ...body });
  expect(answer.status).toBe(201);
  return (answer.body.data as { id: number }).id;
}
