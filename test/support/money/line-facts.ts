import type {
  KnownReceipt,
  LineContext,
  OpenClaim,
  Verdict,
} from '../../../src/money/bank/matching/line-verdict.js';

const LINE = {
  amountMinor: 50_000,
  ownerId: null,
  chargeLimitMinor: 50_000,
  isProof: true,
  reference: '',
  description: 'NEFT',
  valueDate: '2026-11-21',
  today: '2026-11-27',
};
export const CREDIT = { ...LINE, direction: 'in' } as const;
export const DEBIT = { ...LINE, direction: 'out' } as const;

export const claim = (changes: Partial<OpenClaim> = {}): OpenClaim => ({
  reference: 'UTR-1001',
  transferId: 1,
  clientId: 10,
  amountMinor: 50_000,
  ordersMinor: null,
  taxDeductedBp: null,
  sentOn: '2026-11-20',
  ...changes,
});
export const receipt = (changes: Partial<KnownReceipt> = {}): KnownReceipt => ({
  reference: 'UTR-1001',
  receiptId: 5,
  inBankId: 50,
  clientId: 10,
  amountMinor: 50_000,
  ownerId: null,
  reversalId: null,
  outOfBankId: changes.reversalId ?? null,
  ...changes,
});
export const context = (changes: Partial<LineContext> = {}): LineContext => ({
  claims: [],
  receipts: [],
  payments: [],
  similar: [],
  unproven: [],
  bookedDebits: [],
  namedClientIds: [],
  namedBy: new Map(),
  namesakeIds: [],
  namedOrders: [],
  ownAccounts: [],
  claimantIds: [],
  namesUnknownClient: false,
  returnable: [],
  matchedJournalIds: new Set(),
  ...changes,
});
/** A payout that another person approved. */
export const SENT = {
  journalId: 80,
  direction: 'out',
  amountMinor: 50_000,
  ownerId: null,
  clientId: null,
} as const;
export const suggestion = (verdict: Verdict) =>
  verdict.act === 'suggest' ? verdict.suggestion : verdict;
