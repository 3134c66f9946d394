import type { Response } from 'supertest';
import type { TestApp } from '../app.js';
import { unique } from '../shop/given.js';
import type { TestBrowser } from '../shop/people.js';
import type { Shop } from '../shop/shop.js';
import type { ClientMoney, MoneyBook } from './money-book.js';

/** A client with its store, a member, and its money by the book. */
export interface Party extends ClientMoney {
  shop: Shop;
  member: TestBrowser;
}

/** Money of the bank or cash that was recorded. */
export interface BookedReceipt {
  id: number;
  party: Party;
  paise: number;
  account: 'bank' | 'cash';
  /** The number by which its line and its return are found. */
  reference: string;
  isReversed: boolean;
  hasReturn: boolean;
}

/** Numbers by which a step chooses among what there is. */
export interface Drawn {
  party: number;
  which: number;
  paise: number;
}

/** A step by its name, and how often it is drawn. */
export type NamedStep = readonly [times: number, name: string, (drawn: Drawn) => Promise<void>];

/** The calls of a history to several instances of one service, and the book that computes the same balances. */
export class MoneyDesk {
  readonly receipts: BookedReceipt[] = [];
  private calls = 0;

  constructor(
    private readonly apps: readonly [TestApp, ...TestApp[]],
    readonly parties: readonly Party[],
    readonly book: MoneyBook,
  ) {}

  party({ party }: Drawn): Party {
    return this.parties[party % this.parties.length]!;
  }

  /** Returns the instance whose turn it is. */
  app(): TestApp {
    this.calls += 1;
    return this.apps[this.calls % this.apps.length]!;
  }

  /** Makes a call, repeatedly with the same key if a busy machine lets it go: nothing of it is stored then. */
  async admin(method: 'get' | 'post', path: string, body?: object): Promise<Response> {
    const key = unique('HISTORY');
    return answered(() => {
      const call = this.app().admin(method, path, body);
      return method === 'get' ? call : call.set('Idempotency-Key', key);
    });
  }

  async query<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.apps[0].dataSource.query<T[]>(sql, values);
  }

  keep(receipt: Omit<BookedReceipt, 'isReversed' | 'hasReturn'>): void {
    this.receipts.push({ ...receipt, isReversed: false, hasReturn: false });
  }
}

const UNAVAILABLE = 503;

/** Repeats a call until the service has time for it. */
export async function answered<T extends { status: number }>(
  call: () => PromiseLike<T>,
): Promise<T> {
  const response = await call();
  return response.status === UNAVAILABLE ? answered(call) : response;
}

/** Expects an answer to have a status; the text of another one is shown. */
export function expectStatus(
  { status, text }: Pick<Response, 'status' | 'text'>,
  expected: number,
): void {
  expect({ status, text }).toEqual({ status: expected, text });
}

export function paiseOf(amount: number): number {
  return Math.round(amount * 100);
}

/** Returns one of a list, the latest for 0. */
export function chosen<T>(list: readonly T[], which: number): T | undefined {
  return list[list.length - 1 - (which % Math.max(list.length, 1))];
}
