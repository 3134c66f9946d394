import {
  DEBIT,
  SENT,
  claim,
  context,
  receipt,
  suggestion,
} from '../../../../test/support/money/line-facts.js';
import { verdictOn, type LineContext, type Verdict } from './line-verdict.js';

describe('a debit', () => {
  const on = (changes: Partial<LineContext>): Verdict => verdictOn(DEBIT, context(changes));

  it('is never the money of a claim, and credits no client that it names', () => {
    expect(on({ claims: [claim()], namedClientIds: [10] })).toEqual({ act: 'none' });
  });

  it('is the payout with its reference and amount', () => {
    expect(on({ payments: [SENT] })).toEqual({ act: 'match', journalId: 80 });
    expect(suggestion(on({ payments: [{ ...SENT, amountMinor: 1 }] }))).toEqual({
      reason: 'payout_differs',
    });
    expect(suggestion(on({ payments: [{ ...SENT, ownerId: 2 }] }))).toEqual({
      reason: 'account_differs',
    });
  });

  it('a debit with the reference of a receipt is a returned payment', () => {
    const ofReceipt = { receiptId: 5, clientId: 10 };
    const matchedJournalIds = new Set([50]);
    expect(suggestion(on({ receipts: [receipt()], matchedJournalIds }))).toEqual({
      reason: 'returned_payment',
      ...ofReceipt,
    });
    expect(suggestion(on({ receipts: [receipt({ amountMinor: 1 })] }))).toEqual({
      reason: 'return_differs',
      ...ofReceipt,
    });
  });

  it('is never the return of a receipt of another bank account', () => {
    expect(suggestion(on({ receipts: [receipt({ ownerId: 2 })] }))).toMatchObject({
      reason: 'account_differs',
    });
  });

  it('is the reversal of a receipt that was reversed before the line came, once', () => {
    const receipts = [receipt({ reversalId: 51 })];
    expect(on({ receipts })).toEqual({ act: 'match', journalId: 51 });
    const matchedJournalIds = new Set([51]);
    expect(suggestion(on({ receipts, matchedJournalIds }))).toMatchObject({
      reason: 'return_differs',
    });
  });

  it('reads like a charge only up to the limit of the account, and if it names no client', () => {
    const reads = (description: string, changes: Partial<LineContext> = {}, amountMinor = 50_000) =>
      suggestion(verdictOn({ ...DEBIT, description, amountMinor }, context(changes)));
    expect(reads('SMS CHARGES')).toEqual({ reason: 'bank_charge' });
    expect(reads('SMS CHARGES', {}, 50_001)).toEqual({ act: 'none' });
    expect(reads('SMS CHARGES', { namesUnknownClient: true })).toEqual({ act: 'none' });
    expect(reads('RENT')).toEqual({ act: 'none' });
    expect(reads('INT COLL')).toEqual({ reason: 'interest' });
  });

  it('a debit that says "returned" returns the only receipt of its amount of the client that it names', () => {
    const line = { ...DEBIT, description: 'RTN CL000010' };
    const reads = (changes: Partial<LineContext>) =>
      suggestion(verdictOn(line, context({ namedClientIds: [10], ...changes })));
    const returned = { receiptId: 5, clientId: 10 };
    expect(reads({ returnable: [receipt()] })).toEqual({ reason: 'returned_payment', ...returned });
    expect(reads({ returnable: [receipt({ ownerId: 2 })] })).toEqual({
      reason: 'account_differs',
      ...returned,
    });
    expect(reads({ returnable: [receipt({ receiptId: 6 }), receipt()] })).toEqual({
      reason: 'return_unclear',
      clientId: 10,
    });
    expect(reads({ namedClientIds: [10, 11] })).toEqual({ reason: 'return_unclear' });
  });
});
