import {
  CREDIT,
  SENT,
  claim,
  context,
  receipt,
  suggestion,
} from '../../../../test/support/money/line-facts.js';
import { verdictOn, type LineContext, type Verdict } from './line-verdict.js';

it.each([
  ['2026-10-22', '2026-11-01', null],
  ['2026-11-01', '2026-10-22', null],
  ['2026-11-12', '2026-11-01', 11],
  ['2026-03-11', '2026-11-03', 237],
  ['2026-11-27', '2026-11-26', null],
  ['2026-11-28', '2026-11-27', 1],
])(
  'a credit of %s confirms a claim of %s if its day is near and has come',
  (valueDate, sentOn, daysApart) => {
    for (const receipts of [[], [receipt()]]) {
      const known = context({ claims: [claim({ sentOn })], receipts });
      const verdict = verdictOn({ ...CREDIT, valueDate }, known);
      const asked = { reason: 'date_differs', clientId: 10, transferId: 1, daysApart };
      expect(suggestion(verdict)).toEqual(
        daysApart === null ? { act: 'confirm', transferId: 1 } : asked,
      );
    }
  },
);

it('a credit that proves nothing confirms no claim, also of a recorded receipt', () => {
  const unproven = { ...CREDIT, isProof: false };
  const asked = { reason: 'unproven', clientId: 10, transferId: 1 };
  for (const receipts of [[], [receipt()]]) {
    const known = context({ claims: [claim()], receipts });
    expect(suggestion(verdictOn(unproven, known))).toEqual(asked);
  }
  const recorded = context({ receipts: [receipt()] });
  expect(verdictOn(unproven, recorded)).toEqual({ act: 'match', journalId: 50 });
});

describe('a credit', () => {
  const on = (changes: Partial<LineContext>): Verdict => verdictOn(CREDIT, context(changes));

  it('is the money of the one claim with its identifier and amount', () => {
    expect(on({ claims: [claim()] })).toEqual({ act: 'confirm', transferId: 1 });
    expect(on({ claims: [claim()], namedClientIds: [10] })).toEqual({
      act: 'confirm',
      transferId: 1,
    });
    const ofAnotherAmount = claim({ transferId: 2, clientId: 11, amountMinor: 1 });
    expect(on({ claims: [ofAnotherAmount, claim()] })).toEqual({ act: 'confirm', transferId: 1 });
  });

  it('clears a cheque in hand, in any bank account', () => {
    const receipts = [receipt({ inBankId: null })];
    const clear = { act: 'clear', receiptId: 5 };
    expect(on({ receipts })).toEqual(clear);
    expect(verdictOn({ ...CREDIT, ownerId: 2 }, context({ receipts }))).toEqual(clear);
    const reversed = [receipt({ inBankId: null, reversalId: 51, outOfBankId: null })];
    expect(suggestion(on({ receipts: reversed }))).toMatchObject({ reason: 'receipt_reversed' });
  });

  it('is not that of a claim if the line names another client, alone or as well', () => {
    for (const namedClientIds of [[11], [10, 11]]) {
      expect(suggestion(on({ claims: [claim()], namedClientIds }))).toEqual({
        reason: 'other_client_named',
        clientId: 11,
        transferId: 1,
      });
    }
  });

  it('is not that of a claim, and suggests no client, if it names a client that does not exist', () => {
    const named = { namesUnknownClient: true, namedClientIds: [10] };
    expect(suggestion(on({ ...named, claims: [claim()] }))).toEqual({
      reason: 'other_client_named',
      transferId: 1,
    });
    expect(on(named)).toEqual({ act: 'none' });
  });

  it('is ambiguous if several clients claim it', () => {
    const claims = [claim(), claim({ transferId: 2, clientId: 11 })];
    expect(suggestion(on({ claims }))).toEqual({ reason: 'ambiguous' });
  });

  it('may be less than the claim, or than its orders, by the tax that the client deducts', () => {
    const claims = [claim({ amountMinor: 50_050, taxDeductedBp: 10 })];
    const split = { reason: 'tax_deducted', clientId: 10, transferId: 1, taxDeductedMinor: 50 };
    expect(suggestion(on({ claims }))).toEqual(split);
    expect(suggestion(on({ claims: [claim({ ordersMinor: 50_050, taxDeductedBp: 10 })] }))).toEqual(
      split,
    );
    expect(suggestion(on({ claims: [claim({ amountMinor: 50_051, taxDeductedBp: 10 })] }))).toEqual(
      { reason: 'amount_differs', clientId: 10, transferId: 1 },
    );
    expect(on({ claims: [claim({ ordersMinor: 50_000, taxDeductedBp: 10 })] })).toEqual({
      act: 'confirm',
      transferId: 1,
    });
  });

  it('is a receipt that was recorded with its reference and amount', () => {
    expect(on({ receipts: [receipt()] })).toEqual({ act: 'match', journalId: 50 });
    const claims = [claim({ clientId: 11 })];
    expect(on({ receipts: [receipt()], claims })).toEqual({ act: 'match', journalId: 50 });
    // The client claims another number of the same line.
    const ofAnotherNumber = [claim({ reference: '632511223344' })];
    expect(on({ receipts: [receipt()], claims: ofAnotherNumber })).toEqual({
      act: 'match',
      journalId: 50,
    });
    expect(on({ receipts: [receipt()], claims: [claim()] })).toEqual({
      act: 'confirm',
      transferId: 1,
    });
  });

  it.each<[string, Partial<LineContext>, string]>([
    ['of another amount', { receipts: [receipt({ amountMinor: 1 })] }, 'receipt_differs'],
    ['that was reversed', { receipts: [receipt({ reversalId: 51 })] }, 'receipt_reversed'],
    [
      'of another line',
      { receipts: [receipt()], matchedJournalIds: new Set([50]) },
      'reference_used',
    ],
    ['among others', { receipts: [receipt(), receipt({ receiptId: 6 })] }, 'ambiguous'],
  ])('is never credited next to a receipt %s', (_, changes, reason) => {
    expect(suggestion(on({ ...changes, claims: [claim()] }))).toEqual({
      reason,
      receiptId: 5,
      clientId: 10,
    });
  });

  it('is never credited next to a receipt with its number among other digits, without a line', () => {
    const [similar, claims] = [[receipt({ clientId: 11 })], [claim()]];
    const asked = { reason: 'receipt_similar', receiptId: 5, clientId: 11 };
    expect(suggestion(on({ similar, claims }))).toEqual(asked);
    expect(suggestion(on({ similar, namedClientIds: [10] }))).toEqual(asked);
    const confirmed = { act: 'confirm', transferId: 1 };
    expect(on({ similar: [receipt()], claims })).toEqual(confirmed);
    expect(on({ similar, claims, matchedJournalIds: new Set([50]) })).toEqual(confirmed);
  });

  it('a credit without a claim suggests the only client that it names', () => {
    const only = { reason: 'names_client', clientId: 11 };
    expect(suggestion(on({ namedClientIds: [11] }))).toEqual(only);
    const by = ['MARINA LIVING', 'CL000011'];
    const namedBy = new Map(by.map((words, index) => [10 + index, words]));
    const several = { reason: 'names_clients', clientIds: [10, 11], namedBy: by };
    expect(suggestion(on({ namedClientIds: [10, 11], namedBy }))).toEqual(several);
    expect(on({})).toEqual({ act: 'none' });
  });

  it('names the unpaid order of the client that it suggests, if it pays its total', () => {
    const order = { orderNumber: 'WO-9123456789', clientId: 11, totalMinor: CREDIT.amountMinor };
    const named = { reason: 'names_client', clientId: 11 };
    const of = (changes: Partial<typeof order>) =>
      suggestion(on({ namedClientIds: [11], namedOrders: [{ ...order, ...changes }] }));
    expect(of({})).toEqual({ ...named, orderNumber: 'WO-9123456789' });
    expect(of({ totalMinor: CREDIT.amountMinor + 1 })).toEqual(named);
    expect(of({ clientId: 10 })).toEqual(named);
  });

  it('a credit that names no client suggests the only one whose name the payer has', () => {
    const namedLike = { reason: 'named_like', clientId: 11 };
    expect(suggestion(on({ namesakeIds: [11] }))).toEqual(namedLike);
    expect(on({ namesakeIds: [10, 11] })).toEqual({ act: 'none' });
    expect(on({ namesakeIds: [11], namesUnknownClient: true })).toEqual({ act: 'none' });
    const unproven = [receipt({ clientId: 11 })];
    const asked = { reason: 'receipt_similar', receiptId: 5, clientId: 11 };
    expect(suggestion(on({ namesakeIds: [11], unproven }))).toEqual(asked);
  });

  it('is a settlement of the gateway with its reference', () => {
    const settlement = {
      journalId: 70,
      direction: 'in',
      amountMinor: 50_000,
      ownerId: null,
      clientId: null,
    } as const;
    expect(on({ payments: [settlement] })).toEqual({ act: 'match', journalId: 70 });
    expect(suggestion(on({ payments: [{ ...settlement, amountMinor: 1 }] }))).toEqual({
      reason: 'payout_differs',
    });
    const matchedJournalIds = new Set([70]);
    expect(on({ payments: [settlement], matchedJournalIds })).toEqual({ act: 'none' });
  });
});

