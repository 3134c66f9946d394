import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'supertest';
import type { TestApp } from '../../support/app.js';
import { cutConnections } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { unique } from '../../support/shop/given.js';
import type { TestBrowser } from '../../support/shop/people.js';
import type { Shop } from '../../support/shop/shop.js';
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

/** Numbers that a step uses to choose among existing things. */
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
  /** Number of calls that lost all database connections, and how many of them were not answered. */
  readonly cuts = { made: 0, unanswered: 0 };
  private calls = 0;
  private cutAfterMs: number | null = null;

  constructor(
    private readonly apps: readonly [TestApp, ...TestApp[]],
    readonly parties: readonly Party[],
    readonly book: MoneyBook,
  ) {}

  party({ party }: Drawn): Party {
    return this.parties[party % this.parties.length]!;
  }

  /** Picks the instance whose turn it is. */
  app(): TestApp {
    this.calls += 1;
    return this.apps[this.calls % this.apps.length]!;
  }

  /** Makes a call, and repeats it with the same key if a busy machine refuses it, because nothing of it is stored then. */
  async admin(method: 'get' | 'post', path: string, body?: object): Promise<Response> {
    if (method === 'get') return answered(() => this.app().admin(method, path, body));
    const key = unique('HISTORY');
    const call = () => this.app().admin(method, path, body).set('Idempotency-Key', key);
    const ms = this.cutAfterMs;
    this.cutAfterMs = null;
    return ms === null ? answered(call) : this.cutDuring(ms, call);
  }

  /** Lets PostgreSQL end the connections of all instances during the next call that changes something. */
  cutNext(afterMs: number): void {
    this.cutAfterMs = afterMs;
  }

  /** Makes a call whose connection ends at some moment, and repeats it if its answer is lost. */
  private async cutDuring(ms: number, call: () => PromiseLike<Response>): Promise<Response> {
    const cutting = sleep(ms).then(() =>
      cutConnections(this.apps[0].connection, { waitMs: 10_000 }),
    );
    const [response] = await Promise.all([call(), cutting]);
    // The pools notice the end of idle connections a moment later.
    for (const { dataSource } of this.apps) {
      await eventually(() =>
        dataSource.query('SELECT 1').then(
          () => true,
          () => false,
        ),
      );
    }
    this.cuts.made += 1;
    if (response.status < INTERNAL) return response;
    this.cuts.unanswered += 1;
    return answered(call);
  }

  async query<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.apps[0].dataSource.query<T[]>(sql, values);
  }

  /** Returns true if money of this amount is refused because other money of the client may be the same, as amounts of long histories do. */
  isAskedAbout({ status, body }: Response, paise: number, kind: 'bank_line' | 'receipt'): boolean {
    const { code, similar } = body as {
      code?: string;
      similar?: { kind: string; amount: number }[];
    };
    if (status !== 409 || code !== 'receipt_similar') return false;
    for (const one of similar!) expect(one).toMatchObject({ kind, amount: paise / 100 });
    return true;
  }

  keep(receipt: Omit<BookedReceipt, 'isReversed' | 'hasReturn'>): void {
    this.receipts.push({ ...receipt, isReversed: false, hasReturn: false });
  }
}

const INTERNAL = 500;
const UNAVAILABLE = 503;

/** Repeats a call until the service has time for it. */
export async function answered<T extends { status: number }>(
  call: () => PromiseLike<T>,
): Promise<T> {
  const response = await call();
  return response.status === UNAVAILABLE ? answered(call) : response;
}

/** Expects an answer to have a status. If it has another one, its text is shown. */
export function expectStatus(
  { status, text }: Pick<Response, 'status' | 'text'>,
  expected: number,
): void {
  expect({ status, text }).toEqual({ status: expected, text });
}

export function paiseOf(amount: number): number {
  return Math.round(amount * 100);
}

/** Picks one of a list; 0 is the latest. */
export function chosen<T>(list: readonly T[], which: number): T | undefined {
  return list[list.length - 1 - (which % Math.max(list.length, 1))];
}