it('a credit with the reference of a payout returns it, also where another client claims its number', () => {
  const payout = { ...SENT, clientId: 11 };
  const asked = (line: typeof CREDIT, matched: readonly number[] = []) => {
    const [claims, matchedJournalIds] = [[claim()], new Set(matched)];
    return suggestion(verdictOn(line, context({ payments: [payout], claims, matchedJournalIds })));
  };
  const returned = { reason: 'payout_returned', clientId: 11 };
  expect([asked(CREDIT), asked(CREDIT, [80])]).toEqual([returned, returned]);
  const less = { ...CREDIT, amountMinor: 49_000 };
  expect(asked(less)).toEqual({ reason: 'payout_differs', clientId: 11 });
  const approved = verdictOn(CREDIT, context({ payments: [SENT] }));
  expect(suggestion(approved)).toEqual({ reason: 'payout_returned' });
});

it('a credit that says "returned" is suggested to no client, and is interest if it says so', () => {
  const reads = (description: string, changes: Partial<LineContext>) =>
    suggestion(verdictOn({ ...CREDIT, description }, context(changes)));
  const unbooked = { reason: 'return_unbooked' };
  for (const named of [
    ...[{}, { namedClientIds: [11] }, { namedClientIds: [10, 11] }, { namesakeIds: [11] }],
    { namesUnknownClient: true },
  ]) {
    expect(reads('NEFT RTN RENT', named)).toEqual(unbooked);
    expect(reads('NEFT REVERSED RENT', named)).toEqual(unbooked);
  }
  expect(reads('INT PD REVERSED', {})).toEqual({ reason: 'interest' });
  const claimed = { claims: [claim()], namedClientIds: [10] };
  expect(reads('NEFT RTN', claimed)).toEqual({ act: 'confirm', transferId: 1 });
});
